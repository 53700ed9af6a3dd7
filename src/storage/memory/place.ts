/** The store of one family in this process: what is closed is gone, and the next one to ask begins an empty one. */
import type { Problem } from "../../core/errors.ts";
import { openTargets, type ProjectionBackends } from "../backends.ts";
import type { LockHolder, LockOptions, OpenStore, StorePlace, WriterLock } from "../factory.ts";
import { isLater, type Moment } from "../moment.ts";
import { withProjections } from "../outbox/projected-store.ts";
import { waitForLock } from "../wait-for-lock.ts";
import { whileWriting } from "../while-writing.ts";
import { openMemoryStore } from "./index.ts";

const LOCK_TIMEOUT_MS = 30_000;

interface FinishedUpdate {
  what: string;
  startedAt: Moment;
  report: unknown;
}

export class MemoryPlace implements StorePlace {
  readonly key: string;
  readonly #backends: ProjectionBackends;
  #opening: Promise<OpenStore> | null = null;
  #identity = "";
  #begun = 0;
  #rebuilt: Problem | null = null;
  #said: string | null = null;
  #finished: FinishedUpdate | null = null;

  constructor(key: string, backends: ProjectionBackends = {}) {
    this.key = key;
    this.#backends = backends;
  }

  open(): Promise<OpenStore> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<OpenStore> {
    this.#begun += 1;
    this.#identity = `${this.key} ${this.#begun}`;
    const { store, projector } = await this.#withProjections();
    const problem = this.#rebuilt;
    this.#rebuilt = null;
    return { store, projector, problem, identity: this.#identity };
  }

  async #withProjections() {
    const store = openMemoryStore();
    const targets = await openTargets(this.#backends, this.key);
    if (!targets) return { store, projector: null };
    return withProjections(store, targets, (work) =>
      whileWriting(this, { timeoutMs: LOCK_TIMEOUT_MS }, work),
    );
  }

  async isReplaced(opened: OpenStore): Promise<boolean> {
    return this.#opening === null || opened.identity !== this.#identity;
  }

  async replace(reason: string): Promise<void> {
    const lock = await this.lock({ timeoutMs: LOCK_TIMEOUT_MS });
    try {
      await this.close();
      if (this.#begun > 0)
        this.#rebuilt = {
          code: "INDEX_REBUILT",
          message: `the index was given up (${reason}) and is built anew`,
        };
    } finally {
      lock.release();
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    // A report of what is gone would keep the next one from making it again.
    this.#finished = null;
    const opened = await opening?.catch(() => undefined);
    await opened?.projector?.settled();
    await opened?.store.close();
  }

  async lock(options: LockOptions): Promise<WriterLock> {
    return (await this.lockUnless(options, async () => false))!;
  }

  lockUnless(options: LockOptions, isDone: () => Promise<boolean>): Promise<WriterLock | null> {
    const lock = { key: this.key, tryLock: () => this.#tryLock(), holder: () => this.lockHolder() };
    return waitForLock(lock, options, isDone);
  }

  #tryLock(): WriterLock | null {
    if (this.#said !== null) return null;
    this.#said = "";
    let isHeld = true;
    return {
      say: (what) => {
        if (isHeld) this.#said = what;
      },
      release: () => {
        if (isHeld) this.#said = null;
        isHeld = false;
      },
    };
  }

  lockHolder(): LockHolder | null {
    return this.#said === null ? null : { pid: process.pid, says: this.#said, silentMs: 0 };
  }

  askForPart(): void {}

  /** Processes do not share it: nobody else waits. */
  isPartAskedFor(): boolean {
    return false;
  }

  async noteFinishedUpdate(what: string, startedAt: Moment, report: unknown): Promise<void> {
    this.#finished = { what, startedAt, report };
  }

  async findFinishedUpdate<R>(what: string, askedAt: Moment): Promise<R | null> {
    const finished = this.#finished;
    return finished?.what === what && isLater(finished.startedAt, askedAt) ? (finished.report as R) : null;
  }

  async deleteCopies(): Promise<number> {
    return 0;
  }
}
