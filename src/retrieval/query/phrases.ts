/** Stretches of a query that may stand in the code word for word: quoted text, messages of errors, a whole pasted line. */
import type { QueryKind } from "./classify.ts";
import type { Segment } from "./task-text.ts";

/** Words of a phrase in lower case, in order. */
export type Phrase = readonly string[];

const MAX_PHRASES = 4;
const MAX_WORDS = 40;
const MIN_PASTED_WORDS = 4;
/** Each is read from files, so a line that asks in its own words should not cost that. */
const ASKS = /^(?:how|what|where|which|who|why|when|does|do|is|are|can|show|find|explain|list)\b/i;
/** `ValueError: bad input`, `panic: no route`, `[error] cannot open`. */
const MESSAGE =
  /\b(?:\w*(?:Error|Exception|Fault)|error|panic(?:ked)?|fatal|warning|failed|cannot)\b[\])]?:\s+(\S.{8,300})/;
const QUOTED =
  /"([^"\n]{6,200})"|“([^”\n]{6,200})”|(?<![A-Za-z])'([^'\n]{6,200})'(?![A-Za-z])|`([^`\n]{6,200})`/g;

export function findPhrases(text: string, segments: readonly Segment[], kind: QueryKind): Phrase[] {
  const phrases: Phrase[] = [];
  const add = (part: string) => {
    const words = wordsOf(part).slice(0, MAX_WORDS);
    const isNew = !phrases.some((known) => known.join(" ") === words.join(" "));
    if (words.length >= 2 && isNew && phrases.length < MAX_PHRASES) phrases.push(words);
  };
  if (isPastedLine(text, kind)) add(text);
  for (const segment of segments) {
    const message = segment.kind === "code" ? null : MESSAGE.exec(segment.text);
    if (message) add(message[1]!);
  }
  for (const { kind: segment, text: part } of segments) {
    if (segment === "code" || segment === "trace") continue;
    for (const match of part.matchAll(QUOTED)) add(match[1] ?? match[2] ?? match[3] ?? match[4]!);
    // A name is found as a name; what is more than that may be a key, a path or a message.
    if (segment === "inline-code" && wordsOf(part).length >= 3) add(part);
  }
  return phrases;
}

/** What sentences of programs have and names of topics have not: `queue of a subscription` is no message. */
const SAID = new Set(
  "is are was were be been not no cannot can could should must may has have had does did do will didn doesn failed failing fails invalid unable unknown missing expected unexpected already only without when because while please you your".split(
    " ",
  ),
);

/** One line of several words that asks nothing. */
function isPastedLine(text: string, kind: QueryKind): boolean {
  const line = text.trim();
  if (kind === "symbol" || line.includes("\n") || line.length > 300 || ASKS.test(line)) return false;
  const words = wordsOf(line);
  if (words.length < MIN_PASTED_WORDS) return false;
  return words.some((word) => SAID.has(word)) || /[":=%'()[\]/\d]|\.$/.test(line);
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
