import { countTokens } from "../../core/tokens.ts";
import { NEAR_DUPLICATE } from "../expand/near-duplicates.ts";
import type { ChosenSymbol } from "../expand/related-symbols.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { placeOfFile, qualifiedPath, repositoryOf, type ScopePath } from "../scope/qualified-path.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer, SearchHit } from "../search.ts";
import { BodyWriter } from "./body-writer.ts";
import { type ContextAnswer, type ContextItem, itemKey, type Section } from "./context-answer.ts";
import { mapLine } from "./map-line.ts";
import { type Block, renderBlocks, sectionTitle } from "./render-blocks.ts";
import { supportingLines } from "./supporting-lines.ts";
import { TokenBudget } from "./token-budget.ts";

export interface AssembleOptions {
  budget: number;
  format: "text" | "markdown";
  /** Keys of items that earlier answers showed. */
  shown?: ReadonlySet<string> | undefined;
  nearDuplicate?: number | undefined;
  maxSnippets?: number | undefined;
  importDepth?: number | undefined;
}

/** Above this an answer costs an agent more than it tells. */
const LARGE_ANSWER = 100_000;
const MAP_SHARE = 0.3;
/** Files beyond these are named, not described. */
const MAX_FULL_LINES = 8;
const SUPPORTING_SHARE = 0.2;
/** Smaller budgets have no room for more than the map and the best body. */
const MIN_BUDGET_FOR_SUPPORT = 1_200;

export async function assembleContext(
  scope: Scope,
  answer: SearchAnswer,
  options: AssembleOptions,
): Promise<ContextAnswer> {
  const budget = new TokenBudget(options.budget);
  const blocks: Block[] = [];
  const items: ContextItem[] = [];
  const warnings: string[] = [];
  const mapped = addMap(answer, budget, blocks, items, options);
  const writer = new BodyWriter(scope, budget, options.format, options.nearDuplicate ?? NEAR_DUPLICATE);
  const reserve =
    options.budget >= MIN_BUDGET_FOR_SUPPORT ? Math.floor(options.budget * SUPPORTING_SHARE) : 0;
  const bodies = await addBodies(scope, answer.hits, writer, budget, reserve, blocks, items, options);
  if (reserve > 0) await addSupporting(scope, answer, bodies, budget, blocks, items, options);
  await addBodies(scope, answer.hits, writer, budget, 0, blocks, items, options);
  warnings.push(...writer.warnings);
  const settled = items.length > 0 ? settle(blocks, items, options) : barePath(answer, options.budget);
  if (settled.tokens > LARGE_ANSWER)
    warnings.push(`the answer has ${settled.tokens} tokens, more than ${LARGE_ANSWER}`);
  const files = [...new Set(settled.items.map(placeOfFile))];
  const shown = new Set(files);
  return {
    ...settled,
    budget: options.budget,
    files,
    hasMore: settled.items.length > 0 && isLeftOver(answer, settled.items, options),
    omitted: [
      ...answer.hits
        .filter((hit) => !shown.has(placeOfFile(hit)))
        .map((hit) => ({ ...hit, reason: "no room in the budget" })),
      ...answer.trace.cut,
    ].map((file) => ({ ...repositoryOf(file), path: file.path, reason: file.reason })),
    folded: settled.items.flatMap((item) =>
      item.similarTo ? [{ place: placeOf(item), similarTo: item.similarTo }] : [],
    ),
    cutSpans: cutSpansOf(answer, settled.items, writer.left, options),
    ranked: answer.hits,
    warnings:
      answer.hits.length === 0
        ? [...warnings, "nothing in the index matches the query"]
        : mapped === 0 && settled.items.length === 0
          ? [...warnings, "the budget is too small for a single path"]
          : warnings,
    understanding: answer.understanding,
    trace: answer.trace,
  };
}

function placeOf(span: ScopePath & { startLine: number; endLine: number }): string {
  return `${qualifiedPath(span)}:${span.startLine}-${span.endLine}`;
}

/** Every span that was chosen in a file and has no body in the answer. */
function cutSpansOf(
  { hits }: SearchAnswer,
  items: readonly ContextItem[],
  left: ReadonlyMap<string, string>,
  options: AssembleOptions,
): { place: string; reason: string }[] {
  const shown = new Set(items.filter((item) => item.section === "primary").map(placeOf));
  return hits.flatMap((hit) =>
    hit.spans.flatMap((span) => {
      const place = placeOf({ ...repositoryOf(hit), path: hit.path, ...span });
      if (shown.has(place)) return [];
      const isEarlier = isShown(options, "primary", hit, span);
      const reason = isEarlier ? "shown on an earlier page" : (left.get(place) ?? "no room in the budget");
      return [{ place, reason }];
    }),
  );
}

