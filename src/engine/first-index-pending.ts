import { AppError } from "../core/errors.ts";
import type { StorageErrorCode } from "../storage/errors.ts";
import { ENGINE_ERRORS } from "./errors.ts";

/** What is told to a question that waited its time for the first index of another process; other errors as they are. */
export function firstIndexPending(error: unknown): unknown {
  if (!isLocked(error)) return error;
  return new AppError("FIRST_INDEX_PENDING", `nothing is indexed yet: ${error.message}`, {
    hint: ENGINE_ERRORS.FIRST_INDEX_PENDING,
    retryable: true,
    cause: error,
    details: error.details,
  });
}

function isLocked(error: unknown): error is AppError {
  return error instanceof AppError && error.code === ("INDEX_LOCKED" satisfies StorageErrorCode);
}
