/** Ctrl-C and a request to end: the work stops at its next safe point, and the exit code is what a shell expects of it. */
import { AppError } from "../core/errors.ts";
import { CLI_ERRORS } from "./errors.ts";
import { EXIT } from "./exit-codes.ts";

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
type StopSignal = keyof typeof CODES;

export interface Interruption {
  /** Fires with the first signal; its reason is an AppError. */
  signal: AbortSignal;
  /** Of a process that was told to end; null when it was not. */
  exitCode: () => number | null;
  /** From then on signals do what they do by default. */
  ignore: () => void;
}

/** A second signal of the same kind ends the process at once, as it would any program. */
export function listenForInterruption(): Interruption {
  const stop = new AbortController();
  let exitCode: number | null = null;
  const onSignal = (name: StopSignal) => {
    exitCode ??= CODES[name];
    const message = name === "SIGINT" ? "stopped by Ctrl-C" : "stopped by SIGTERM";
    stop.abort(new AppError("CLI_INTERRUPTED", message, { hint: CLI_ERRORS.CLI_INTERRUPTED }));
  };
  const names = Object.keys(CODES) as StopSignal[];
  for (const name of names) process.once(name, onSignal);
  return {
    signal: stop.signal,
    exitCode: () => exitCode,
    ignore: () => {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
