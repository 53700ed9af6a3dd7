/** The stretches of a file to read: chunks that match best, definitions that the query names, places it points at. */
import type { SymbolFact } from "../../core/facts.ts";
import { vectors } from "../channels/vectors/index.ts";
import { words } from "../channels/words/index.ts";
import type { CorpusFile } from "../corpus/corpus.ts";
import type { DecidingLine } from "../lines/deciding-lines.ts";
import type { Understanding } from "../query/understand.ts";
import type { ScopeMember } from "../scope/scope.ts";
import type { Outline } from "../searchable-view.ts";
import { pointedLines } from "./pointed-lines.ts";
import { evidenceOf, type Ranking } from "./rank-scope.ts";

export interface HitSpan {
  startLine: number;
  endLine: number;
  /** Qualified name of the symbol whose text this is, or that encloses it. */
  symbol?: string;
  kind?: string;
  signature?: string;
  reason: string;
  score: number;
  /** Chunk ordinals of the blob that the span covers. */
  chunks: number[];
  /** Lines that tell whether it is the right place; absent when they were not asked for. */
  lines?: DecidingLine[];
  /** Its code, numbered, without its margin; a marker stands for lines that are cut. Only of the best places of a list. */
  code?: string;
}

export const MAX_SPANS = 3;
/** A chunk this much weaker than the file's best adds nothing. */
const MIN_SHARE = 0.4;
const NAMED_BONUS = 1.5;
/** A chunk this close to the closest of all files is shown for its meaning alone. */
const MIN_CLOSENESS = 0.75;
const CLOSENESS_BONUS = 0.4;
/** A definition that is named by words of the query is what the query asks for, more than one that mentions them. */
const NAME_WORD_BONUS = 0.5;
const MIN_NAME_WORD = 4;
/** Verbs that half of all names hold. */
const COMMON_VERBS = new Set([
  "find",
  "make",
  "create",
  "handle",
  "call",
  "check",
  "return",
  "update",
  "build",
  "does",
]);
/** An import list that matches says little that the file's name does not. */
const IMPORTS_FACTOR = 0.3;

export interface SpanRequest {
  file: CorpusFile;
  outline: Outline;
  ranking: Ranking;
  understanding: Understanding;
  member: ScopeMember;
  wantedNames: ReadonlyMap<string, number>;
  matchedTerms: ReadonlyMap<number, readonly string[]>;
  /** Stem of a word of the query → the word as it is written there. */
  spelling: ReadonlyMap<string, string>;
  limit: number;
}

export function chooseSpans(request: SpanRequest): HitSpan[] {
  const { file, outline, ranking, member } = request;
  const base = member.corpus.chunkBase[file.doc]!;
  const matching = evidenceOf(ranking, words, member.position)?.scores.chunkScore;
  const scores = outline.chunks.map((_chunk, ordinal) => matching?.[base + ordinal] ?? 0);
  const best = Math.max(0, ...scores.slice(0, 20_000));
  const meaning = evidenceOf(ranking, vectors, member.position);
  const pointed = pointedLines(request.understanding, file.path);
  const spans: HitSpan[] = [];
  outline.chunks.forEach((chunk, ordinal) => {
    const symbol = outline.symbols[chunk.symbol];
    const named = symbol ? nameScore(symbol, request.wantedNames) : 0;
    const isPointedAt = pointed.some((line) => line >= chunk.span.startLine && line <= chunk.span.endLine);
    const share = best > 0 ? scores[ordinal]! / best : 0;
    const close = meaning?.closeness(base + ordinal) ?? 0;
    if (share < MIN_SHARE && close < MIN_CLOSENESS && named === 0 && !isPointedAt) return;
    const terms = request.matchedTerms.get(base + ordinal) ?? [];
    const isImports = chunk.kind === "imports" || chunk.kind === "module-doc";
    spans.push({
      startLine: chunk.span.startLine,
      endLine: chunk.span.endLine,
      ...(symbol ? { symbol: symbol.qualifiedName, kind: symbol.kind, signature: symbol.signature } : {}),
      reason: reasonOf(symbol, named, isPointedAt, spell(terms, request.spelling), close >= MIN_CLOSENESS),
      score:
        share * (isImports ? IMPORTS_FACTOR : 1) +
        close * CLOSENESS_BONUS +
        named * NAMED_BONUS +
        (isNamedByWords(symbol, terms) ? NAME_WORD_BONUS : 0) +
        (isPointedAt ? 2 : 0),
      chunks: [ordinal],
    });
  });
  if (spans.length === 0 && outline.chunks.length > 0) spans.push(openingOf(outline));
  const chosen = spans.sort((a, b) => b.score - a.score || a.startLine - b.startLine).slice(0, request.limit);
  return mergeTouching(chosen);
}

/** Nothing inside matches (the path did): the first chunk says what the file is. */
function openingOf(outline: Outline): HitSpan {
  const ordinal = Math.max(
    0,
    outline.chunks.findIndex((chunk) => chunk.kind !== "imports"),
  );
  const chunk = outline.chunks[ordinal]!;
  const symbol = outline.symbols[chunk.symbol];
  return {
    startLine: chunk.span.startLine,
    endLine: chunk.span.endLine,
    ...(symbol ? { symbol: symbol.qualifiedName, kind: symbol.kind, signature: symbol.signature } : {}),
    reason: "opening of the file",
    score: 0,
    chunks: [ordinal],
  };
}

function nameScore(symbol: SymbolFact, wanted: ReadonlyMap<string, number>): number {
  return wanted.get(symbol.name.toLowerCase()) ?? 0;
}

function isNamedByWords(symbol: SymbolFact | undefined, terms: readonly string[]): boolean {
  const name = symbol?.name.toLowerCase() ?? "";
  return terms.some((term) => term.length >= MIN_NAME_WORD && !COMMON_VERBS.has(term) && name.includes(term));
}

function spell(terms: readonly string[], spelling: ReadonlyMap<string, string>): string[] {
  return [...new Set(terms.map((term) => spelling.get(term) ?? term))];
}

function reasonOf(
  symbol: SymbolFact | undefined,
  named: number,
  isPointedAt: boolean,
  terms: readonly string[],
  isClose: boolean,
): string {
  const parts: string[] = [];
  if (isPointedAt) parts.push("line named in the query");
  if (named > 0 && symbol) parts.push(`defines ${symbol.name}`);
  if (terms.length > 0) parts.push(`matches ${terms.slice(0, 6).join(", ")}`);
  if (isClose) parts.push("close in meaning");
  return parts.join("; ") || "in a file that matches";
}

/** Neighbouring spans of one symbol become one: two windows of a long function are one thing to read. */
function mergeTouching(spans: HitSpan[]): HitSpan[] {
  const byLine = [...spans].sort((a, b) => a.startLine - b.startLine);
  const merged: HitSpan[] = [];
  for (const span of byLine) {
    const last = merged.at(-1);
    if (last && span.startLine <= last.endLine + 1 && last.symbol === span.symbol) {
      last.endLine = Math.max(last.endLine, span.endLine);
      last.score = Math.max(last.score, span.score);
      last.chunks = [...last.chunks, ...span.chunks];
    } else merged.push({ ...span });
  }
  return merged.sort((a, b) => b.score - a.score || a.startLine - b.startLine);
}
