/**
 * Where stores come from. A factory knows how a backend opens, locks, tells a store from one begun anew in its place,
 * moves damage aside and brings old formats up to date; nobody else does. The engine holds places that it was given.
 */
import type { Problem } from "../core/errors.ts";
import type { StoreCapabilities } from "./capabilities.ts";
import type { JobQueue, StoreNews } from "./jobs/contract.ts";
import type { Moment } from "./moment.ts";
import type { Projector } from "./outbox/projector.ts";
import type { RecordStore } from "./records/contract.ts";
import type { Registry } from "./registry/contract.ts";

/** Working trees that share one store: all worktrees of a clone, or one folder. */
export interface StoreFamily {
  /** Readable, for whoever looks at the store by hand. */
  name: string;
  /** Unique. */
  identity: string;
}

export interface OpenStore {
  store: RecordStore;
  /** Tells this store from one that is built anew in its place. */
  identity: string;
  /** Brings stores that are made from this one up to it; null when there are none. */
  projector: Projector | null;
  /** Set when the store was damaged and a new one was begun; told by the first update. */
  problem: Problem | null;
}

export interface LockOptions {
  timeoutMs: number;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** Who writes, for messages only: it may have ended since. */
export interface LockHolder {
  pid: number;
  /** What it is at, in its own words; empty when it did not say. */
  says: string;
  /** Since it said so; a process that was stopped falls silent. */
  silentMs: number;
}

export interface WriterLock {
  /** Leaves word for those who wait of what the holder is at. */
  say(what: string): void;
  /** May be called more than once. */
  release(): void;
}

/** Where the store of one family is, whether it is there yet or not. */
export interface StorePlace {
  /** Names the place for all processes and times. */
  readonly key: string;
  /**
   * Opens the store once, making it when it is not there. A damaged one is moved aside and an empty one opened in its
   * place. Refuses what must not be touched: a newer format, what another program made, what is not private.
   */
  open(): Promise<OpenStore>;
  /** Somebody else gave the store up and began a new one; this one is open on what was moved aside. */
  isReplaced(opened: OpenStore): Promise<boolean>;
  /** Gives the store up, kept for study: the next one to ask begins an empty one. */
  replace(reason: string): Promise<void>;
  close(): Promise<void>;
  /** Waits for the one writer's lock; INDEX_LOCKED when it is still taken after `timeoutMs`. */
  lock(options: LockOptions): Promise<WriterLock>;
  /** As above, but null as soon as `isDone`, which is asked after every wait. */
  lockUnless(options: LockOptions, isDone: () => Promise<boolean>): Promise<WriterLock | null>;
  /** Null when nobody holds the lock, or nobody knows who. */
  lockHolder(): LockHolder | null;
  /** Asks whoever builds a first index to publish what it has: a question waits that would take a part. */
  askForPart(): void;
  /** Whether a process that still waits did so a moment ago. */
  isPartAskedFor(): boolean;
  /** Leaves word of an update for those who wait to make the same one. Contract: locked since it started. */
  noteFinishedUpdate(what: string, startedAt: Moment, report: unknown): Promise<void>;
  /** The report of an update that began after `askedAt` and has ended; null when there is none. */
  findFinishedUpdate<R>(what: string, askedAt: Moment): Promise<R | null>;
  /** Deletes stores that were given up and kept; how many there were. */
  deleteCopies(): Promise<number>;
}

/** What a store stands on, for `clew doctor`; throws with the reason when it does not hold. */
export interface StoreCheck {
  name: string;
  probe: () => string | Promise<string>;
}

export interface StoreFactory {
  readonly id: string;
  readonly supports: StoreCapabilities;
  /** Changes with what is stored; updates are shared only between processes of one format. */
  readonly format: number;
  placeOf(family: StoreFamily): StorePlace;
  /** The place that a registry names. */
  placeAt(key: string): StorePlace;
  /** Opened once. */
  openRegistry(): Promise<Registry>;
  /** A question may look at the state of the stores once and rely on that to its end, whatever others publish meanwhile. */
  asOneQuestion<T>(work: () => Promise<T>): Promise<T>;
  /** How often the question that is being answered waited for another process so far; null where stores need none. */
  roundTrips(): number | null;
  /** Jobs that processes of one store share; null where one machine does everything itself. */
  readonly openJobs: (() => Promise<JobQueue>) | null;
  /** Hears of what other processes did, until what is returned is called. */
  onNews(hear: (news: StoreNews) => void): () => void;
  checks(): StoreCheck[];
  /** Closes the stores of all places but these. */
  closeExcept(places: ReadonlySet<StorePlace>): Promise<void>;
  /** Closes everything. */
  close(): Promise<void>;
}
