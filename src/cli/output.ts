/** Where text leaves the program: one sanitizer, one place that turns outcomes and errors into exit codes. */
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { Engine } from "../engine/engine.ts";
import type { Answer } from "../tools/contract.ts";
import { EXIT } from "./exit-codes.ts";

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

export function finish(context: CliContext, answer: Answer, isJson: boolean): void {
  context.clearProgress();
  context.stdout.write(isJson ? `${toJson(answer.data)}\n` : `${sanitizeText(answer.text)}\n`);
  context.exitCode = OUTCOME_EXIT[answer.outcome];
}

export function printLine(context: CliContext, text: string): void {
  context.stdout.write(`${sanitizeText(text)}\n`);
}

/** JSON with unsafe characters escaped, so that printing it is as safe as printing text. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, field: unknown) => (typeof field === "bigint" ? Number(field) : field),
    2,
  );
  return text.replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** What happened and what to do next; a stack trace only for defects. */
export function describeError(error: unknown): string {
  if (error instanceof AppError) return `clew: ${error.message} [${error.code}]\nhint: ${error.hint}`;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `clew: unexpected failure: ${text}\nhint: this is a defect; please report it with the command you ran`;
}
