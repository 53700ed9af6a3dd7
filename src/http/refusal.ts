/** A request that is not answered as asked: status, code, what happened, what to do. */
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import { toJson } from "../tools/to-json.ts";
import { HTTP_ERRORS, type HttpErrorCode } from "./errors.ts";

const STATUS_OF: Record<HttpErrorCode, number> = {
  HTTP_HOST_REFUSED: 403,
  HTTP_ORIGIN_REFUSED: 403,
  HTTP_TOKEN_REFUSED: 401,
  HTTP_CODE_REFUSED: 403,
  HTTP_CONTENT_TYPE_REFUSED: 415,
  HTTP_RATE_LIMITED: 429,
  HTTP_BUSY: 503,
  HTTP_BODY_TOO_LARGE: 413,
  HTTP_BODY_INVALID: 400,
  HTTP_NOT_FOUND: 404,
  HTTP_METHOD_REFUSED: 405,
  HTTP_DEFECT: 500,
  TOOL_UNKNOWN: 404,
};

/** Codes of the engine and the tools that are the caller's doing; all others are the server's. */
const CALLER_STATUS: Readonly<Record<string, number>> = {
  INPUT_INVALID: 400,
  FILTER_UNKNOWN: 400,
  CURSOR_INVALID: 400,
  CURSOR_STALE: 409,
  PARAMETER_UNSUPPORTED: 400,
  FOLDER_UNKNOWN: 404,
  SPAN_UNKNOWN: 404,
  ROOT_TOO_WIDE: 400,
  REPOSITORY_NOT_CHOSEN: 400,
  REPOSITORY_UNKNOWN: 404,
  REPOSITORY_GONE: 404,
  REPOSITORY_NAME_TAKEN: 409,
  PACKAGE_UNKNOWN: 404,
  SERVICE_UNKNOWN: 404,
  SCOPE_EMPTY: 404,
  SCOPE_INCOMPLETE: 400,
  SCOPE_TOO_LARGE: 400,
  WORKSPACE_ROOT_MISSING: 404,
  ROOT_MISSING: 404,
  NOT_INDEXED: 404,
  FILE_NOT_INDEXED: 404,
  CHANGES_NEED_GIT: 400,
  CHANGES_BASE_UNKNOWN: 400,
  CONFIG_INVALID: 400,
};

export function refusal(code: HttpErrorCode, message: string): AppError {
  return new AppError(code, message, { hint: HTTP_ERRORS[code], retryable: STATUS_OF[code] === 429 });
}

/** The error as a response; headers that go with its status included. */
export function errorResponse(error: unknown): Response {
  const known =
    error instanceof AppError
      ? error
      : refusal(
          "HTTP_DEFECT",
          `unexpected failure: ${error instanceof Error ? error.message : String(error)}`,
        );
  const status = statusOf(known);
  const { code, hint, retryable } = known;
  const body = { error: { code, message: sanitizeText(known.message), hint: sanitizeText(hint), retryable } };
  return jsonResponse(body, status, {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...((status === 429 || status === 503) && { "retry-after": "1" }),
  });
}

function statusOf(error: AppError): number {
  const own = STATUS_OF[error.code as HttpErrorCode] ?? CALLER_STATUS[error.code];
  return own ?? (error.retryable ? 503 : 500);
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(`${toJson(value)}\n`, {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}
