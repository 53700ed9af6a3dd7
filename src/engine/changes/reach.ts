/** Everything that changed symbols reach against the direction of use, level by level, through dispatch too. */
import { type EdgeKind, type Handle, TIERS, type Tier } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { weaker } from "../../navigation/hierarchy/type-hierarchy.ts";
import { Neighbours, type Via } from "../../navigation/neighbours.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface Reached {
  handle: Handle;
  /** File of the use, and its lines. */
  site: string;
  lines: number[];
  kind: EdgeKind;
  /** The weakest link on the way. */
  tier: Tier;
  /** Uses between the change and this: 1 for a direct one. */
  distance: number;
  via?: Via;
  through?: Handle;
  /** What was changed, by the name that the answer gives it. */
  of: string;
  /** What it uses itself, which is the change or depends on it. */
  uses: Handle;
}

export interface Origin {
  handle: Handle;
  of: string;
}

/** Symbols that are walked from; a change that reaches more touches everything anyway. */
const MAX_WALKED = 1_500;

/**
 * In the order of distance; what is reached twice counts the first time. Origins are not among them. Files that were
 * reached by an import are not walked further: what they hold did not change with it.
 */
export async function reachFrom(
  reader: ViewReader,
  origins: readonly Origin[],
  depth: number,
): Promise<{ reached: Reached[]; isWhole: boolean }> {
  const neighbours = new Neighbours(reader, "dependents");
  const seen = new Set(origins.map(({ handle }) => handle));
  const reached: Reached[] = [];
  let level: (Origin & { tier: Tier })[] = origins.map((origin) => ({ ...origin, tier: "compiler" }));
  let walked = 0;
  for (let distance = 1; distance <= depth && level.length > 0; distance++) {
    if (walked + level.length > MAX_WALKED) return { reached, isWhole: false };
    walked += level.length;
    const found = await neighbours.of(
      level.map(({ handle }) => handle),
      true,
    );
    const next: typeof level = [];
    for (const { handle: uses, of, tier } of level) {
      const strongestFirst = [...found.get(uses)!].sort(
        (a, b) => TIERS.indexOf(a.edge.tier) - TIERS.indexOf(b.edge.tier),
      );
      for (const { handle, edge, via, through } of strongestFirst) {
        if (seen.has(handle)) continue;
        seen.add(handle);
        const whole = weaker(tier, edge.tier);
        reached.push({
          handle,
          site: pathOfHandle(handle),
          lines: edge.lines,
          kind: edge.kind,
          tier: whole,
          distance,
          ...(via && { via }),
          ...(through && { through }),
          of,
          uses,
        });
        if (edge.kind !== "imports") next.push({ handle, of, tier: whole });
      }
    }
    level = next;
  }
  return { reached, isWhole: true };
}
