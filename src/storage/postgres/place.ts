/** The store of one family as rows of a database: opened once, and begun anew here when it turns out damaged. */
import type { Problem } from "../../core/errors.ts";
import { openTargets, type ProjectionBackends } from "../backends.ts";
import type { LockHolder, LockOptions, OpenStore, StorePlace, WriterLock } from "../factory.ts";
import type { Moment } from "../moment.ts";
import { withProjections } from "../outbox/projected-store.ts";
import { waitForLock } from "../wait-for-lock.ts";
import { whileWriting } from "../while-writing.ts";
import type { Database } from "./database.ts";
import { findFinishedUpdate, noteFinishedUpdate } from "./finished-update.ts";
import { PostgresStore } from "./index.ts";
import { PartWish } from "./part-wish.ts";
import { deleteCopies, findOrAddPlace, moveAside, type PlaceHead, readIdentity } from "./place-rows.ts";
import type { Fence } from "./place-state.ts";
import { isOtherTimeline, type Timeline } from "./timeline.ts";
import { PlaceLock } from "./writer-lock.ts";

const LOCK_TIMEOUT_MS = 30_000;

export interface PlaceOptions {
  backends?: ProjectionBackends;
  keepsChunks?: boolean;
  keepsEdges?: boolean;
  /** Where generations are read; null: where they are written. */
  replica?: Database | null;
}

export class PostgresPlace implements StorePlace {
  readonly key: string;
  readonly #database: Database;
  /** Resolves when the tables are there. */
  readonly #prepared: () => Promise<void>;
  readonly #backends: ProjectionBackends;
  readonly #keepsChunks: boolean;
  readonly #keepsEdges: boolean;
  readonly #replica: Database | null;
  readonly #fence: Fence = { epoch: null, timeline: null };
  readonly #lock: PlaceLock;
  readonly #partWish: PartWish;
  #opening: Promise<OpenStore> | null = null;
  #replacing: Promise<void> | null = null;
  /** Of the server that the store was opened on. */
  #timeline: Timeline = null;
  /** What is to be told of an index that was given up, once it is opened again. */
  #rebuilt: Problem | null = null;

  constructor(
    key: string,
    database: Database,
    prepared: () => Promise<void>,
    { backends = {}, keepsChunks = false, keepsEdges = false, replica = null }: PlaceOptions = {},
  ) {
    this.key = key;
    this.#database = database;
    this.#prepared = prepared;
    this.#backends = backends;
    this.#keepsChunks = keepsChunks;
    this.#keepsEdges = keepsEdges;
    this.#replica = replica;
    this.#lock = new PlaceLock(database, key, this.#fence);
    this.#partWish = new PartWish(() => database, key);
  }

  open(): Promise<OpenStore> {
    if (this.#opening) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    // One that cannot be opened is not kept: the next one to ask tries again, and nobody closes it.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  async #open(): Promise<OpenStore> {
    await this.#prepared();
    let head = await findOrAddPlace(this.#database, this.key);
    if (head.damage !== null) head = await this.#beginAnew(head);
    this.#timeline = head.timeline;
    const store = new PostgresStore(this.#database, head.id, {
      replica: this.#replica,
      fence: this.#fence,
      keepsChunks: this.#keepsChunks,
      keepsEdges: this.#keepsEdges,
    });
    const targets = await openTargets(this.#backends, this.key);
    const whole = targets
      ? await withProjections(store, targets, (work) =>
          whileWriting(this, { timeoutMs: LOCK_TIMEOUT_MS }, work),
        )
      : { store, projector: null };
    const problem = this.#rebuilt;
    this.#rebuilt = null;
    return { ...whole, problem, identity: head.identity };
  }

  async #beginAnew(damaged: PlaceHead): Promise<PlaceHead> {
    await whileWriting(this, { timeoutMs: LOCK_TIMEOUT_MS }, () =>
      this.#giveUp(damaged.identity, damaged.damage!),
    );
    return findOrAddPlace(this.#database, this.key);
  }

  async isReplaced(opened: OpenStore): Promise<boolean> {
    const { places, timeline } = await this.#database.look();
    if (isOtherTimeline(this.#timeline, timeline)) return true;
    return ![...places.values()].some(
      ({ key, identity }) => key === this.key && identity === opened.identity,
    );
  }

  /** Those who find the same damage meanwhile wait for the same replacement. */
  replace(reason: string): Promise<void> {
    this.#replacing ??= this.#replace(reason).finally(() => {
      this.#replacing = null;
    });
    return this.#replacing;
  }

  async #replace(reason: string): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    await this.#prepared();
    const identity = opened?.identity ?? (await readIdentity(this.#database, this.key));
    const lock = await this.lock({ timeoutMs: LOCK_TIMEOUT_MS });
    try {
      await this.#closeStore();
      // While we waited another process may have found the same damage: then the new one is not ours to give up.
      if (identity !== null) await this.#giveUp(identity, reason);
    } finally {
      lock.release();
    }
  }

  async #giveUp(identity: string, reason: string): Promise<void> {
    const movedTo = await moveAside(this.#database, this.key, identity);
    if (movedTo === null) return;
    this.#rebuilt = {
      code: "INDEX_REBUILT",
      message: `the index was given up (${reason}), kept as ${movedTo} and is built anew`,
    };
  }

  async close(): Promise<void> {
    await this.#closeStore();
    await this.#lock.close();
  }

  async #closeStore(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const opened = await opening?.catch(() => undefined);
    await opened?.projector?.settled();
    await opened?.store.close();
  }

  async lock(options: LockOptions): Promise<WriterLock> {
    return (await this.lockUnless(options, async () => false))!;
  }

  async lockUnless(options: LockOptions, isDone: () => Promise<boolean>): Promise<WriterLock | null> {
    await this.#prepared();
    await findOrAddPlace(this.#database, this.key);
    const lock = { key: this.key, tryLock: () => this.#lock.tryLock(), holder: () => this.#lock.holder() };
    return waitForLock(lock, options, isDone);
  }

  lockHolder(): LockHolder | null {
    return this.#lock.holder();
  }

  askForPart(): void {
    this.#partWish.make();
  }

  isPartAskedFor(): boolean {
    return this.#partWish.isMade();
  }

  async noteFinishedUpdate(what: string, startedAt: Moment, report: unknown): Promise<void> {
    await this.#prepared();
    await noteFinishedUpdate(this.#database, this.key, what, startedAt, report);
  }

  async findFinishedUpdate<R>(what: string, askedAt: Moment): Promise<R | null> {
    await this.#prepared();
    return findFinishedUpdate<R>(this.#database, this.key, what, askedAt);
  }

  /** Indexes that were given up are kept for study; they hold the same as the index. */
  deleteCopies(): Promise<number> {
    return deleteCopies(this.#database, this.key);
  }
}
