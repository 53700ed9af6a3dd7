/** A cheap order over all files of a member that anything was found in, to decide whose features are worth computing. */
import { firstOf } from "../../core/first-of.ts";
import type { Evidence, Gathered } from "../channels/contract.ts";
import type { Scope, ScopeMember } from "../scope/scope.ts";

/** Files whose features are computed in full, by that order; more cost time and found next to nothing. */
const DEFAULT_CANDIDATES = 300;
/** Of each of many members. */
const LEAST_CANDIDATES = 40;

export function chooseCandidates(
  scope: Scope,
  { corpus, isAllowed, view }: ScopeMember,
  evidence: readonly Evidence[],
  gathered: Gathered,
): number[] {
  const order = new Float64Array(corpus.files.length);
  for (const one of evidence) one.addToOrder?.(order);
  const holding = evidence.filter((one) => one.heldBack);
  const found: number[] = [];
  for (const file of corpus.files) {
    if (order[file.index] === 0 || (isAllowed && !isAllowed(file.index))) continue;
    for (const one of holding) order[file.index]! -= one.heldBack!(file);
    found.push(file.index);
  }
  const most = scope.shareOf(view.width?.candidates ?? DEFAULT_CANDIDATES, LEAST_CANDIDATES);
  const chosen = new Set(firstOf(found, most, (a, b) => order[b]! - order[a]! || a - b));
  for (const one of evidence) {
    for (const file of one.proposals?.(found, gathered) ?? [])
      if (!isAllowed || isAllowed(file)) chosen.add(file);
  }
  return [...chosen];
}
