/** Where text leaves the program: one sanitizer, one place that turns outcomes and errors into exit codes. */
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { Engine } from "../engine/engine.ts";
import type { PrintedAnswer } from "../tools/answer-tool.ts";
import { EXIT } from "./exit-codes.ts";

export { toJson } from "../tools/to-json.ts";

export interface CliContext {
  engine: Engine;
  signal: AbortSignal;
  stdout: { write: (text: string) => unknown };
  stderr: { isTTY?: boolean; columns?: number; write: (text: string) => unknown };
  /** The given folder, or the indexed root or repository around the working folder. */
  resolveRoot: (given: string | undefined) => Promise<string>;
  /** Takes the progress line off the terminal before an answer is printed. */
  clearProgress: () => void;
  exitCode: number;
}

const OUTCOME_EXIT = { found: EXIT.found, none: EXIT.none, partial: EXIT.partial } as const;

export function finish(context: CliContext, answer: PrintedAnswer): void {
  context.clearProgress();
  context.stdout.write(`${answer.text}\n`);
  context.exitCode = exitCodeOf(answer);
}

function exitCodeOf({ outcome, verdict }: PrintedAnswer): number {
  if (verdict === "failed") return EXIT.failed;
  return verdict === "passed" ? EXIT.found : OUTCOME_EXIT[outcome];
}

export function printLine(context: CliContext, text: string): void {
  context.stdout.write(`${sanitizeText(text)}\n`);
}

/** What happened and what to do next; a stack trace only for defects. */
export function describeError(error: unknown): string {
  if (error instanceof AppError) return `clew: ${error.message} [${error.code}]\nhint: ${error.hint}`;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `clew: unexpected failure: ${text}\nhint: this is a defect; please report it with the command you ran`;
}
