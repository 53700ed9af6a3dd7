/** Who asks whom over contracts, among repositories: what a scope that follows dependencies goes by. */
import type { ServiceEdge } from "../../catalog/resolve-scope.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { ContractKind } from "../../frameworks/contract.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import type { Contracts } from "./contracts.ts";

const MAX_NAMED = 3;
const KINDS: readonly ContractKind[] = ["route", "graphql", "rpc", "event", "job"];

interface Pair {
  from: string;
  to: string;
  keys: Set<string>;
  isGuess: boolean;
}

/**
 * One for each pair of repositories. A call that several may answer leads nowhere, and so does one in a test: it asks the
 * server that the test itself has started.
 */
export function callsBetween({ needs }: Pick<Contracts, "needs">): ServiceEdge[] {
  const pairs = new Map<string, Pair>();
  const ordered = [...needs].sort((a, b) => KINDS.indexOf(a.need.kind) - KINDS.indexOf(b.need.kind));
  for (const { need, offers, tier } of ordered) {
    const repositories = new Set(offers.map(({ repository }) => repository));
    const [to] = repositories;
    const from = need.repository;
    if (repositories.size !== 1 || to === undefined || from === undefined || to === from) continue;
    if (isTestPath(pathOfHandle(need.place.handle))) continue;
    const pair = pairs.get(`${from}\0${to}`) ?? { from, to, keys: new Set(), isGuess: true };
    pair.keys.add(need.key);
    if (tier !== "heuristic") pair.isGuess = false;
    pairs.set(`${from}\0${to}`, pair);
  }
  return [...pairs.values()].map(({ from, to, keys: all, isGuess }) => {
    const keys = [...all];
    const more = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : "";
    const named = `${keys.slice(0, MAX_NAMED).join(", ")}${more}`;
    return { from, to, keys, isGuess, text: `${from} ${isGuess ? "may call" : "calls"} ${named}` };
  });
}
