/** The few lines of each of the first hits by which a reader knows whether it is the right place. */
import type { SymbolFact } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { fallOff } from "../fall-off.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { pointedLines } from "../rank/pointed-lines.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer, SearchHit } from "../search.ts";
import { outlineOf } from "../searchable-view.ts";
import { codeOfList, type ReadHit } from "./code-of-list.ts";
import { componentBlock, enclosingSymbol } from "./enclosing.ts";
import { type OtherDefinition, otherDefinitions } from "./other-definitions.ts";
import { definitionLines, pickLines, type ScoredLine, scoreLines, worthBeside } from "./score-lines.ts";
import { shownSpans } from "./shown-spans.ts";

export interface DecidingLine {
  line: number;
  /** Without indentation. */
  text: string;
  /** Name of what the line stands in, when that is not the symbol of its span. */
  within?: string;
}

/** Files that are read: the others are looked at only when these are not it. */
const FILES_WITH_LINES = 5;
const MIN_SHARE = 0.3;

function linesShown(rank: number): number {
  return rank < 3 ? 3 : 1;
}

/** The same answer, its first hits with their deciding lines. Text is read anew each time: a kept answer holds none. */
export async function withDecidingLines(scope: Scope, answer: SearchAnswer): Promise<SearchAnswer> {
  const { likely } = fallOff(answer.hits);
  const read: ReadHit[] = [];
  for (const [rank, hit] of answer.hits.slice(0, FILES_WITH_LINES).entries()) {
    if (!likely.includes(hit) || hit.similarTo !== undefined) continue;
    const one = await readHit(scope, answer, hit, rank);
    if (one) read.push(one);
  }
  const code = codeOfList(read, answer.lineMatcher);
  const decided = new Map(read.map((one) => [one.hit, decideLines(answer, one, code.get(one.hit))]));
  return { ...answer, hits: answer.hits.map((hit) => decided.get(hit) ?? hit) };
}

async function readHit(
  scope: Scope,
  { understanding }: SearchAnswer,
  hit: SearchHit,
  rank: number,
): Promise<ReadHit | null> {
  const member = scope.memberOf(hit);
  const { doc } = member.corpus.files[hit.file]!;
  const outline = await scope.askOne(member, () => outlineOf(member.view, doc));
  const text = await scope.askOne(member, async () => member.view.readText(hit.path as RelPath));
  if (text === null) return null;
  return {
    hit,
    rank,
    outline,
    lines: text.split(/\r\n|\r|\n/),
    pointed: pointedLines(understanding, hit.path),
  };
}

function decideLines(
  { lineMatcher }: SearchAnswer,
  { hit, rank, outline, lines, pointed }: ReadHit,
  code: readonly HitSpan[] | undefined,
): SearchHit {
  if (code) return { ...hit, spans: [...code], ...othersOf(code) };
  const count = linesShown(rank);
  const definedAt = definitionLines(outline.symbols);
  const scored: ScoredLine[] = [];
  const texts = new Map<number, string>();
  for (const span of hit.spans) {
    for (let line = span.startLine; line <= span.endLine; line++) texts.set(line, lines[line - 1] ?? "");
    scored.push(...scoreLines(lines, span, lineMatcher, definedAt));
  }
  const named = pointed.filter((line) => texts.has(line)).slice(0, count);
  // What the path and the titles say already is not said again.
  const worth = worthBeside(lineMatcher, [hit.path, ...hit.spans.map(({ symbol = "" }) => symbol)]);
  const picked = pickLines(scored, worth, count - named.length, MIN_SHARE);
  const chosen = [...new Set([...named, ...picked.map(({ line }) => line)])];
  const describe = (line: number) => describeLine(line, texts.get(line)!, outline.symbols, lines, hit);
  const spans = hit.spans.map((span) => {
    const own = chosen.filter((line) => line >= span.startLine && line <= span.endLine).sort((a, b) => a - b);
    if (own.length === 0) return span;
    // The declaration is shown as the title of its span.
    const title = outline.symbols.find(({ qualifiedName }) => qualifiedName === span.symbol)?.namePosition
      .line;
    const lines = own.filter((line) => line !== title).map((line) => ofSpan(describe(line), span));
    return { ...span, lines };
  });
  return { ...hit, spans, ...othersOf(shownSpans(spans, rank)) };

  /** Of the first file alone: further below they cost more than they tell. */
  function othersOf(shown: readonly HitSpan[]): { others?: OtherDefinition[] } {
    return rank === 0 ? { others: otherDefinitions(outline.symbols, shown, lineMatcher) } : {};
  }
}

function describeLine(
  line: number,
  text: string,
  symbols: readonly SymbolFact[],
  file: readonly string[],
  { language }: SearchHit,
): DecidingLine {
  const symbol = enclosingSymbol(symbols, line);
  const block = symbol ? undefined : blockOf(file, line, language);
  const within = symbol?.qualifiedName ?? block;
  return { line, text: text.trim(), ...(within === undefined ? {} : { within }) };
}

function blockOf(file: readonly string[], line: number, language: string): string | undefined {
  return componentBlock(() => file, line, language);
}

function ofSpan(line: DecidingLine, { symbol }: HitSpan): DecidingLine {
  const { within, ...rest } = line;
  return within === undefined || within === symbol ? rest : line;
}
