import type { Certainty } from "../certainty.ts";
import type { FlatImport } from "../expand/flat-imports.ts";
import type { FilterReport } from "../filter-report.ts";
import type { Understanding } from "../query/understand.ts";
import type { MemberReport } from "../scope/member-report.ts";
import { placeOfFile } from "../scope/qualified-path.ts";
import type { SearchHit } from "../search.ts";
import type { SearchTrace } from "../trace.ts";
import type { AnswerWarning } from "./warning.ts";

export type Section = "structural" | "primary" | "supporting";

export interface ContextItem {
  section: Section;
  /** Which member it is of; only where several were asked. */
  repository?: string;
  path: string;
  startLine: number;
  endLine: number;
  symbol?: string;
  reason: string;
  /** As it stands in the answer. */
  text: string;
  tokens: number;
  isTruncated: boolean;
  /** `path:start-end` of the item this one nearly repeats; its text is left out, unless that is of another repository. */
  similarTo?: string;
  /** Of an import chain: its files and modules, one by one. */
  imports?: readonly FlatImport[];
}

export interface ContextAnswer {
  /** The whole answer as rendered; `tokens` is its exact count and never above `budget`. */
  text: string;
  tokens: number;
  budget: number;
  items: ContextItem[];
  /** Distinct files of the items, in order; `repository:path` where several were asked. */
  files: string[];
  /** Something was left out that a further answer would show. */
  hasMore: boolean;
  /** What the budget left out, best first. */
  omitted: { repository?: string; path: string; reason: string }[];
  /** Spans whose text is that of another. */
  folded: { place: string; similarTo: string }[];
  /** Spans of shown files that are not shown, and why. */
  cutSpans: { place: string; reason: string }[];
  warnings: AnswerWarning[];
  /** How the question was answered, in words. */
  strategy: string;
  /** All files that were ranked for the answer, shown or not. */
  ranked: readonly SearchHit[];
  certainty: Certainty;
  /** Words of the question that no file holds. */
  unknownWords: readonly string[];
  /** Null when nothing is filtered. */
  filtered: FilterReport | null;
  understanding: Understanding;
  trace: SearchTrace;
  /** Who was asked, and who could not answer; only where several were asked. */
  members?: MemberReport[];
}

/** What an item shows, whatever the budget made of it. */
export function itemKey(
  item: Pick<ContextItem, "section" | "repository" | "path" | "startLine" | "endLine">,
): string {
  const { section, startLine, endLine } = item;
  const path = placeOfFile(item);
  return section === "structural" ? `${section} ${path}` : `${section} ${path}:${startLine}-${endLine}`;
}
