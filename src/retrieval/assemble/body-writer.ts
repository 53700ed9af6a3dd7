import type { SymbolFact } from "../../core/facts.ts";
import { displayPath, type RelPath } from "../../core/rel-path.ts";
import { similarity } from "../expand/near-duplicates.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import type { SearchHit } from "../search.ts";
import { outlineOf, type SearchableView } from "../searchable-view.ts";
import type { ContextItem } from "./context-answer.ts";
import { oneLine } from "./map-line.ts";
import { fitLines, type NumberedText, numberLines } from "./numbered-lines.ts";
import { surroundingsOf } from "./surroundings.ts";
import { TokenBudget } from "./token-budget.ts";

interface Written {
  item: ContextItem;
  symbol: SymbolFact | undefined;
}

/** Writes bodies of spans, each at most once, near-duplicates folded, never past what it is given. */
export class BodyWriter {
  readonly warnings: string[] = [];
  /** Places that were not written, and why; one that is written later is none of them. */
  readonly left = new Map<string, string>();
  private readonly lines = new Map<string, readonly string[] | null>();
  private readonly written = new Set<string>();
  private readonly sketches: { place: string; sketch: readonly number[] }[] = [];

  constructor(
    private readonly view: SearchableView,
    private readonly budget: TokenBudget,
    private readonly format: "text" | "markdown",
    private readonly nearDuplicate: number,
  ) {}

  async write(hit: SearchHit, span: HitSpan, maxTokens: number): Promise<Written | null> {
    const place = `${displayPath(hit.path)}:${span.startLine}-${span.endLine}`;
    if (this.written.has(place)) return null;
    const lines = await this.linesOf(hit.path);
    if (!lines) return this.leave(place, "the file cannot be read any more");
    const outline = await outlineOf(this.view, this.view.index.corpus.files[hit.file]!.doc);
    const chunk = outline.chunks[span.chunks[0] ?? 0];
    const symbol = chunk ? outline.symbols[chunk.symbol] : undefined;
    const twin = this.twinOf(chunk?.fingerprint ?? []);
    if (twin) return this.fold(hit, span, place, twin, maxTokens);
    const head = this.format === "markdown" ? `### ${place}` : `--- ${place}`;
    const around = surroundingsOf(outline, symbol, span, lines, maxTokens);
    const header = [
      head + (symbol ? ` ${symbol.kind} ${oneLine(symbol.qualifiedName)}` : ""),
      ...around,
    ].join("\n");
    const room = maxTokens - TokenBudget.costOf(header) - (this.format === "markdown" ? 8 : 0);
    const body = fitLines(numberLines(lines, span.startLine, span.endLine), span.startLine, room);
    if (!body || isSnippet(body))
      return this.leave(place, "too little of it fits into its share of the budget");
    const text = this.format === "markdown" ? `${header}\n${fence(body.text)}` : `${header}\n${body.text}`;
    const cost = TokenBudget.costOf(text);
    if (!this.budget.fits(cost)) return this.leave(place, "no room in the budget");
    this.budget.spend(cost);
    this.written.add(place);
    this.left.delete(place);
    if (chunk && chunk.fingerprint.length > 0) this.sketches.push({ place, sketch: chunk.fingerprint });
    return { item: itemOf(hit, span, text, cost, body.isTruncated), symbol };
  }

  private leave(place: string, reason: string): null {
    this.left.set(place, reason);
    return null;
  }

  private fold(
    hit: SearchHit,
    span: HitSpan,
    place: string,
    twin: string,
    maxTokens: number,
  ): Written | null {
    const text = `${this.format === "markdown" ? "###" : "---"} ${place} similar to ${twin}`;
    const cost = TokenBudget.costOf(text);
    if (cost > maxTokens || !this.budget.fits(cost)) return this.leave(place, `similar to ${twin}`);
    this.budget.spend(cost);
    this.written.add(place);
    this.left.delete(place);
    return { item: { ...itemOf(hit, span, text, cost, false), similarTo: twin }, symbol: undefined };
  }

  private twinOf(sketch: readonly number[]): string | null {
    for (const known of this.sketches)
      if (similarity(known.sketch, sketch) >= this.nearDuplicate) return known.place;
    return null;
  }

  private async linesOf(path: string): Promise<readonly string[] | null> {
    const known = this.lines.get(path);
    if (known !== undefined) return known;
    const text = await this.view.readText(path as RelPath);
    const lines = text === null ? null : text.split(/\r\n|\r|\n/);
    if (lines === null) this.warnings.push(`${displayPath(path)} cannot be read any more`);
    this.lines.set(path, lines);
    return lines;
  }
}

/** A few lines of a long body tell nothing that its line on the map does not. */
const MIN_LINES_OF_CUT_BODY = 6;

function isSnippet({ text, isTruncated }: NumberedText): boolean {
  return isTruncated && text.split("\n").length <= MIN_LINES_OF_CUT_BODY;
}

/** A fence longer than any run of backticks inside, so that the text cannot end it. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const mark = "`".repeat(longest + 1);
  return `${mark}\n${text}\n${mark}`;
}

function itemOf(
  hit: SearchHit,
  span: HitSpan,
  text: string,
  tokens: number,
  isTruncated: boolean,
): ContextItem {
  return {
    section: "primary",
    path: hit.path,
    startLine: span.startLine,
    endLine: span.endLine,
    ...(span.symbol ? { symbol: span.symbol } : {}),
    reason: span.reason,
    text,
    tokens,
    isTruncated,
  };
}
