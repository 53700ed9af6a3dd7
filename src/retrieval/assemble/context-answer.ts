import type { Understanding } from "../query/understand.ts";
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
  /** What the budget left out, best first. */
  omitted: { path: string; reason: string }[];
  warnings: string[];
  understanding: Understanding;
  trace: SearchTrace;
}
