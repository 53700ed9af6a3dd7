/** The shortest chain of uses between two symbols. Where a name means several, the ones between which there is a chain are meant. */
import { plural } from "../../core/counts.ts";
import type { Edge, Tier } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { displayPath } from "../../core/rel-path.ts";
import { spokenName } from "../../core/spoken-name.ts";
import type { ScopeSession, SymbolGroup } from "../../engine/engine.ts";
import type { Answer } from "../contract.ts";
import { ambiguousAnswer, nameIn, notFoundAnswer, tierCounts } from "../render-symbol.ts";
import { suggestPath, suggestTrace } from "../suggestion.ts";
import { handleText } from "./handle-text.ts";

/** Names that mean more pairs than this have to be told apart by whoever asks. */
const MAX_PAIRS = 24;

export async function pathBetween(
  session: ScopeSession,
  start: string,
  goal: string,
  minTier: Tier,
): Promise<Answer> {
  const from = await session.searcher.symbols(start, { includesFiles: true });
  if (from.groups.length === 0) return notFoundAnswer(start, from.suggestions);
  const to = await session.searcher.symbols(goal);
  if (to.groups.length === 0) return notFoundAnswer(goal, to.suggestions);
  const pairs = from.groups.flatMap((one) => to.groups.map((other) => [one, other] as const));
  if (pairs.length <= MAX_PAIRS) {
    for (const [one, other] of pairs) {
      const path = await session.findPath(one, other, minTier);
      if (path || pairs.length === 1) return describePath(one, other, path);
    }
    return describeNone(start, goal, from.groups, to.groups);
  }
  return from.groups.length > 1
    ? ambiguousAnswer(start, from.groups, (handle) => suggestPath(handle, goal))
    : ambiguousAnswer(goal, to.groups, (handle) => suggestPath(handleText(from.groups[0]!), handle));
}

function describeNone(
  start: string,
  goal: string,
  from: readonly SymbolGroup[],
  to: readonly SymbolGroup[],
): Answer {
  return {
    head: `no chain of uses from ${spokenName(start)} (${plural(from.length, "symbol")}) to ${spokenName(goal)} (${plural(to.length, "symbol")}) within 8 steps`,
    body: [],
    next: suggestTrace(handleText(to[0]!), "callers"),
    data: { fields: { isFound: false }, lists: { path: [] } },
    outcome: "none",
    quotes: [],
  };
}

function describePath(from: SymbolGroup, to: SymbolGroup, path: Edge[] | null): Answer {
  const names = `${spokenName(from.qualifiedName)} to ${spokenName(to.qualifiedName)}`;
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
