import type { SymbolFact } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { similarity } from "../expand/near-duplicates.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { qualifiedPath, repositoryOf } from "../scope/qualified-path.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchHit } from "../search.ts";
import { type Outline, outlineOf } from "../searchable-view.ts";
import type { ContextItem } from "./context-answer.ts";
import { oneLine } from "./map-line.ts";
import { fitLines, type NumberedText, numberLines } from "./numbered-lines.ts";
import { surroundingsOf } from "./surroundings.ts";
import { TokenBudget } from "./token-budget.ts";

interface Written {
  item: ContextItem;
  symbol: SymbolFact | undefined;
}

/** What was written, to know its like again. */
interface Sketch {
  place: string;
  repository: string | undefined;
  sketch: readonly number[];
}

/** Writes bodies of spans, each at most once, near-duplicates folded, never past what it is given. */
export class BodyWriter {
  readonly warnings: string[] = [];
  /** Places that were not written, and why; one that is written later is none of them. */
  readonly left = new Map<string, string>();
  readonly #scope: Scope;
  readonly #budget: TokenBudget;
  readonly #format: "text" | "markdown";
  readonly #nearDuplicate: number;
  readonly #lines = new Map<string, readonly string[] | null>();
  readonly #written = new Set<string>();
  readonly #sketches: Sketch[] = [];

  constructor(scope: Scope, budget: TokenBudget, format: "text" | "markdown", nearDuplicate: number) {
    this.#scope = scope;
    this.#budget = budget;
    this.#format = format;
    this.#nearDuplicate = nearDuplicate;
  }

  async write(hit: SearchHit, span: HitSpan, maxTokens: number): Promise<Written | null> {
    const place = `${qualifiedPath(hit)}:${span.startLine}-${span.endLine}`;
    if (this.#written.has(place)) return null;
    const lines = await this.#linesOf(hit);
    if (!lines) return this.#leave(place, "the file cannot be read any more");
    const outline = await this.#outlineOf(hit);
    const chunk = outline.chunks[span.chunks[0] ?? 0];
    const symbol = chunk ? outline.symbols[chunk.symbol] : undefined;
    const twin = this.#twinOf(chunk?.fingerprint ?? []);
    // A copy in another repository is another place to change, so it is shown.
    const isCopy = twin !== null && twin.repository !== hit.repository;
    if (twin && !isCopy) return this.#fold(hit, span, place, twin.place, maxTokens);
    const head = this.#format === "markdown" ? `### ${place}` : `--- ${place}`;
    const around = surroundingsOf(outline, symbol, span, lines, maxTokens);
    const header = [
      head +
        (symbol ? ` ${symbol.kind} ${oneLine(symbol.qualifiedName)}` : "") +
        (isCopy ? ` similar to ${twin.place}` : ""),
      ...around,
    ].join("\n");
    const room = maxTokens - TokenBudget.costOf(header) - (this.#format === "markdown" ? 8 : 0);
    const body = fitLines(numberLines(lines, span.startLine, span.endLine), span.startLine, room);
    if (!body || isSnippet(body))
      return this.#leave(place, "too little of it fits into its share of the budget");
    const text = this.#format === "markdown" ? `${header}\n${fence(body.text)}` : `${header}\n${body.text}`;
    const cost = TokenBudget.costOf(text);
    if (!this.#budget.fits(cost)) return this.#leave(place, "no room in the budget");
    this.#budget.spend(cost);
    this.#written.add(place);
    this.left.delete(place);
    if (chunk && chunk.fingerprint.length > 0)
      this.#sketches.push({ place, repository: hit.repository, sketch: chunk.fingerprint });
    const item = itemOf(hit, span, text, cost, body.isTruncated);
    return { item: isCopy ? { ...item, similarTo: twin.place } : item, symbol };
  }

  #leave(place: string, reason: string): null {
    this.left.set(place, reason);
    return null;
  }

  #fold(hit: SearchHit, span: HitSpan, place: string, twin: string, maxTokens: number): Written | null {
    const text = `${this.#format === "markdown" ? "###" : "---"} ${place} similar to ${twin}`;
    const cost = TokenBudget.costOf(text);
    if (cost > maxTokens || !this.#budget.fits(cost)) return this.#leave(place, `similar to ${twin}`);
    this.#budget.spend(cost);
    this.#written.add(place);
    this.left.delete(place);
    return { item: { ...itemOf(hit, span, text, cost, false), similarTo: twin }, symbol: undefined };
  }

  #twinOf(sketch: readonly number[]): Sketch | null {
    for (const known of this.#sketches)
      if (similarity(known.sketch, sketch) >= this.#nearDuplicate) return known;
    return null;
  }

  #outlineOf(hit: SearchHit): Promise<Outline> {
    const member = this.#scope.memberOf(hit);
    const { doc } = member.corpus.files[hit.file]!;
    return this.#scope.askOne(member, () => outlineOf(member.view, doc));
  }

  async #linesOf(hit: SearchHit): Promise<readonly string[] | null> {
    const path = qualifiedPath(hit);
    const known = this.#lines.get(path);
    if (known !== undefined) return known;
    const member = this.#scope.memberOf(hit);
    const text = await this.#scope.askOne(member, async () => member.view.readText(hit.path as RelPath));
    const lines = text === null ? null : text.split(/\r\n|\r|\n/);
    if (lines === null) this.warnings.push(`${path} cannot be read any more`);
    this.#lines.set(path, lines);
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
    ...repositoryOf(hit),
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
