import type { SymbolFact } from "../../core/facts.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { similarity } from "../expand/near-duplicates.ts";
import type { LineMatcher } from "../lines/line-matcher.ts";
import { definitionLines, pickLines, scoreLines } from "../lines/score-lines.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { pointedLines } from "../rank/pointed-lines.ts";
import { qualifiedPath, repositoryOf } from "../scope/qualified-path.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer, SearchHit } from "../search.ts";
import { type Outline, outlineOf } from "../searchable-view.ts";
import type { ContextItem } from "./context-answer.ts";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { fence } from "./fence.ts";
import { oneLine } from "./map-line.ts";
import { surroundingsOf } from "./surroundings.ts";
import { TokenBudget } from "./token-budget.ts";
import { type AnswerWarning, warnOfUnreadable } from "./warning.ts";

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

export interface BodyOptions {
  format: "text" | "markdown";
  nearDuplicate: number;
}

/** Lines that are looked for in one body; a longer list would be the body itself. */
const MAX_DECIDING = 16;
const MIN_DECIDING_SHARE = 0.15;

/** Writes bodies of spans, each at most once, near-duplicates folded, never past what it is given. */
export class BodyWriter {
  readonly warnings: AnswerWarning[] = [];
  /** Places that were not written, and why; one that is written later is none of them. */
  readonly left = new Map<string, string>();
  /** What nearly repeats something written; told in one line for all of them. */
  readonly folded: ContextItem[] = [];
  readonly #scope: Scope;
  readonly #budget: TokenBudget;
  readonly #format: "text" | "markdown";
  readonly #nearDuplicate: number;
  readonly #matcher: LineMatcher;
  readonly #pointed: (path: string) => number[];
  readonly #lines = new Map<string, readonly string[] | null>();
  readonly #written = new Set<string>();
  readonly #sketches: Sketch[] = [];
  readonly #named = new Set<SymbolFact>();

  constructor(
    scope: Scope,
    budget: TokenBudget,
    answer: SearchAnswer,
    { format, nearDuplicate }: BodyOptions,
  ) {
    this.#scope = scope;
    this.#budget = budget;
    this.#format = format;
    this.#nearDuplicate = nearDuplicate;
    this.#matcher = answer.lineMatcher;
    this.#pointed = (path) => pointedLines(answer.understanding, path);
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
    if (twin && !isCopy) return this.#fold(hit, span, place, twin.place);
    const head = this.#format === "markdown" ? `### ${place}` : `--- ${place}`;
    const around = surroundingsOf(outline, symbol, span, lines, maxTokens, this.#named);
    const header = [
      head +
        (symbol ? ` ${symbol.kind} ${oneLine(symbol.qualifiedName)}` : "") +
        (isCopy ? ` similar to ${twin.place}` : ""),
      ...around,
    ].join("\n");
    const room = maxTokens - TokenBudget.costOf(header) - (this.#format === "markdown" ? 8 : 0);
    const body = excerptOf({
      lines,
      startLine: span.startLine,
      endLine: span.endLine,
      maxTokens: room,
      deciding: this.#deciding(hit, span, outline, lines),
    });
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

  #fold(hit: SearchHit, span: HitSpan, place: string, twin: string): null {
    this.#written.add(place);
    this.left.delete(place);
    this.folded.push({ ...itemOf(hit, span, "", 0, false), similarTo: twin });
    return null;
  }

  /** Lines that the question names, then those that hold its words, each telling something new. */
  #deciding(hit: SearchHit, span: HitSpan, { symbols }: Outline, lines: readonly string[]): number[] {
    const named = this.#pointed(hit.path).filter((line) => line >= span.startLine && line <= span.endLine);
    const scored = scoreLines(lines, span, this.#matcher, definitionLines(symbols));
    const picked = pickLines(scored, this.#matcher.masses, MAX_DECIDING, MIN_DECIDING_SHARE);
    return [...new Set([...named, ...picked.map(({ line }) => line)])];
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
    if (lines === null) this.warnings.push(warnOfUnreadable(path));
    this.#lines.set(path, lines);
    return lines;
  }
}

/** A line or two of a long body tell nothing that its line on the map does not. */
const MIN_LINES_OF_CUT_BODY = 3;

function isSnippet({ lines, isTruncated }: Excerpt): boolean {
  return isTruncated && lines < MIN_LINES_OF_CUT_BODY;
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
