/** Task → a read plan inside a hard token budget: a map, then bodies, then what they lean on. */
import { assembleContext } from "./assemble/assemble-context.ts";
import { type ContextAnswer, itemKey } from "./assemble/context-answer.ts";
import { type SearchAnswer, type SearchOptions, search } from "./search.ts";
import type { SearchableView } from "./searchable-view.ts";

export interface ContextOptions extends Pick<SearchOptions, "filters"> {
  /** Tokens of the whole rendered answer; 4,000 when absent. */
  budget?: number;
  format?: "text" | "markdown";
  /** Budgets of the answers this one continues, first to last; what they showed is not shown again. */
  earlier?: readonly number[];
  /** At most so many files; by budget when absent. */
  maxFiles?: number | undefined;
  /** At most so many bodies. */
  maxSnippets?: number | undefined;
  /** Files below this share of the best score are left out; 0 when absent. */
  minScoreShare?: number | undefined;
  /** Levels of imports shown for the best file; 0 shows none, 3 when absent. */
  importDepth?: number | undefined;
  /** Tells of every proposal of a channel why it was made. */
  explain?: boolean | undefined;
  /** Similarity at which two spans are one thing; 0.92 when absent. */
  nearDuplicate?: number;
}

export const DEFAULT_BUDGET = 4_000;
const FILES_MAX = 60;

export async function context(
  view: SearchableView,
  task: string,
  options: ContextOptions = {},
): Promise<ContextAnswer> {
  const budgets = [...(options.earlier ?? []), options.budget ?? DEFAULT_BUDGET].map((budget) =>
    Math.max(0, Math.floor(budget)),
  );
  const shown = new Set<string>();
  let total = 0;
  let answer: ContextAnswer | undefined;
  // Earlier answers are made again rather than kept: a server holds no state per question.
  for (const budget of budgets) {
    total += budget;
    answer = await assembleContext(view, await searchFor(view, task, total, options), {
      budget,
      shown,
      format: options.format ?? "text",
      nearDuplicate: options.nearDuplicate,
      maxSnippets: options.maxSnippets,
      importDepth: options.importDepth,
    });
    for (const item of answer.items) shown.add(itemKey(item));
  }
  return answer!;
}

async function searchFor(
  view: SearchableView,
  task: string,
  budget: number,
  { filters, maxFiles, explain, minScoreShare = 0 }: ContextOptions,
): Promise<SearchAnswer> {
  const answer = await search(view, task, {
    limit: maxFiles ?? Math.max(6, Math.min(FILES_MAX, Math.ceil(budget / 200))),
    spans: budget > 16_000 ? 8 : 4,
    ...(filters ? { filters } : {}),
    ...(explain ? { explain } : {}),
  });
  const least = (answer.hits[0]?.score ?? 0) * minScoreShare;
  return minScoreShare > 0 ? { ...answer, hits: answer.hits.filter((hit) => hit.score >= least) } : answer;
}
