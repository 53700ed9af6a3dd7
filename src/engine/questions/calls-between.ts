/** Who asks whom over contracts, among repositories: what a scope that follows dependencies goes by. */
import type { ServiceEdge } from "../../catalog/resolve-scope.ts";
import type { ContractKind } from "../../frameworks/contract.ts";
import type { Contracts } from "./contracts.ts";

const MAX_NAMED = 3;
const KINDS: readonly ContractKind[] = ["route", "graphql", "rpc", "event", "job"];

/** One for each pair of repositories; a call that several may answer leads nowhere. */
export function callsBetween({ needs }: Pick<Contracts, "needs">): ServiceEdge[] {
  const keys = new Map<string, { from: string; to: string; keys: Set<string> }>();
  const ordered = [...needs].sort((a, b) => KINDS.indexOf(a.need.kind) - KINDS.indexOf(b.need.kind));
  for (const { need, offers } of ordered) {
    const repositories = new Set(offers.map(({ repository }) => repository));
    const [to] = repositories;
    const from = need.repository;
    if (repositories.size !== 1 || to === undefined || from === undefined || to === from) continue;
    const pair = `${from}\0${to}`;
    const known = keys.get(pair) ?? { from, to, keys: new Set() };
    known.keys.add(need.key);
    keys.set(pair, known);
  }
  return [...keys.values()].map(({ from, to, keys: all }) => {
    const named = [...all].slice(0, MAX_NAMED).join(", ");
    const more = all.size > MAX_NAMED ? ` and ${all.size - MAX_NAMED} more` : "";
    return { from, to, text: `${from} calls ${named}${more}` };
  });
}
