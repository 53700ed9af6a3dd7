/** The few lines of each of the first hits by which a reader knows whether it is the right place. */
import type { SymbolFact } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { fallOff } from "../fall-off.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { pointedLines } from "../rank/pointed-lines.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer, SearchHit } from "../search.ts";
import { type Outline, outlineOf } from "../searchable-view.ts";
import { componentBlock, enclosingSymbol } from "./enclosing.ts";
import { otherDefinitions } from "./other-definitions.ts";
import { definitionLines, pickLines, type ScoredLine, scoreLines, worthBeside } from "./score-lines.ts";
import { shownSpans } from "./shown-spans.ts";

export interface DecidingLine {
  line: number;
  /** Without indentation. */
  text: string;
  /** Name of what the line stands in, when that is not the symbol of its span. */
  within?: string;
}

/** Files whose lines are shown: the others are looked at only when these are not it. */
const FILES_WITH_LINES = 5;
/** Files of which is told what else they define. */
const FILES_WITH_OTHERS = 3;
const MIN_SHARE = 0.3;

function linesShown(rank: number): number {
  return rank < 3 ? 3 : 1;
}

/** The same answer, its first hits with their deciding lines. Text is read anew each time: a kept answer holds none. */
export async function withDecidingLines(scope: Scope, answer: SearchAnswer): Promise<SearchAnswer> {
  const hits: SearchHit[] = [];
  const likely = new Set(fallOff(answer.hits).likely);
  for (const [rank, hit] of answer.hits.entries())
    hits.push(
      rank < FILES_WITH_LINES && likely.has(hit) && hit.similarTo === undefined
        ? await decideLines(scope, answer, hit, rank)
        : hit,
    );
  return { ...answer, hits };
}

async function decideLines(
  scope: Scope,
  { lineMatcher, understanding }: SearchAnswer,
  hit: SearchHit,
  rank: number,
): Promise<SearchHit> {
  const count = linesShown(rank);
  const member = scope.memberOf(hit);
  const { doc } = member.corpus.files[hit.file]!;
  const outline = await scope.askOne(member, () => outlineOf(member.view, doc));
  const text = await scope.askOne(member, async () => member.view.readText(hit.path as RelPath));
  if (text === null) return hit;
  const definedAt = definitionLines(outline.symbols);
  const pointed = pointedLines(understanding, hit.path);
  const scored: ScoredLine[] = [];
  const texts = new Map<number, string>();
  for (const span of hit.spans) {
    const lines = linesOfSpan(text, outline, span);
    for (const [at, line] of lines.entries()) texts.set(span.startLine + at, line);
    scored.push(...scoreLines(lines, span, lineMatcher, definedAt, span.startLine));
  }
  const named = pointed.filter((line) => texts.has(line)).slice(0, count);
  // What the path and the titles say already is not said again.
  const worth = worthBeside(lineMatcher, [hit.path, ...hit.spans.map(({ symbol = "" }) => symbol)]);
  const picked = pickLines(scored, worth, count - named.length, MIN_SHARE);
  const chosen = [...new Set([...named, ...picked.map(({ line }) => line)])];
  const describe = (line: number) => describeLine(line, texts.get(line)!, outline.symbols, text, hit);
  const spans = hit.spans.map((span) => {
    const own = chosen.filter((line) => line >= span.startLine && line <= span.endLine).sort((a, b) => a - b);
    if (own.length === 0) return span;
    // The declaration is shown as the title of its span.
    const title = outline.symbols.find(({ qualifiedName }) => qualifiedName === span.symbol)?.namePosition
      .line;
    const lines = own.filter((line) => line !== title).map((line) => ofSpan(describe(line), span));
    return { ...span, lines };
  });
  if (rank >= FILES_WITH_OTHERS) return { ...hit, spans };
  return { ...hit, spans, others: otherDefinitions(outline.symbols, shownSpans(spans, rank), lineMatcher) };
}

/** A span knows where its text lies, so the whole file need not be cut into lines. */
function linesOfSpan(text: string, { chunks }: Outline, span: HitSpan): string[] {
  const own = span.chunks.flatMap((ordinal) => chunks[ordinal]?.span ?? []);
  const start = Math.min(...own.map((one) => one.start));
  const end = Math.max(...own.map((one) => one.end));
  return text.slice(start, end).split(/\r\n|\r|\n/);
}

function describeLine(
  line: number,
  text: string,
  symbols: readonly SymbolFact[],
  file: string,
  { language }: SearchHit,
): DecidingLine {
  const symbol = enclosingSymbol(symbols, line);
  const block = symbol ? undefined : blockOf(file, line, language);
  const within = symbol?.qualifiedName ?? block;
  return { line, text: text.trim(), ...(within === undefined ? {} : { within }) };
}

function blockOf(file: string, line: number, language: string): string | undefined {
  return componentBlock(() => file.split(/\r\n|\r|\n/), line, language);
}

function ofSpan(line: DecidingLine, { symbol }: HitSpan): DecidingLine {
  const { within, ...rest } = line;
  return within === undefined || within === symbol ? rest : line;
}