function isShown(
  { shown }: AssembleOptions,
  section: Section,
  file: ScopePath,
  span: { startLine: number; endLine: number } | undefined,
): boolean {
  if (!shown || shown.size === 0) return false;
  const { startLine, endLine } = span ?? { startLine: 1, endLine: 1 };
  return shown.has(itemKey({ section, ...repositoryOf(file), path: file.path, startLine, endLine }));
}

/** Whether files were cut from the ranking, or spans of the files that are shown have no body yet. */
function isLeftOver(answer: SearchAnswer, items: readonly ContextItem[], options: AssembleOptions): boolean {
  if (answer.trace.cut.length > 0) return true;
  const now = new Set(items.map(itemKey));
  const isNew = (hit: SearchHit, span: HitSpan) =>
    !isShown(options, "primary", hit, span) && !isShown({ ...options, shown: now }, "primary", hit, span);
  return answer.hits.some((hit) => hit.spans.some((span) => isNew(hit, span)));
}

/** One line per file, best first: even a small budget says where to look. */
function addMap(
  answer: SearchAnswer,
  budget: TokenBudget,
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): number {
  const title = sectionTitle("structural", options.format);
  const share = Math.max(Math.min(options.budget, 160), Math.floor(options.budget * MAP_SHARE));
  const titleCost = TokenBudget.costOf(title);
  let spent = titleCost;
  let count = 0;
  for (const hit of answer.hits) {
    const span = hit.spans[0];
    if (isShown(options, "structural", hit, span)) continue;
    const isFirst = count === 0;
    for (const detail of count < MAX_FULL_LINES
      ? (["full", "short", "path"] as const)
      : (["path"] as const)) {
      const text = mapLine(hit, detail);
      const cost = TokenBudget.costOf(text);
      const isWithin = isFirst ? spent + cost <= options.budget : spent + cost <= share;
      if (!isWithin) continue;
      blocks.push({ section: "structural", text, item: items.length });
      items.push({
        section: "structural",
        ...repositoryOf(hit),
        path: hit.path,
        startLine: span?.startLine ?? 1,
        endLine: span?.endLine ?? 1,
        ...(span?.symbol ? { symbol: span.symbol } : {}),
        reason: hit.reasons.join("; "),
        text,
        tokens: cost - 1,
        isTruncated: false,
      });
      spent += cost;
      count++;
      break;
    }
  }
  if (count > 0) budget.spend(spent);
  return count;
}

/** The best spans of the best files first: depth where the ranking is sure, then breadth. Returns the symbols whose bodies were shown. */
async function addBodies(
  scope: Scope,
  hits: readonly SearchHit[],
  writer: BodyWriter,
  budget: TokenBudget,
  reserve: number,
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): Promise<ChosenSymbol[]> {
  const titleCost = TokenBudget.costOf(sectionTitle("primary", options.format));
  const isFirst = !blocks.some((block) => block.section === "primary");
  if (isFirst && budget.left - reserve <= titleCost + 12) return [];
  if (isFirst) budget.spend(titleCost);
  const chosen: ChosenSymbol[] = [];
  // A body of a file that barely matches costs as much as one that answers; such files stay on the map.
  const files =
    Math.max(MIN_FILES_READ, Math.ceil(options.budget / TOKENS_PER_FILE_READ)) + shownFiles(options);
  for (const { hit, span, rank, round } of readingOrder(scope, hits.slice(0, files))) {
    if (isShown(options, "primary", hit, span)) continue;
    const room = budget.left - reserve;
    const count = blocks.filter((block) => block.section === "primary").length;
    if (room < 24 || count >= (options.maxSnippets ?? Number.POSITIVE_INFINITY)) return chosen;
    // The first files get the most, but one long body must not take the room of the next.
    const most =
      round === 0 && rank < 3
        ? Math.max(200, Math.floor(room * 0.28))
        : Math.max(150, Math.floor(room * 0.2));
    const written = await writer.write(hit, span, Math.min(room, most));
    if (!written) continue;
    const { startLine } = written.item;
    blocks.push({
      section: "primary",
      text: written.item.text,
      item: items.length,
      place: { path: placeOfFile(written.item), startLine },
    });
    items.push(written.item);
    if (written.symbol && !written.item.similarTo)
      chosen.push({ ...repositoryOf(hit), path: hit.path, symbol: written.symbol });
  }
  return chosen;
}

