/** Work under the lock of a store's one writer. */
import type { LockOptions, StorePlace, WriterLock } from "./factory.ts";
import { type Moment, readClocks } from "./moment.ts";

export async function whileWriting<T>(
  place: StorePlace,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await place.lock(options);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

export interface SharedWork extends LockOptions {
  /** Tree, settings and versions: who asks for the same may have the same report. */
  what: string;
  /** When the last one of those who wait asked. */
  askedAt: () => Moment;
  /** From then on nobody may join: they may have edited a file that the other process had passed. */
  onJoined: () => void;
}

/** The same for an update, unless another process makes it while this one waits for the lock. */
export async function sharingUpdate<R>(
  place: StorePlace,
  { what, askedAt, onJoined, ...options }: SharedWork,
  work: (lock: WriterLock) => Promise<R>,
): Promise<{ report: R; isOurs: boolean }> {
  let joined: R | null = null;
  const lock = await place.lockUnless(options, async () => {
    place.askForPart();
    joined = await place.findFinishedUpdate<R>(what, askedAt());
    if (joined !== null) onJoined();
    return joined !== null;
  });
  if (!lock) return { report: joined!, isOurs: false };
  const startedAt = readClocks();
  try {
    const report = await work(lock);
    await place.noteFinishedUpdate(what, startedAt, report);
    return { report, isOurs: true };
  } finally {
    lock.release();
  }
}
