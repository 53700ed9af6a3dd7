import { countTokens } from "../../core/tokens.ts";
import { NEAR_DUPLICATE } from "../expand/near-duplicates.ts";
import type { ChosenSymbol } from "../expand/related-symbols.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { placeOfFile, qualifiedPath, repositoryOf, type ScopePath } from "../scope/qualified-path.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer, SearchHit } from "../search.ts";
import { BodyWriter } from "./body-writer.ts";
import { type ContextAnswer, type ContextItem, itemKey, type Section } from "./context-answer.ts";
import { fileOutline } from "./file-outlines.ts";
import { mapLine } from "./map-line.ts";
import { type Planned, planReading, shareOf } from "./reading-plan.ts";
import { type Block, renderBlocks, sectionTitle } from "./render-blocks.ts";
import { strategyOf } from "./strategy.ts";
import { supportingLines } from "./supporting-lines.ts";
import { TokenBudget } from "./token-budget.ts";
import { warnOfNothing, warnOfSize, warnOfSmallBudget, warnOfUnknownWords } from "./warning.ts";

export interface AssembleOptions {
  budget: number;
  format: "text" | "markdown";
  /** Keys of items that earlier answers showed. */
  shown?: ReadonlySet<string> | undefined;
  nearDuplicate?: number | undefined;
  maxSnippets?: number | undefined;
  importDepth?: number | undefined;
}

/** Smaller budgets name files and show no code. */
const MIN_BUDGET_FOR_BODIES = 260;
/** Set aside for naming what is not shown. */
const MAP_SHARE = 0.07;
/** Set aside for naming what else the shown files define. */
const OUTLINE_SHARE = 0.12;
/** Smaller budgets have no room for what the bodies lean on. */
const MIN_BUDGET_FOR_SUPPORT = 1_200;

