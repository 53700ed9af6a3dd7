/** Where text leaves the program: one sanitizer, one place that turns outcomes and errors into exit codes. */
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { Engine } from "../engine/engine.ts";
import type { PrintedAnswer } from "../tools/answer-tool.ts";
import { NOTICE } from "../tools/notice.ts";
import { toJson } from "../tools/to-json.ts";
import { EXIT } from "./exit-codes.ts";
import { styleAnswer, styleText, type TerminalStyle } from "./terminal-text.ts";

export interface CliContext {
  engine: Engine;
  signal: AbortSignal;
  stdout: { write: (text: string) => unknown };
  stderr: { isTTY?: boolean; columns?: number; write: (text: string) => unknown };
  /** Of what is printed for people. */
  style: { stdout: TerminalStyle; stderr: TerminalStyle };
  /** The given folder, or the indexed root or repository around the working folder. */
  resolveRoot: (given: string | undefined) => Promise<string>;
  /** Takes the progress line off the terminal before an answer is printed. */
  clearProgress: () => void;
  exitCode: number;
}

const OUTCOME_EXIT = { found: EXIT.found, none: EXIT.none, partial: EXIT.partial } as const;

/** `isText`: the answer is for people; other formats are read by programs. */
export function finish(context: CliContext, answer: PrintedAnswer, isText: boolean): void {
  context.clearProgress();
  const text = isText ? styleAnswer(answer.text, context.style.stdout) : answer.text;
  context.stdout.write(`${text}\n`);
  context.exitCode = exitCodeOf(answer);
}

function exitCodeOf({ outcome, verdict }: PrintedAnswer): number {
  if (verdict === "failed") return EXIT.failed;
  return verdict === "passed" ? EXIT.found : OUTCOME_EXIT[outcome];
}

export function printLine(context: CliContext, text: string): void {
  context.stdout.write(`${styleText(sanitizeText(text), context.style.stdout)}\n`);
}

/** What is to be copied, such as a patch: no line of it is broken. */
export function printVerbatim(context: CliContext, text: string): void {
  context.stdout.write(`${sanitizeText(text)}\n`);
}

/** For what is said beside the answer. */
export function printAside(context: Pick<CliContext, "stderr" | "style">, text: string): void {
  context.stderr.write(`${styleText(sanitizeText(text), context.style.stderr)}\n`);
}

/** Of commands that are no tools. Names and messages in it come from a repository, so it says so, as answers do. */
export function printJson(context: CliContext, value: object): void {
  context.stdout.write(`${toJson(withNotice(value))}\n`);
}

/** The same on one line, after events of which each has one. */
export function printJsonLine(context: CliContext, value: object): void {
  context.stdout.write(`${toJson(withNotice(value)).replace(/\n\s*/g, " ")}\n`);
}

/** A list stays a list: whoever reads it takes its items one by one. */
function withNotice(value: object): object {
  return Array.isArray(value) ? value : { notice: NOTICE, ...value };
}

/** What happened and what to do next; a stack trace only for defects. */
export function describeError(error: unknown): string {
  if (error instanceof AppError) return `clew: ${error.message} [${error.code}]\nhint: ${error.hint}`;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `clew: unexpected failure: ${text}\nhint: this is a defect; please report it with the command you ran`;
}
