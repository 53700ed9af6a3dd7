/** Why a compiler gave no answer, as the errors of this folder. */
import { AppError } from "../core/errors.ts";
import { ChildFailure, type EndingKind, RequestRefused } from "../supervision/endings.ts";
import { SEMANTICS_ERRORS, type SemanticsErrorCode } from "./errors.ts";

export const CODE_OF_ENDING: Readonly<Record<EndingKind, SemanticsErrorCode>> = {
  unavailable: "SEMANTICS_CRASHED",
  "load-failed": "SEMANTICS_CRASHED",
  "timed-out": "SEMANTICS_TIMEOUT",
  "out-of-memory": "SEMANTICS_MEMORY",
  crashed: "SEMANTICS_CRASHED",
  "protocol-broken": "SEMANTICS_PROTOCOL",
  cancelled: "SEMANTICS_CANCELLED",
  busy: "SEMANTICS_BUSY",
  stopped: "SEMANTICS_STOPPED",
  closed: "SEMANTICS_CLOSED",
};

const RETRYABLE: ReadonlySet<SemanticsErrorCode> = new Set<SemanticsErrorCode>([
  "SEMANTICS_CRASHED",
  "SEMANTICS_BUSY",
  "SEMANTICS_CANCELLED",
  "SEMANTICS_STOPPED",
  "SEMANTICS_TIMEOUT",
]);

export function asAppError(error: unknown): unknown {
  if (error instanceof ChildFailure) return compilerFailure(CODE_OF_ENDING[error.kind], error.message);
  if (error instanceof RequestRefused)
    return compilerFailure(error.code as SemanticsErrorCode, error.message);
  return error;
}

export function compilerFailure(code: SemanticsErrorCode, message: string): AppError {
  const hint = SEMANTICS_ERRORS[code].replace(/^[^.]*\.\s*/, "");
  return new AppError(code, message, {
    hint: hint || SEMANTICS_ERRORS[code],
    retryable: RETRYABLE.has(code),
  });
}
