/** The value, or a rejection with the signal's reason, whichever comes first. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    // Work that goes on to fail after nobody waits for it has been answered for: its failure must not end the process.
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
