/** The open stores of one home, each opened once; an index that turned out damaged is replaced here. */
import { existsSync, statSync } from "node:fs";
import type { Problem } from "../core/errors.ts";
import type { RecordStore } from "../storage/contract.ts";
import { moveAside, openSqliteStore } from "../storage/sqlite/open.ts";
import { acquireWriterLock } from "../storage/writer-lock.ts";

export interface OpenStore {
  store: RecordStore;
  /** Set when the index was damaged and a new one was begun; told by the first update. */
  problem: Problem | null;
  /** Of the file that the store is open on. */
  inode: bigint;
}

const LOCK_TIMEOUT_MS = 30_000;

export class FamilyStores {
  readonly #stores = new Map<string, Promise<OpenStore>>();
  readonly #replacing = new Map<string, Promise<void>>();
  /** What is to be told of indexes that were moved aside, once they are opened again. */
  readonly #rebuilt = new Map<string, Problem>();

  open(indexFile: string): Promise<OpenStore> {
    let opening = this.#stores.get(indexFile);
    if (!opening) {
      opening = this.#open(indexFile);
      this.#stores.set(indexFile, opening);
      // One that cannot be opened is not kept: the next one to ask tries again, and nobody closes it.
      opening.catch(() => this.#stores.delete(indexFile));
    }
    return opening;
  }

  async #open(indexFile: string): Promise<OpenStore> {
    const { store, damaged } = await openSqliteStore({ file: indexFile, check: "head" });
    const problem = damaged ? describeRebuild(damaged.reason, damaged.movedTo) : this.#rebuilt.get(indexFile);
    this.#rebuilt.delete(indexFile);
    return { store, problem: problem ?? null, inode: inodeOf(indexFile) };
  }

  /** Another process gave the index up and began a new one; ours is open on the file that was moved aside. */
  isReplaced(indexFile: string, { inode }: OpenStore): boolean {
    return inodeOf(indexFile) !== inode;
  }

  /**
   * Moves an index aside, kept for study: the next one to ask begins an empty one. Those who find the same damage
   * meanwhile wait for the same replacement.
   */
  replace(indexFile: string, reason: string): Promise<void> {
    let replacing = this.#replacing.get(indexFile);
    if (!replacing) {
      replacing = this.#replace(indexFile, reason).finally(() => this.#replacing.delete(indexFile));
      this.#replacing.set(indexFile, replacing);
    }
    return replacing;
  }

  async #replace(indexFile: string, reason: string): Promise<void> {
    const opened = await this.#settled(indexFile);
    const lock = await acquireWriterLock(indexFile, { timeoutMs: LOCK_TIMEOUT_MS });
    try {
      await this.close(indexFile);
      // While we waited another process may have found the same damage: then the new file is not ours to move.
      const isOurs = !opened || !this.isReplaced(indexFile, opened);
      if (isOurs && existsSync(indexFile))
        this.#rebuilt.set(indexFile, describeRebuild(reason, moveAside(indexFile)));
    } finally {
      lock.release();
    }
  }

  async close(indexFile: string): Promise<void> {
    const opening = this.#settled(indexFile);
    this.#stores.delete(indexFile);
    await (await opening)?.store.close();
  }

  /** The open store; none when it could not be opened, which those who asked for it were told. */
  async #settled(indexFile: string): Promise<OpenStore | undefined> {
    return this.#stores.get(indexFile)?.catch(() => undefined);
  }

  /** Closes all but those that are needed. */
  async closeExcept(needed: ReadonlySet<string>): Promise<void> {
    for (const indexFile of [...this.#stores.keys()]) if (!needed.has(indexFile)) await this.close(indexFile);
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
