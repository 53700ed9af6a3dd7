import { AppError } from "../core/errors.ts";
import type { StorageErrorCode } from "../storage/errors.ts";

/** Gives a damaged index up, or lets go of one that somebody else replaced; throws when the error is none of these. */
export type Renew = (root: string, error: unknown) => Promise<void>;

/** Where several processes publish, the same may come between more than once. */
const MAX_TRIES = 5;

/** Damage that shows only while reading costs a rebuild from the sources, once, and is told with its update. */
export async function healing<T>(
  root: string,
  renew: Renew,
  work: (isBegunAnew: boolean) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries > 1);
    } catch (error) {
      if (tries > 1 && (tries === MAX_TRIES || !isPassing(error))) throw error;
      await renew(root, error);
    }
  }
}

/** Another generation was published in between: nothing is wrong. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === ("INDEX_CLOSED" satisfies StorageErrorCode) &&
    error.retryable === true
  );
}
