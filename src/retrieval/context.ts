/** Task → a read plan inside a hard token budget: a map, then bodies, then what they lean on. */
import { assembleContext } from "./assemble/assemble-context.ts";
import { type ContextAnswer, itemKey } from "./assemble/context-answer.ts";
import { leaveSeen } from "./assemble/leave-seen.ts";
import { focusMembers } from "./focus/focus-members.ts";
import { answerWithoutLost } from "./scope/lost-members.ts";
import type { SearchMember } from "./scope/member.ts";
import { reportMembers } from "./scope/member-report.ts";
import { Scope } from "./scope/scope.ts";
import { DEFAULT_MEMBER_MS, type SearchAnswer, type SearchOptions, searchScope } from "./search.ts";
import type { SearchableView } from "./searchable-view.ts";

export interface ContextOptions extends Pick<SearchOptions, "filters" | "memberMs" | "hasSeveral"> {
  /** Cosine below which meaning alone brings no file in; as the view is set when absent. */
  similarity?: number | undefined;
  /** Tokens of the whole rendered answer; 4,000 when absent. */
  budget?: number;
  format?: "text" | "markdown";
  /** Budgets of the answers this one continues, first to last; what they showed is not shown again. */
  earlier?: readonly number[];
  /** At most so many files; by budget when absent. */
  maxFiles?: number | undefined;
  /** At most so many bodies. */
  maxSnippets?: number | undefined;
  /** Levels of imports shown for the best file; none when absent. */
  importDepth?: number | undefined;
  /** Tells of every proposal of a channel why it was made. */
  explain?: boolean | undefined;
  /** Similarity at which two spans are one thing; 0.92 when absent. */
  nearDuplicate?: number | undefined;
  /** What the reader has already: `path`, `path:start-end` or `path#symbol`. */
  seen?: readonly string[] | undefined;
}

export const DEFAULT_BUDGET = 4_000;
const FILES_MAX = 200;
const SPANS_PER_FILE = 8;
/** A large budget is filled while there is code that matches. */
const LARGE_BUDGET = 30_000;
const SPANS_IN_LARGE = 40;

export function context(
  view: SearchableView,
  task: string,
  options: ContextOptions = {},
): Promise<ContextAnswer> {
  return contextOfMembers([{ name: "", view }], task, options);
}

/** One read plan over all members. One that fails or is late is left out and named in the answer. */
export async function contextOfMembers(
  members: readonly SearchMember[],
  task: string,
  options: ContextOptions = {},
): Promise<ContextAnswer> {
  const { hasSeveral = members.length > 1 } = options;
  const { answer, lost } = await answerWithoutLost(members, async (left) => {
    const { filters, memberMs = DEFAULT_MEMBER_MS } = options;
    const focused = await focusMembers(left, task, { filters, hasSeveral, memberMs });
    return contextOfScope(focused, task, { ...options, hasSeveral });
  });
  return hasSeveral ? { ...answer, members: reportMembers(members, lost) } : answer;
}

type ScopeContextOptions = ContextOptions & { hasSeveral: boolean };

async function contextOfScope(
  members: readonly SearchMember[],
  task: string,
  options: ScopeContextOptions,
): Promise<ContextAnswer> {
  const { hasSeveral, memberMs = DEFAULT_MEMBER_MS } = options;
  const scope = new Scope(members, { hasSeveral, memberMs });
  const budgets = [...(options.earlier ?? []), options.budget ?? DEFAULT_BUDGET].map((budget) =>
    Math.max(0, Math.floor(budget)),
  );
  const shown = new Set<string>();
  let total = 0;
  let answer: ContextAnswer | undefined;
  // Earlier answers are made again rather than kept: a server holds no state per question.
  for (const budget of budgets) {
    total += budget;
    answer = await assembleContext(scope, await searchFor(members, task, total, options), {
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
  members: readonly SearchMember[],
  task: string,
  budget: number,
  { filters, maxFiles, explain, memberMs, hasSeveral, similarity, seen = [] }: ScopeContextOptions,
): Promise<SearchAnswer> {
  const answer = await searchScope(members, task, {
    limit: maxFiles ?? Math.max(6, Math.min(FILES_MAX, Math.ceil(budget / 200))),
    spans: budget > LARGE_BUDGET ? SPANS_IN_LARGE : SPANS_PER_FILE,
    hasSeveral,
    ...(filters ? { filters } : {}),
    ...(explain ? { explain } : {}),
    ...(similarity === undefined ? {} : { similarity }),
    ...(memberMs === undefined ? {} : { memberMs }),
  });
  return seen.length > 0 ? { ...answer, hits: leaveSeen(answer.hits, seen) } : answer;
}
