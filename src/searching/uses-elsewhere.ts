/** Uses of a symbol in other members, as rows of its trace. */
import { type Edge, type Handle, TIERS } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { qualify } from "../core/qualified-places.ts";
import type { Trace, TraceOptions, TraceRow } from "../navigation/trace.ts";

export interface MemberUses {
  repository: string;
  edges: readonly Edge[];
  /** Files that hold the name and were not looked into. */
  unread: number;
}

/** After the rows of the member itself: strongest tier first, in the order of the members. */
export function withUsesElsewhere(
  trace: Trace,
  uses: readonly MemberUses[],
  { minTier, limit }: Pick<TraceOptions, "minTier" | "limit">,
): Trace {
  const all = uses.flatMap(({ repository, edges }) => rowsOf(repository, edges));
  const strong = all.filter(({ tier }) => TIERS.indexOf(tier) <= TIERS.indexOf(minTier));
  const ordered = [...strong].sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier));
  const room = Math.max(0, limit - trace.rows.filter(({ depth }) => depth === 1).length);
  return {
    ...trace,
    rows: [...trace.rows, ...ordered.slice(0, room)],
    leftOut: trace.leftOut + Math.max(0, ordered.length - room),
    belowTier: trace.belowTier + all.length - strong.length,
    unread: uses.flatMap(({ repository, unread }) => (unread > 0 ? [{ repository, files: unread }] : [])),
  };
}

/** One row for each symbol and kind, with all lines and the strongest proof. */
function rowsOf(repository: string, edges: readonly Edge[]): TraceRow[] {
  const rows = new Map<string, TraceRow>();
  for (const { from, kind, tier, lines } of edges) {
    const key = `${from}\0${kind}`;
    const known = rows.get(key);
    const isWeaker = known !== undefined && TIERS.indexOf(known.tier) <= TIERS.indexOf(tier);
    rows.set(key, {
      handle: qualify(repository, from) as Handle,
      parent: -1,
      depth: 1,
      kind,
      tier: isWeaker ? known.tier : tier,
      site: qualify(repository, pathOfHandle(from)),
      lines: [...new Set([...(known?.lines ?? []), ...lines])].sort((a, b) => a - b),
      isRepeated: false,
      leftOut: 0,
      repository,
    });
  }
  return [...rows.values()];
}
