import type { Understanding } from "../query/understand.ts";
import type { SearchHit } from "../search.ts";
import type { SearchTrace } from "../trace.ts";

export type Section = "structural" | "primary" | "supporting";

export interface ContextItem {
  section: Section;
  path: string;
  startLine: number;
  endLine: number;
  symbol?: string;
  reason: string;
  /** As it stands in the answer. */
  text: string;
  tokens: number;
  isTruncated: boolean;
  /** `path:start-end` of the item this one nearly repeats; its text is left out. */
  similarTo?: string;
}

export interface ContextAnswer {
  /** The whole answer as rendered; `tokens` is its exact count and never above `budget`. */
  text: string;
  tokens: number;
  budget: number;
  items: ContextItem[];
  /** Distinct files of the items, in order. */
  files: string[];
  /** Something was left out that a further answer would show. */
  hasMore: boolean;
  /** What the budget left out, best first. */
  omitted: { path: string; reason: string }[];
  /** Spans whose text is that of another. */
  folded: { place: string; similarTo: string }[];
  /** Spans of shown files that are not shown, and why. */
  cutSpans: { place: string; reason: string }[];
  warnings: string[];
  /** All files that were ranked for the answer, shown or not. */
  ranked: readonly SearchHit[];
  understanding: Understanding;
  trace: SearchTrace;
}

/** What an item shows, whatever the budget made of it. */
export function itemKey({ section, path, startLine, endLine }: Omit<ContextItem, "text" | "tokens">): string {
  return section === "structural" ? `${section} ${path}` : `${section} ${path}:${startLine}-${endLine}`;
}
