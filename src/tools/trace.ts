import { z } from "zod";
import { plural } from "../core/counts.ts";
import { TIERS, type Tier } from "../core/edges.ts";
import {
  type Accounting,
  RELATION_NAMES,
  type Relation,
  type ScopeSession,
  type SymbolGroup,
  type TraceRow,
} from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { type Suggestion, suggestSearchForName, suggestTrace } from "./suggestion.ts";
import { flowAnswer } from "./tracing/flow-answer.ts";
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
/** Begins with words, not with a symbol. */
const FLOW = "flow";

export default defineTool({
  name: "trace",
  order: 4,
  title: "Trace uses",
  description:
    "Who calls, uses, implements or depends on a symbol, or what it uses, with lines and how each link is known. " +
    "Line 1 accounts for every occurrence of the name; it says complete, or proven for zero, when no grep is needed. " +
    "Use it before changing a signature. With relation flow and an event in words: the chain of functions it runs through, " +
    "from page to store, over requests and jobs, with the lines that hand on.",
  input: {
    symbol: z.string().min(1).max(1000).describe("As for the symbol tool"),
    relation: z
      .enum([...RELATION_NAMES, RELATED, FLOW])
      .default("callers")
      .describe("related: by common neighbours; flow: from words"),
    path_to: z.string().max(1000).optional().describe("The shortest chain of uses to this symbol"),
    depth: z.number().int().min(1).max(6).default(1).describe("Levels to follow"),
    min_tier: z.enum(TIERS).default("heuristic").describe("Leave out weaker links"),
    limit: z.number().int().min(1).max(500).default(200).describe("Rows of the first level"),
    tests: z.boolean().default(false).describe("List uses in tests"),
    undecided: z.boolean().default(false).describe("List every undecided place"),
    across: z
      .enum(["proven", "all", "none"])
      .default("proven")
      .describe("Calls over contracts: proven, also guessed, or none"),
  },
  positional: ["symbol"],
  spansRepositories: true,
  choiceFlags: "relation",
  answer: (session, input) => {
    const { symbol, relation } = input;
    if (input.path_to !== undefined) return pathBetween(session, symbol, input.path_to, input.min_tier);
    if (relation === FLOW) return flowAnswer(session, symbol);
    return withSymbolOrFile(
      session,
      symbol,
      (group) =>
        relation === RELATED
          ? relatedAnswer(session, group, Math.min(input.limit, MAX_RELATED))
          : traceGroup(session, group, { ...input, relation }),
      (handle) => suggestTrace(handle, relation),
    );
  },
});

export interface TraceInput {
  relation: Relation;
  depth: number;
  min_tier: Tier;
  limit: number;
  /** List uses in tests; default: count them. */
  tests?: boolean;
  /** List all undecided uses; default: the likeliest. */
  undecided?: boolean;
  /** Calls over contracts that are followed; default: none. */
  across?: "proven" | "all" | "none";
}

export async function traceGroup(
  session: ScopeSession,
  group: SymbolGroup,
  {
    relation,
    depth,
    min_tier: minTier,
    limit,
    tests = false,
    undecided = false,
    across = "none",
  }: TraceInput,
): Promise<Answer> {
  const { searcher } = session;
  const local = await searcher.trace(group, { relation, depth, minTier, limit, withOverrides: true });
  const minJoin = across === "all" ? "heuristic" : "resolved";
  const trace =
    across === "none"
      ? local
      : await session.traceAcross(local, { relation, depth, minTier, limit, minJoin });
  const accounting = ACCOUNTED.has(relation) ? await searcher.account(group) : null;
  const isOfValues =
    relation === "callers" && depth === 1 && accounting !== null && mayHoldValues(accounting);
  const asValues = { relation: "references", depth, minTier, limit, withOverrides: true } as const;
  const values = isOfValues && isCallable(group) ? (await searcher.trace(group, asValues)).rows : [];
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
    owner: ownerOf(group),
    withTests,
    withUndecided: undecided,
    values: values.filter(isValue),
    texts,
  });
}

function ownerOf({ qualifiedName, isFile }: SymbolGroup): string | null {
  return isFile ? null : (qualifiedName.split(".").at(-2) ?? null);
}

function mayHoldValues({ references, dispatched, overridden }: Accounting): boolean {
  return references + dispatched + overridden > 0;
}

/** Whoever changes how it is called must see where it is handed on as well. */
function isCallable({ hits, isFile }: SymbolGroup): boolean {
  return !isFile && hits.every(({ symbol }) => symbol.kind === "function" || symbol.kind === "method");
}

const NOTHING: Pick<Accounting, "undecided" | "unlinked" | "overrides"> = {
  undecided: [],
  unlinked: [],
  overrides: [],
};

function describeTrace(group: SymbolGroup, shown: Shown): Answer {
  const { relation, trace, accounting } = shown;
  const { total, dispatched, overriding } = countFound(shown);
  const found = total + dispatched + overriding;
  const { rows, ...counts } = trace;
  const { undecided, unlinked, overrides, ...sums } = accounting ?? NOTHING;
  return {
    head: traceHead(group, shown),
    notes: notesOf(shown),
    body: traceBody(shown),
    ...nextStep(group, shown, found),
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
        ...(accounting && { undecided, unlinked, overrides }),
      },
    },
    outcome: found > 0 ? "found" : "none",
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
