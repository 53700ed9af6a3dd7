/** An answer as text, cut to its budget: never one token above it, whatever the lines hold. */
import { sanitizeText } from "../core/sanitize.ts";
import type { Answer, Position } from "./contract.ts";
import { fenceLines } from "./fence.ts";
import { countFitting, cutText, fits } from "./fit-budget.ts";
import { holdsRepositoryText, type Reader, type Suggestion, spellSuggestion } from "./suggestion.ts";

export interface TextPage {
  text: string;
  /** A packed body was longer than its tool reckoned, and lost lines. */
  isCut: boolean;
}

export interface TextPageOptions {
  maxTokens: number;
  position: Position;
  /** `generation 4, fresh`; empty for answers that are about no generation. */
  freshness: string;
  reader: Reader;
  cursorFor: (position: Position) => string;
}

type Around = Pick<Answer, "head" | "notes" | "next">;

/** The lines around the body, ready to print. */
interface CleanAround {
  head: string;
  notes: readonly string[];
  /** A suggestion that names something of the repository: the last line within the fence. */
  nextInside: string | null;
  /** One in our own words, or in the caller's. */
  nextOutside: string | null;
}

/** Stands for any cursor when room is set aside. */
const LONGEST_POSITION: Position = [999_999, 999_999];
const LONGEST_REST = 999_999;
/** What borders between lines may cost beyond the counts of the parts. */
const BORDERS = 4;

export function pageText(answer: Answer, options: TextPageOptions): TextPage {
  const around = cleanAround(answer, options);
  if (answer.packed) return packedPage(around, answer.body.map(cleanLine), answer.packed.more, options);
  const from = options.position[0] ?? 0;
  const body = answer.body.slice(from).map(cleanLine);
  const cutAt = (count: number) => {
    const rest = body.length - count;
    return compose(around, body.slice(0, count), rest > 0 ? moreLine(options, [from + count], rest) : null);
  };
  const kept = countFitting(body, cutAt, options.maxTokens);
  if (kept > 0 || body.length === 0) return { text: cutText(cutAt(kept), options.maxTokens), isCut: false };
  return { text: cutFirstLine(around, body, from, options), isCut: false };
}

function packedPage(
  around: CleanAround,
  body: readonly string[],
  more: Position | null,
  options: TextPageOptions,
): TextPage {
  const last = more && moreLine(options, more);
  const cutAt = (count: number) => compose(around, body.slice(0, count), last);
  const whole = cutAt(body.length);
  if (fits(whole, options.maxTokens)) return { text: whole, isCut: false };
  const kept = countFitting(body, cutAt, options.maxTokens);
  return { text: cutText(cutAt(kept), options.maxTokens), isCut: true };
}

/** Not even one line fits beside all the rest: the suggestion and the notes go first, then the end of the line. */
function cutFirstLine(
  around: CleanAround,
  body: readonly string[],
  from: number,
  options: TextPageOptions,
): string {
  const more = body.length > 1 ? [from + 1] : null;
  const last = more && moreLine(options, more, body.length - 1);
  const bare = { head: around.head, notes: [], nextInside: null, nextOutside: null };
  for (let length = body[0]!.length; length > 0; length = Math.floor(length * 0.8)) {
    const line = length < body[0]!.length ? `${body[0]!.slice(0, length).toWellFormed()}…` : body[0]!;
    const text = compose(bare, [line], last);
    if (fits(text, options.maxTokens)) return text;
  }
  return cutText(compose(bare, [], last), options.maxTokens);
}

/** Tokens that remain for the body between these lines. */
export function roomFor(around: Around, options: Omit<TextPageOptions, "position">): number {
  const { maxTokens } = options;
  const longest = moreLine(options, LONGEST_POSITION, LONGEST_REST);
  const clean = cleanAround(around, options);
  let low = 0;
  let high = maxTokens;
  const empty = compose(clean, ["x"], longest);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(empty, middle)) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, maxTokens - low - BORDERS);
}

function cleanAround(
  around: Around,
  { freshness, maxTokens, reader }: Pick<TextPageOptions, "freshness" | "maxTokens" | "reader">,
): CleanAround {
  const head = cleanLine(freshness === "" ? around.head : `${around.head} · ${freshness}`);
  const half = Math.floor(maxTokens / 2);
  return {
    head: fits(head, half) ? head : `${cutText(head, half - 2)}…`,
    notes: (around.notes ?? []).map(cleanLine),
    ...cleanNext(around.next, reader),
  };
}

function cleanNext(
  next: Suggestion | undefined,
  reader: Reader,
): Pick<CleanAround, "nextInside" | "nextOutside"> {
  const spelled = next === undefined ? "" : cleanLine(spellSuggestion(next, reader));
  const line = spelled === "" ? null : `next: ${spelled}`;
  const isInside = next !== undefined && holdsRepositoryText(next);
  return { nextInside: isInside ? line : null, nextOutside: isInside ? null : line };
}

/** One line stays one line, and nothing in it moves the cursor or the reading direction. */
function cleanLine(line: string): string {
  return sanitizeText(line).replaceAll("\n", " ");
}

function compose(around: CleanAround, body: readonly string[], more: string | null): string {
  return [
    around.head,
    ...around.notes,
    ...fenceLines(around.nextInside === null ? body : [...body, around.nextInside]),
    ...(more === null ? [] : [more]),
    ...(around.nextOutside === null ? [] : [around.nextOutside]),
  ].join("\n");
}

function moreLine(options: Pick<TextPageOptions, "cursorFor">, position: Position, rest?: number): string {
  const left = rest === undefined ? "" : ` (${rest} more ${rest === 1 ? "line" : "lines"})`;
  return `more: cursor=${options.cursorFor(position)}${left}`;
}
