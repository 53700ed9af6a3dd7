import { z } from "zod";
import { plural } from "../core/counts.ts";
import { type Edge, TIERS, type Tier } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { withoutRepository } from "../core/qualified-places.ts";
import { displayPath } from "../core/rel-path.ts";
import {
  isTestPath,
  RELATION_NAMES,
  type Relation,
  type ScopeSession,
  type SymbolGroup,
  type Trace,
  type TraceRow,
} from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { nameIn, tierCounts, traceLine, traceTree } from "./render-symbol.ts";
import { type Suggestion, suggestPath, suggestSearchForName, suggestTrace } from "./suggestion.ts";
import { withSymbol, withSymbolOrFile } from "./with-symbol.ts";

/** What one row is called, in the singular. */
const NOUNS: Record<Relation, string> = {
  callers: "caller",
  callees: "callee",
  implementations: "implementation",
  references: "reference",
  dependencies: "dependency",
  dependents: "dependent",
};

export default defineTool({
  name: "trace",
  order: 4,
  title: "Trace uses",
  description:
    "Who calls, uses, implements or depends on a symbol, or what it uses, with the lines of each use and how each link is known " +
    "(compiler, resolved, heuristic). Line 1 counts what is proven and what is unresolved, and says whether zero means none. " +
    "Use it before changing a signature. For plain text occurrences use grep.",
  input: {
    symbol: z.string().min(1).max(1000).describe("As for the symbol tool; ambiguous names return candidates"),
    relation: z.enum(RELATION_NAMES).default("callers").describe("What to follow"),
    path_to: z.string().max(1000).optional().describe("Instead: the shortest chain of uses to this symbol"),
    depth: z.number().int().min(1).max(6).default(1).describe("Levels to follow"),
    min_tier: z.enum(TIERS).default("heuristic").describe("Leave out weaker links"),
    limit: z.number().int().min(1).max(500).default(50).describe("Rows of the first level"),
  },
  positional: ["symbol"],
  spansRepositories: true,
  choiceFlags: "relation",
  answer: (session, input) =>
    withSymbolOrFile(
      session,
      input.symbol,
      async (group) => {
        if (input.path_to === undefined) return traceGroup(session, group, input);
        return withSymbol(
          session,
          input.path_to,
          async (goal) => describePath(group, goal, await session.findPath(group, goal, input.min_tier)),
          (handle) => suggestPath(handleText(group), handle),
        );
      },
      (handle) =>
        input.path_to === undefined
          ? suggestTrace(handle, input.relation)
          : suggestPath(handle, input.path_to),
    ),
});

export interface TraceInput {
  relation: Relation;
  depth: number;
  min_tier: Tier;
  limit: number;
}

export async function traceGroup(
  session: ScopeSession,
  group: SymbolGroup,
  { relation, depth, min_tier: minTier, limit }: TraceInput,
): Promise<Answer> {
  const trace = await session.searcher.trace(group, { relation, depth, minTier, limit });
  const answer = describeTrace(group, relation, trace);
  if (relation !== "callers" || answer.outcome === "found") return answer;
  // Nobody calls it, but it may be passed on, extended or named as a type.
  const references = await session.searcher.trace(group, {
    relation: "references",
    depth: 1,
    minTier,
    limit: 1,
  });
  if (references.rows.length === 0) return answer;
  return { ...answer, next: suggestTrace(handleText(group), "references") };
}

function describeTrace(group: SymbolGroup, relation: Relation, trace: Trace): Answer {
  const direct = trace.rows.filter((row) => row.depth === 1);
  const total = direct.length + trace.leftOut;
  const inTests = direct.filter(isInTest).length;
  const tiers = direct.length > 0 ? ` (${tierCounts(direct)}${trace.leftOut > 0 ? " shown" : ""})` : "";
  const head = [
    `${plural(total, NOUNS[relation])} of ${group.qualifiedName}${tiers}${inTests > 0 ? `, ${inTests} in tests` : ""}`,
    sureness(group, relation, total, trace),
  ];
  const { rows, ...counts } = trace;
  return {
    head: head.filter(Boolean).join(" · "),
    notes:
      trace.leftOut > 0
        ? [`${plural(trace.leftOut, NOUNS[relation])} left out by limit; raise it to see them`]
        : [],
    body: traceTree(trace).map(traceLine),
    next: nextStep(group, relation, total),
    data: {
      fields: { symbol: { path: group.path, qualifiedName: group.qualifiedName }, relation, ...counts },
      lists: { rows },
    },
    outcome: total > 0 ? "found" : "none",
    quotes: [group.path, ...rows.map((row) => row.site)],
  };
}

function isInTest({ repository, site }: TraceRow): boolean {
  return isTestPath(repository === undefined ? site : withoutRepository(repository, site));
}

/** What the count does not say: uses that may be meant, and edges that were filtered. */
function sureness(group: SymbolGroup, relation: Relation, total: number, trace: Trace): string {
  const name = group.isFile ? displayPath(group.path) : group.hits[0]!.symbol.name;
  const parts: string[] = [];
  const unresolved = isOutgoing(relation) ? 0 : trace.unresolved;
  if (unresolved > 0) parts.push(`${plural(unresolved, "use")} of the name ${name} unresolved`);
  if (trace.belowTier > 0) parts.push(`${plural(trace.belowTier, "link")} below the tier left out`);
  if (total === 0) {
    parts.push(
      unresolved > 0 || trace.belowTier > 0
        ? "zero is not proven"
        : isOutgoing(relation)
          ? `nothing that ${name} uses was resolved to a definition in this repository`
          : `no indexed file uses ${name} in a way that is not resolved; uses from outside or by reflection are not seen`,
    );
  }
  return parts.join(", ");
}

function isOutgoing(relation: Relation): boolean {
  return relation === "callees" || relation === "dependencies";
}

function handleText(group: SymbolGroup): string {
  return group.isFile ? group.path : `${group.path}#${group.qualifiedName}`;
}

function nextStep(group: SymbolGroup, relation: Relation, total: number): Suggestion {
  if (total === 0) return suggestSearchForName(group.hits[0]?.symbol.name ?? group.path);
  const other = relation === "callers" ? "callees" : "callers";
  return suggestTrace(handleText(group), other);
}

function describePath(from: SymbolGroup, to: SymbolGroup, path: Edge[] | null): Answer {
  const names = `${from.qualifiedName} to ${to.qualifiedName}`;
  const steps = path ?? [];
  return {
    head: path
      ? `${plural(path.length, "step")} from ${names} (${tierCounts(path)})`
      : `no chain of uses from ${names} within 8 steps`,
    body: steps.map(
      (edge) =>
        `${displayPath(pathOfHandle(edge.from))}:${edge.lines.slice(0, 3).join(",")}  ${nameIn(pathOfHandle(edge.from), edge.from)} ${edge.kind} ${nameIn(pathOfHandle(edge.from), edge.to)}  ${edge.tier}`,
    ),
    next: suggestTrace(handleText(to), "callers"),
    data: { fields: { isFound: path !== null }, lists: { path: steps } },
    outcome: path ? "found" : "none",
    quotes: [from.path, to.path, ...steps.map((edge) => pathOfHandle(edge.from))],
  };
}
