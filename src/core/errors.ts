/** What every error carries beyond its message. */
export interface AppErrorOptions {
  /** What the reader should do next. */
  hint: string;
  cause?: unknown;
  /** Facts for programs: paths, limits, versions. Never file contents. */
  details?: Record<string, unknown>;
  /** True when the same call may succeed later without any change by the caller. */
  retryable?: boolean;
}

/**
 * The one error class. `code` is AREA_PROBLEM and, once released, is never reused; `message` says what happened
 * with the value; `hint` says what to do next. Codes live in an `errors.ts` beside the code that throws them.
 */
export class AppError extends Error {
  readonly code: string;
  readonly hint: string;
  readonly details: Record<string, unknown>;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: AppErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }
}

/** Broken input is reported beside a value, never thrown: one bad file costs one problem. */
export interface Problem {
  code: string;
  message: string;
  /** 1-based, when the problem has a place. */
  line?: number;
}
