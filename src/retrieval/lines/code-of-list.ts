/**
 * The code of a list: of its best places so much that the list may end the search. A short function stands there whole, of a longer one
 * its head, the lines that decide with the branches they stand in, and what is beside them.
 */
import type { SymbolFact } from "../../core/facts.ts";
import { excerptOf } from "../assemble/excerpt.ts";
import { shareOf } from "../assemble/reading-plan.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import type { SearchHit } from "../search.ts";
import type { Outline } from "../searchable-view.ts";
import { enclosingSymbol } from "./enclosing.ts";
import type { LineMatcher } from "./line-matcher.ts";
import { definitionLines, pickLines, scoreLines } from "./score-lines.ts";
import { withoutMargin } from "./without-margin.ts";

/** A hit whose file was read. */
export interface ReadHit {
  hit: SearchHit;
  rank: number;
  lines: readonly string[];
  outline: Outline;
  /** Lines that the question names. */
  pointed: readonly number[];
}

/**
 * Tokens of all code in a list. On 96 searches of agents whose later change is known, 0, 400, 600 and 900 tokens showed 0.20, 0.28, 0.33 and
 * 0.35 of the places that it changed; opening a file costs more than all of them.
 */
const ROOM = 600;
const FILES_WITH_CODE = 3;
const FUNCTIONS_OF_FILE = 3;
/** How likely a file is the right one falls by half with every so many points below the best, and with its place. */
const HALVED_BY = 2;
const NEXT_FILE = 0.6;
/** What a further function of a file is worth beside the one before it, and text outside of definitions beside a definition. */
const NEXT_FUNCTION = 0.5;
const NO_SYMBOL_FACTOR = 0.4;
/** Fewer tokens of code tell nothing that the line that decides does not. */
const LEAST = 90;
const MAX_DECIDING = 12;
const MIN_DECIDING_SHARE = 0.2;
const MAX_LINE = 150;

interface Stretch {
  read: ReadHit;
  span: HitSpan;
  /** Lines, best first. */
  deciding: number[];
  value: number;
}

/** Spans with their code, by hit; hits for whose code there is no room are absent. */
export function codeOfList(read: readonly ReadHit[], matcher: LineMatcher): Map<SearchHit, HitSpan[]> {
  const best = Math.max(...read.map(({ hit }) => hit.score));
  const stretches = read
    .slice(0, FILES_WITH_CODE)
    .flatMap((one) => {
      const likelihood = NEXT_FILE ** one.rank * 0.5 ** ((best - one.hit.score) / HALVED_BY);
      return stretchesOf(one, matcher, likelihood);
    })
    .sort((a, b) => b.value - a.value);
  const code = new Map<SearchHit, HitSpan[]>();
  let worth = stretches.reduce((sum, { value }) => sum + value, 0);
  let left = ROOM;
  for (const { read: one, span, deciding, value } of stretches) {
    const maxTokens = Math.min(left, shareOf(left, value, worth));
    worth -= value;
    if (maxTokens < LEAST) continue;
    const lines = clipped(one.lines, span);
    const excerpt = excerptOf({ ...span, lines, maxTokens, deciding });
    if (!excerpt) continue;
    left -= excerpt.tokens;
    code.set(one.hit, [...(code.get(one.hit) ?? []), { ...span, code: withoutMargin(excerpt.text) }]);
  }
  return code;
}

/** The functions of a file that hold its best spans, each once. */
function stretchesOf(read: ReadHit, matcher: LineMatcher, likelihood: number): Stretch[] {
  const { hit, lines, outline, pointed } = read;
  const definedAt = definitionLines(outline.symbols);
  const stretches: Stretch[] = [];
  for (const chosen of hit.spans) {
    const [first] = pickLines(scoreLines(lines, chosen, matcher, definedAt), matcher.masses, 1, 0);
    const span = functionOf(chosen, outline, first?.line);
    if (stretches.some((other) => overlaps(span, other.span))) continue;
    const scored = scoreLines(lines, span, matcher, definedAt);
    const picked = pickLines(scored, matcher.masses, MAX_DECIDING, MIN_DECIDING_SHARE);
    const named = pointed.filter((line) => line >= span.startLine && line <= span.endLine);
    const ofPlace = NEXT_FUNCTION ** stretches.length * (span.symbol === undefined ? NO_SYMBOL_FACTOR : 1);
    const deciding = [...new Set([...named, ...picked.map(({ line }) => line)])];
    stretches.push({ read, span, deciding, value: likelihood * ofPlace });
    if (stretches.length === FUNCTIONS_OF_FILE) break;
  }
  return stretches;
}

function overlaps(a: HitSpan, b: HitSpan): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}

/** The whole function of a span, or the one in which its best line stands; a span of something else stays what it is. */
function functionOf(span: HitSpan, { symbols, chunks }: Outline, line: number | undefined): HitSpan {
  const own = symbols[chunks[span.chunks[0] ?? -1]?.symbol ?? -1];
  if (own && isFunction(own)) return spanOf(own, span);
  const around = line === undefined ? undefined : enclosingSymbol(symbols, line);
  return around && isFunction(around) ? spanOf(around, span) : span;
}

function isFunction({ complexity }: SymbolFact): boolean {
  return complexity > 0;
}

function spanOf({ span: { startLine, endLine }, ...symbol }: SymbolFact, span: HitSpan): HitSpan {
  const { qualifiedName, kind, signature } = symbol;
  return { ...span, startLine, endLine, symbol: qualifiedName, kind, signature };
}

/** The lines of the file, those of the span cut to what a list shows of them; the others are not read. */
function clipped(lines: readonly string[], { startLine, endLine }: HitSpan): string[] {
  const own = new Array<string>(lines.length);
  for (let line = startLine; line <= Math.min(endLine, lines.length); line++) {
    const text = lines[line - 1]!;
    own[line - 1] = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text;
  }
  return own;
}
