/** Task → a read plan inside a hard token budget: a map, then bodies, then what they lean on. */
import { assembleContext } from "./assemble/assemble-context.ts";
import type { ContextAnswer } from "./assemble/context-answer.ts";
import { type SearchOptions, search } from "./search.ts";
import type { SearchableView } from "./searchable-view.ts";

export interface ContextOptions extends Pick<SearchOptions, "filters"> {
  /** Tokens of the whole rendered answer; 4,000 when absent. */
  budget?: number;
  format?: "text" | "markdown";
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
  const budget = Math.max(0, Math.floor(options.budget ?? DEFAULT_BUDGET));
  const files = Math.max(6, Math.min(FILES_MAX, Math.ceil(budget / 200)));
  const answer = await search(view, task, {
    limit: files,
    spans: budget > 16_000 ? 8 : 4,
    ...(options.filters ? { filters: options.filters } : {}),
  });
  return assembleContext(view, answer, {
    budget,
    format: options.format ?? "text",
    nearDuplicate: options.nearDuplicate,
  });
}