export async function assembleContext(
  scope: Scope,
  answer: SearchAnswer,
  options: AssembleOptions,
): Promise<ContextAnswer> {
  const budget = new TokenBudget(options.budget);
  const blocks: Block[] = [];
  const items: ContextItem[] = [];
  const strategy = strategyOf(answer.understanding);
  const { format, nearDuplicate = NEAR_DUPLICATE } = options;
  const writer = new BodyWriter(scope, budget, answer, { format, nearDuplicate });
  if (options.budget >= MIN_BUDGET_FOR_BODIES) {
    const forMap = Math.max(Math.floor(options.budget * MAP_SHARE), leastMap(options.budget));
    const forSupport =
      options.budget >= MIN_BUDGET_FOR_SUPPORT ? Math.floor(options.budget * strategy.supportingShare) : 0;
    const forOutlines = Math.floor(options.budget * OUTLINE_SHARE);
    const bodies = await addBodies(
      scope,
      answer,
      writer,
      budget,
      forMap + forSupport + forOutlines,
      blocks,
      items,
      options,
    );
    if (forSupport > 0)
      await addSupporting(scope, answer, bodies, budget, forMap + forOutlines, blocks, items, options);
    addMap(answer, budget, forMap, blocks, items, options);
    await addBodies(scope, answer, writer, budget, forOutlines, blocks, items, options);
    await addOutlines(scope, answer, budget, blocks, items, options);
    addFolds(writer, budget, blocks, items);
  } else addMap(answer, budget, options.budget, blocks, items, options);
  const settled = items.length > 0 ? settle(blocks, items, options) : barePath(answer, options.budget);
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
    warnings: [
      ...writer.warnings,
      ...warnOfSize(settled.tokens),
      ...warnOfUnknownWords(answer.unknownWords),
      ...(answer.hits.length === 0
        ? [warnOfNothing()]
        : settled.items.length === 0
          ? [warnOfSmallBudget()]
          : []),
    ],
    strategy: strategy.name,
    certainty: answer.certainty,
    unknownWords: answer.unknownWords,
    filtered: answer.filtered,
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

/** Tells of the spans of a file whether their bodies are among the items. */
function readIn(items: readonly ContextItem[]): (hit: SearchHit) => (span: HitSpan) => boolean {
  const read = new Set(items.filter(({ section }) => section === "primary").map(placeOf));
  return (hit) => (span) => read.has(placeOf({ ...hit, ...span }));
}

/** One line for each file that is not read, best first, with the span of it that comes next. */
function addMap(
  answer: SearchAnswer,
  budget: TokenBudget,
  share: number,
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): void {
  const isRead = readIn(items);
  const titleCost = TokenBudget.costOf(sectionTitle("structural", options.format));
  let left = Math.min(Math.max(share, leastMap(options.budget)), budget.left);
  let isOpen = false;
  for (const hit of answer.hits) {
    if (hit.spans.some(isRead(hit)) || isShown(options, "structural", hit, undefined)) continue;
    const span = hit.spans.find((one) => !isShown(options, "primary", hit, one));
    if (span || hit.spans.length === 0) addLine(hit, span);
  }

  function addLine(hit: SearchHit, span: HitSpan | undefined): void {
    for (const detail of ["full", "short", "path"] as const) {
      const text = mapLine(hit, span, detail);
      const cost = TokenBudget.costOf(text);
      const whole = cost + (isOpen ? 0 : titleCost);
      if (whole > left) continue;
      left -= whole;
      budget.spend(whole);
      isOpen = true;
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
      return;
    }
  }
}

/** A small answer names nearly as many files as a larger one: a name costs little, and ends the search where the code does not. */
function leastMap(budget: number): number {
  return Math.min(budget, Math.max(160, Math.min(280, Math.floor(budget * 0.18))));
}

/** Below the code of each file what else it defines; the first files may take most of the room. */
async function addOutlines(
  scope: Scope,
  answer: SearchAnswer,
  budget: TokenBudget,
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): Promise<void> {
  const isRead = readIn(items);
  const hits = answer.hits.filter(
    (hit) => hit.spans.some(isRead(hit)) && !isShown(options, "structural", hit, undefined),
  );
  for (const [at, hit] of hits.entries()) {
    const fair = budget.left / (hits.length - at);
    const text = await fileOutline(scope, answer, hit, isRead(hit), Math.floor(fair * OUTLINE_GENEROSITY));
    if (text === null) continue;
    const cost = TokenBudget.costOf(text);
    if (!budget.fits(cost)) continue;
    budget.spend(cost);
    const place = { path: placeOfFile(hit), startLine: Number.POSITIVE_INFINITY };
    blocks.push({ section: "primary", text, item: items.length, place });
    items.push({
      section: "structural",
      ...repositoryOf(hit),
      path: hit.path,
      startLine: 1,
      endLine: 1,
      reason: "defined in the same file",
      text,
      tokens: cost,
      isTruncated: false,
    });
  }
}

/** Most outlines are shorter than their share. */
const OUTLINE_GENEROSITY = 2;

/** Bodies in the order of their worth, each within its share of the room. Returns the symbols whose bodies were shown. */
async function addBodies(
  scope: Scope,
  answer: SearchAnswer,
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
  const isNew = ({ hit, span }: Planned) => !isShown(options, "primary", hit, span);
  const plan = planReading(scope, answer.hits, { ...options, seenFiles: shownFiles(options) }).filter(isNew);
  let worth = plan.reduce((sum, { value }) => sum + value, 0);
  for (const { hit, span, value } of plan) {
    const room = budget.left - reserve;
    const count = blocks.filter((block) => block.section === "primary").length;
    if (room < 24 || count >= (options.maxSnippets ?? Number.POSITIVE_INFINITY)) return chosen;
    const written = await writer.write(hit, span, shareOf(room, value, worth));
    worth -= value;
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

/** Earlier answers read their share of the files; this one goes on behind them. */
function shownFiles({ shown }: AssembleOptions): number {
  const read = [...(shown ?? [])].filter((key) => key.startsWith("primary "));
  return new Set(read.map((key) => key.slice(0, key.lastIndexOf(":")))).size;
}

const MAX_FOLDS_NAMED = 4;

/** All that nearly repeats something shown, in one line. */
function addFolds({ folded }: BodyWriter, budget: TokenBudget, blocks: Block[], items: ContextItem[]): void {
  if (folded.length === 0) return;
  const named = folded.slice(0, MAX_FOLDS_NAMED).map((item) => `${placeOf(item)} to ${item.similarTo}`);
  const more = folded.length - named.length;
  const text = `similar: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const cost = TokenBudget.costOf(text);
  if (!budget.fits(cost)) return;
  budget.spend(cost);
  blocks.push({ section: "primary", text, item: items.length, also: folded.length });
  items.push(...folded);
}

async function addSupporting(
  scope: Scope,
  answer: SearchAnswer,
  chosen: readonly ChosenSymbol[],
  budget: TokenBudget,
  reserve: number,
  blocks: Block[],
  items: ContextItem[],
  options: AssembleOptions,
): Promise<void> {
  const lines = await supportingLines(scope, answer, chosen, options.importDepth);
  const titleCost = TokenBudget.costOf(sectionTitle("supporting", options.format));
  let isOpen = false;
  for (const line of lines) {
    if (isShown(options, "supporting", line, line)) continue;
    const cost = TokenBudget.costOf(line.text) + (isOpen ? 0 : titleCost);
    if (cost > budget.left - reserve) continue;
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
      ...(line.imports ? { imports: line.imports } : {}),
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
      const alive = new Set(
        kept.flatMap(({ item, also = 1 }) => Array.from({ length: also }, (_, at) => item + at)),
      );
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
    const text = mapLine(hit, undefined, "path");
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
