/** Waits for a lock that somebody else may hold, with growing pauses. */
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import { notice } from "../core/notices.ts";
import type { StorageErrorCode } from "./errors.ts";
import type { LockHolder, LockOptions, WriterLock } from "./factory.ts";
import { whatHolderSays } from "./lock-holder.ts";

const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

export interface WaitedLock {
  /** What it guards, for the message. */
  key: string;
  /** Null while another holder has it. */
  tryLock: () => WriterLock | null | Promise<WriterLock | null>;
  holder: () => LockHolder | null;
}

/** Null as soon as `isDone`, which is asked after every wait; INDEX_LOCKED when the time is up. */
export async function waitForLock(
  lock: WaitedLock,
  options: LockOptions,
  isDone: () => Promise<boolean>,
): Promise<WriterLock | null> {
  const startedAt = performance.now();
  const deadline = startedAt + options.timeoutMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    options.signal?.throwIfAborted();
    const held = await lock.tryLock();
    if (held) {
      noteWait(lock, startedAt);
      return held;
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throwLocked(lock);
    await sleep(Math.min(waitMs, leftMs), undefined, { signal: options.signal });
    if (await isDone()) return null;
  }
}

function noteWait({ key: place }: WaitedLock, startedAt: number): void {
  const ms = Math.round(performance.now() - startedAt);
  if (ms >= FIRST_WAIT_MS) notice(() => ({ kind: "store", state: "locked", place, ms }));
}

function throwLocked({ key, holder }: WaitedLock): never {
  const known = holder();
  const who = known === null ? "another process" : `another process (pid ${known.pid})`;
  const says = known?.says ? `: ${whatHolderSays(known)}` : "";
  throw new AppError("INDEX_LOCKED" satisfies StorageErrorCode, `${who} is writing ${key}${says}`, {
    hint: "ask again when it is done, or stop it; the lock frees itself when that process ends",
    retryable: true,
    details: { indexFile: key, pid: known?.pid ?? null },
  });
}
