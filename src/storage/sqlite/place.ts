/** The store of one family as a file: opened once, and replaced here when it turns out damaged. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Problem } from "../../core/errors.ts";
import { openTargets, type ProjectionBackends } from "../backends.ts";
import type { LockHolder, LockOptions, OpenStore, StorePlace, WriterLock } from "../factory.ts";
import type { Moment } from "../moment.ts";
import { withProjections } from "../outbox/projected-store.ts";
import { whileWriting } from "../while-writing.ts";
import { findFinishedUpdate, noteFinishedUpdate } from "./finished-update.ts";
import { moveAside, openSqliteStore } from "./open.ts";
import { PartWish } from "./part-wish.ts";
import { acquireWriterLock, acquireWriterLockUnless, readLockHolder } from "./writer-lock.ts";

const LOCK_TIMEOUT_MS = 30_000;

interface OpenFile extends OpenStore {
  inode: bigint;
}

export class SqlitePlace implements StorePlace {
  /** The file. */
  readonly key: string;
  readonly #backends: ProjectionBackends;
  readonly #partWish: PartWish;
  #opening: Promise<OpenFile> | null = null;
  #replacing: Promise<void> | null = null;
  /** What is to be told of an index that was moved aside, once it is opened again. */
  #rebuilt: Problem | null = null;

  constructor(file: string, backends: ProjectionBackends = {}) {
    this.key = file;
    this.#partWish = new PartWish(`${file}.lock.part`);
    this.#backends = backends;
  }

  open(): Promise<OpenFile> {
    if (this.#opening) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    // One that cannot be opened is not kept: the next one to ask tries again, and nobody closes it.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  async #open(): Promise<OpenFile> {
    const { store, damaged } = await openSqliteStore({ file: this.key, check: "head" });
    const problem = damaged ? describeRebuild(damaged.reason, damaged.movedTo) : this.#rebuilt;
    this.#rebuilt = null;
    const targets = await openTargets(this.#backends, this.key);
    const whole = targets
      ? await withProjections(store, targets, (work) =>
          whileWriting(this, { timeoutMs: LOCK_TIMEOUT_MS }, work),
        )
      : { store, projector: null };
    return { ...whole, problem, identity: identityOf(this.key), inode: inodeOf(this.key) };
  }

  async isReplaced(opened: OpenStore): Promise<boolean> {
    return inodeOf(this.key) !== (opened as OpenFile).inode;
  }

  /** Those who find the same damage meanwhile wait for the same replacement. */
  replace(reason: string): Promise<void> {
    this.#replacing ??= this.#replace(reason).finally(() => {
      this.#replacing = null;
    });
    return this.#replacing;
  }

  async #replace(reason: string): Promise<void> {
    const opened = await this.#settled();
    const lock = await this.lock({ timeoutMs: LOCK_TIMEOUT_MS });
    try {
      await this.close();
      // While we waited another process may have found the same damage: then the new file is not ours to move.
      const isOurs = !opened || !(await this.isReplaced(opened));
      if (isOurs && existsSync(this.key)) this.#rebuilt = describeRebuild(reason, moveAside(this.key));
    } finally {
      lock.release();
    }
  }

  async close(): Promise<void> {
    const opening = this.#settled();
    this.#opening = null;
    const opened = await opening;
    await opened?.projector?.settled();
    await opened?.store.close();
  }

  /** The open store; none when it could not be opened, which those who asked for it were told. */
  async #settled(): Promise<OpenFile | undefined> {
    return this.#opening?.catch(() => undefined);
  }

  lock(options: LockOptions): Promise<WriterLock> {
    return acquireWriterLock(this.key, options);
  }

  lockHolder(): LockHolder | null {
    return readLockHolder(this.key);
  }

  askForPart(): void {
    this.#partWish.make();
  }

  isPartAskedFor(): boolean {
    return this.#partWish.isMade();
  }

  lockUnless(options: LockOptions, isDone: () => Promise<boolean>): Promise<WriterLock | null> {
    return acquireWriterLockUnless(this.key, options, isDone);
  }

  async noteFinishedUpdate(what: string, startedAt: Moment, report: unknown): Promise<void> {
    noteFinishedUpdate(this.key, what, startedAt, report);
  }

  async findFinishedUpdate<R>(what: string, askedAt: Moment): Promise<R | null> {
    return findFinishedUpdate<R>(this.key, what, askedAt);
  }

  /** Damaged indexes were moved aside and kept for study; they hold the same as the index. */
  async deleteCopies(): Promise<number> {
    const prefix = `${basename(this.key)}.damaged-`;
    const names = readdirSync(dirname(this.key)).filter((name) => name.startsWith(prefix));
    for (const name of names) rmSync(join(dirname(this.key), name), { force: true });
    return names.filter((name) => !/-(?:wal|shm)$/.test(name)).length;
  }
}

function describeRebuild(reason: string, movedTo: string): Problem {
  return {
    code: "INDEX_REBUILT",
    message: `the index was given up (${reason}), moved to ${movedTo} and is built anew`,
  };
}

function inodeOf(file: string): bigint {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? 0n;
}

/** An index that is given up is moved aside and a new file made: another inode, or the same one born later. */
function identityOf(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}