interface Candidate {
  hit: SearchHit;
  span: HitSpan;
  rank: number;
  round: number;
  value: number;
}

const MIN_FILES_READ = 4;
const TOKENS_PER_FILE_READ = 400;

/** Earlier answers read their share of the files; this one goes on behind them. */
function shownFiles({ shown }: AssembleOptions): number {
  const read = [...(shown ?? [])].filter((key) => key.startsWith("primary "));
  return new Set(read.map((key) => key.slice(0, key.lastIndexOf(":")))).size;
}

/** What a further span of a file is worth beside the one before it. */
const SPAN_DECAY = 0.6;
/** Text outside definitions is mostly headers and imports. */
const NO_SYMBOL_FACTOR = 0.4;
const TEST_FACTOR = 0.5;

/** Spans by what they are likely to tell: that falls with the rank of the file and with the number of the span. */
function readingOrder(scope: Scope, hits: readonly SearchHit[]): Candidate[] {
  const worthOf = (hit: SearchHit, span: HitSpan) => {
    const file = scope.memberOf(hit).corpus.files[hit.file];
    return (span.symbol ? 1 : NO_SYMBOL_FACTOR) * (file?.facts.flags.has("test") ? TEST_FACTOR : 1);
  };
  return hits
    .flatMap((hit, rank) =>
      hit.spans.map((span, round) => ({
        hit,
        span,
        rank,
        round,
        value: (worthOf(hit, span) * SPAN_DECAY ** round) / Math.sqrt(rank + 1),
      })),
    )
    .sort((a, b) => b.value - a.value || a.rank - b.rank || a.round - b.round);
}

async function addSupporting(
  scope: Scope,
  answer: SearchAnswer,
  chosen: readonly ChosenSymbol[],
  budget: TokenBudget,
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): Promise<void> {
  const hasImports = options.budget >= 2 * MIN_BUDGET_FOR_SUPPORT && options.importDepth !== 0;
  const lines = await supportingLines(scope, answer, chosen, hasImports ? options.importDepth : 0);
  const titleCost = TokenBudget.costOf(sectionTitle("supporting", options.format));
  let isOpen = false;
  for (const line of lines) {
    if (isShown(options, "supporting", line, line)) continue;
    const cost = TokenBudget.costOf(line.text) + (isOpen ? 0 : titleCost);
    if (!budget.fits(cost)) continue;
    isOpen = true;
    budget.spend(cost);
    blocks.push({ section: "supporting", text: line.text, item: items.length });
    items.push({
      section: "supporting",
      ...repositoryOf(line),
      path: line.path,
      startLine: line.startLine,
      endLine: line.endLine,
      ...(line.symbol ? { symbol: line.symbol } : {}),
      reason: line.reason,
      text: line.text,
      tokens: cost,
      isTruncated: false,
    });
  }
}

/** Renders, counts the real text and drops from the end until it fits: the promise holds whatever the estimates were. */
function settle(
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): { text: string; tokens: number; items: ContextItem[] } {
  const kept = [...blocks];
  for (;;) {
    const text = renderBlocks(kept, options.format);
    const tokens = countTokens(text);
    if (tokens <= options.budget) {
      const alive = new Set(kept.map((block) => block.item));
      return { text, tokens, items: items.filter((_item, at) => alive.has(at)) };
    }
    if (kept.length === 1) return lastResort(kept[0]!, items[kept[0]!.item]!, options.budget);
    kept.pop();
  }
}

/** The best path that fits on its own: an answer is never empty while something fits. */
function barePath(
  answer: SearchAnswer,
  budget: number,
): { text: string; tokens: number; items: ContextItem[] } {
  for (const hit of answer.hits) {
    const text = mapLine(hit, "path");
    const tokens = countTokens(text);
    if (tokens > budget) continue;
    const reason = hit.reasons.join("; ");
    const item: ContextItem = {
      section: "structural",
      ...repositoryOf(hit),
      path: hit.path,
      startLine: 1,
      endLine: 1,
      reason,
      text,
      tokens,
      isTruncated: false,
    };
    return { text, tokens, items: [item] };
  }
  return { text: "", tokens: 0, items: [] };
}

/** A bare path, without a title, when that is all there is room for. */
function lastResort(
  block: Block,
  item: ContextItem,
  budget: number,
): { text: string; tokens: number; items: ContextItem[] } {
  for (const text of [block.text, placeOfFile(item)]) {
    const tokens = countTokens(text);
    if (tokens <= budget) return { text, tokens, items: [{ ...item, text, tokens }] };
  }
  return { text: "", tokens: 0, items: [] };
}
