import { AppError } from "../../core/errors.ts";
import { EMBEDDING_ERRORS, type EmbeddingErrorCode } from "../errors.ts";

const RETRYABLE: ReadonlySet<EmbeddingErrorCode> = new Set([
  "EMBEDDING_UNREACHABLE",
  "EMBEDDING_RATE_LIMITED",
  "EMBEDDING_CANCELLED",
]);

export function embeddingError(code: EmbeddingErrorCode, message: string, cause?: unknown): AppError {
  return new AppError(code, message, { hint: EMBEDDING_ERRORS[code], cause, retryable: RETRYABLE.has(code) });
}

/** Whether an answer can go on without vectors: a model that fails must not fail the search. */
export function isEmbeddingError(error: unknown): error is AppError {
  return error instanceof AppError && error.code in EMBEDDING_ERRORS;
}
