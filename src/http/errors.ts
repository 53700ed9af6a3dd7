/** Codes of the HTTP face; docs/errors.md is generated from these tables. */
export const HTTP_ERRORS = {
  HTTP_HOST_REFUSED: "The Host header names another machine; address the server as 127.0.0.1 or localhost.",
  HTTP_ORIGIN_REFUSED: "A page of another origin may not call the server; `--allow-origin` admits one.",
  HTTP_TOKEN_REFUSED:
    "Send `Authorization: Bearer <token>`; the token of this start is in the file that `clew serve` names.",
  HTTP_CODE_REFUSED: "A link signs in once, within ten minutes; `clew ui` prints a new one.",
  HTTP_CONTENT_TYPE_REFUSED: "Send the body as `Content-Type: application/json`.",
  HTTP_RATE_LIMITED: "Too many requests; repeat after the time in Retry-After.",
  HTTP_BUSY: "Too many calls are being answered; repeat after the time in Retry-After.",
  HTTP_BODY_TOO_LARGE: "The body is above the limit of 4 MiB; send less.",
  HTTP_BODY_INVALID: "The body must be one JSON object.",
  HTTP_NOT_FOUND: "Nothing is served at this address; /openapi.json lists what is.",
  HTTP_METHOD_REFUSED: "The address is served with another method; /openapi.json lists them.",
  HTTP_DEFECT: "This is a defect; please report it with the call you made.",
  TOOL_UNKNOWN: "No tool has this name; /openapi.json lists them.",
} as const;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;
