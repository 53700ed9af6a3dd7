const REFUSED = /could not allocate|cannot allocate|allocation failed|out of memory/i;

/** Whether the system did not give memory that was asked for. The work at hand may be innocent: the next would fare the same. */
export function isRefusedMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfSystem = (error as NodeJS.ErrnoException).code === "ENOMEM";
  const isOfRuntime = error instanceof RangeError || error.name === "RuntimeError";
  return isOfSystem || (isOfRuntime && REFUSED.test(error.message));
}
