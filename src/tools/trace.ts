import { z } from "zod";
import { plural } from "../core/counts.ts";
import { TIERS, type Tier } from "../core/edges.ts";
import {
  RELATION_NAMES,
  type Relation,
  type ScopeSession,
  type SymbolGroup,
  type TraceRow,
} from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { type Suggestion, suggestSearchForName, suggestTrace } from "./suggestion.ts";
import { handleText } from "./tracing/handle-text.ts";
import { pathBetween } from "./tracing/path-between.ts";
import { relatedAnswer } from "./tracing/related-answer.ts";
import { textsOfSites } from "./tracing/site-texts.ts";
import { ACCOUNTED, isInTest, type Shown, traceBody, undecidedSites } from "./tracing/trace-body.ts";
import { countFound, NOUNS, traceHead } from "./tracing/trace-head.ts";
import { withSymbolOrFile } from "./with-symbol.ts";

/** No edges of its own: what others have in common with the symbol. */
const RELATED = "related";
const MAX_RELATED = 20;

export default defineTool({
  name: "trace",
  order: 4,
  title: "Trace uses",
  description:
    "Who calls, uses, implements or depends on a symbol, or what it uses, with the lines of each use and how each link is known " +
    "(compiler, resolved, heuristic). Line 1 accounts for every occurrence of the name: those that mean the symbol, those that " +
    "mean others, those undecided (listed with their lines); it says complete, or proven for zero, when no grep is needed. " +
    "Use it before changing a signature.",
  input: {
    symbol: z.string().min(1).max(1000).describe("As for the symbol tool; ambiguous names return candidates"),
    relation: z
      .enum([...RELATION_NAMES, RELATED])
      .default("callers")
      .describe("What to follow; related: symbols with neighbours in common"),
    path_to: z.string().max(1000).optional().describe("Instead: the shortest chain of uses to this symbol"),
    depth: z.number().int().min(1).max(6).default(1).describe("Levels to follow"),
    min_tier: z.enum(TIERS).default("heuristic").describe("Leave out weaker links"),
    limit: z.number().int().min(1).max(500).default(200).describe("Rows of the first level"),
    tests: z.boolean().default(false).describe("List uses in tests; otherwise they are one line"),
    across: z
      .enum(["proven", "all", "none"])
      .default("proven")
      .describe("Calls over routes, gRPC, GraphQL, topics: proven, also guessed, or none"),
  },
  positional: ["symbol"],
  spansRepositories: true,
  choiceFlags: "relation",
  answer: (session, input) =>
    input.path_to === undefined
      ? withSymbolOrFile(
          session,
          input.symbol,
          (group) => {
            const { relation } = input;
            return relation === RELATED
              ? relatedAnswer(session, group, Math.min(input.limit, MAX_RELATED))
              : traceGroup(session, group, { ...input, relation });
          },
          (handle) => suggestTrace(handle, input.relation),
        )
      : pathBetween(session, input.symbol, input.path_to, input.min_tier),
});

export interface TraceInput {
  relation: Relation;
  depth: number;
  min_tier: Tier;
  limit: number;
  /** List uses in tests; default: count them. */
  tests?: boolean;
  /** Calls over contracts that are followed; default: none. */
  across?: "proven" | "all" | "none";
}

export async function traceGroup(
  session: ScopeSession,
  group: SymbolGroup,
  { relation, depth, min_tier: minTier, limit, tests = false, across = "none" }: TraceInput,
): Promise<Answer> {
  const { searcher } = session;
  const local = await searcher.trace(group, { relation, depth, minTier, limit });
  const minJoin = across === "all" ? "heuristic" : "resolved";
  const trace =
    across === "none"
      ? local
      : await session.traceAcross(local, { relation, depth, minTier, limit, minJoin });
  const accounting = ACCOUNTED.has(relation) ? await searcher.account(group) : null;
  const isOfValues =
    relation === "callers" &&
    depth === 1 &&
    (accounting?.references ?? 0) + (accounting?.dispatched ?? 0) > 0;
  const values =
    isOfValues && isCallable(group)
      ? (await searcher.trace(group, { relation: "references", depth, minTier, limit })).rows
      : [];
  const { repository } = group;
  // Of a symbol that lives in tests, uses in tests are the uses.
  const withTests = tests || isInTest(group.path, repository);
  const isValue = ({ kind }: TraceRow) => kind === "references";
  const texts = await textsOfSites(session, undecidedSites({ accounting, repository, withTests }));
  return describeTrace(group, {
    relation,
    trace,
    accounting,
    repository,
    withTests,
    values: values.filter(isValue),
    texts,
  });
}

/** Whoever changes how it is called must see where it is handed on as well. */
function isCallable({ hits, isFile }: SymbolGroup): boolean {
  return !isFile && hits.every(({ symbol }) => symbol.kind === "function" || symbol.kind === "method");
}

function describeTrace(group: SymbolGroup, shown: Shown): Answer {
  const { relation, trace, accounting } = shown;
  const { total, dispatched } = countFound(shown);
  const { rows, ...counts } = trace;
  const { undecided, unlinked, ...sums } = accounting ?? { undecided: [], unlinked: [] };
  return {
    head: traceHead(group, shown),
    notes: notesOf(shown),
    body: traceBody(shown),
    ...nextStep(group, shown, total + dispatched),
    data: {
      fields: {
        symbol: { path: group.path, qualifiedName: group.qualifiedName },
        relation,
        ...counts,
        ...(accounting && { accounting: sums }),
      },
      lists: {
        rows,
        ...(shown.values.length > 0 && { values: shown.values }),
        ...(accounting && { undecided, unlinked }),
      },
    },
    outcome: total + dispatched > 0 ? "found" : "none",
    quotes: [group.path, ...rows.map((row) => row.site), ...[...shown.texts.keys()].map(({ path }) => path)],
  };
}

/** What the answer was not made of. */
function notesOf({ relation, trace }: Shown): string[] {
  const { guessedAcross = 0 } = trace;
  const guessed =
    guessedAcross > 0
      ? [`${plural(guessedAcross, "guessed call")} over contracts left out: across all lists them`]
      : [];
  const leftOut = plural(trace.leftOut, NOUNS[relation]);
  const unread = (trace.unread ?? []).map(
    ({ repository, files }) =>
      `${plural(files, "more file")} of ${repository} with the name ${files === 1 ? "was" : "were"} not looked into`,
  );
  const cut = trace.leftOut > 0 ? [`${leftOut} left out by limit; raise it to see them`] : [];
  return [...cut, ...unread, ...guessed];
}

/** Nothing where the answer is the end of the search: an agent pays for every line. */
function nextStep(group: SymbolGroup, { relation, accounting }: Shown, total: number): { next?: Suggestion } {
  if (total > 0) return accounting ? {} : { next: suggestTrace(handleText(group), "callers") };
  const uses = accounting ? accounting.references + accounting.imports : 0;
  if (relation === "callers" && uses > 0) return { next: suggestTrace(handleText(group), "references") };
  if (accounting) return {};
  return { next: suggestSearchForName(group.hits[0]?.symbol.name ?? group.path) };
}
