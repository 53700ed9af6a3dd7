/** Uses of a symbol in other members, as rows of its trace. */
import { type Edge, type Handle, TIERS } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { qualify, withoutRepository } from "../core/qualified-places.ts";
import { farness, type Trace, type TraceOptions, type TraceRow } from "../navigation/trace.ts";

export interface MemberUses {
  repository: string;
  edges: readonly Edge[];
  /** Files that hold the name and were not looked into. */
  unread: number;
}

/**
 * Among the rows of the member itself: strongest tier first, code before examples before tests, then its own and the others
 * in the order of the members. A library's own tests, often hundreds, must not take the place of those who use it.
 */
export function withUsesElsewhere(
  trace: Trace,
  uses: readonly MemberUses[],
  { minTier, limit }: Pick<TraceOptions, "minTier" | "limit">,
): Trace {
  const all = uses.flatMap(({ repository, edges }) => rowsOf(repository, edges));
  const strong = all.filter(({ tier }) => TIERS.indexOf(tier) <= TIERS.indexOf(minTier));
  const first = merged(
    trace.rows.filter(({ depth }) => depth === 1),
    [...strong].sort(compareRows),
  );
  return {
    ...trace,
    rows: withDeeper(first.slice(0, limit), trace.rows),
    leftOut: trace.leftOut + Math.max(0, first.length - limit),
    belowTier: trace.belowTier + all.length - strong.length,
    unread: uses.flatMap(({ repository, unread }) => (unread > 0 ? [{ repository, files: unread }] : [])),
  };
}

/** Each list keeps its order. */
function merged(own: readonly TraceRow[], others: readonly TraceRow[]): TraceRow[] {
  const rows: TraceRow[] = [];
  let next = 0;
  for (const row of own) {
    while (next < others.length && compareRows(others[next]!, row) < 0) rows.push(others[next++]!);
    rows.push(row);
  }
  return [...rows, ...others.slice(next)];
}

function compareRows(a: TraceRow, b: TraceRow): number {
  return (
    Number(a.via !== undefined) - Number(b.via !== undefined) ||
    TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
    farness(bareHandle(a)) - farness(bareHandle(b))
  );
}

function bareHandle({ repository, handle }: TraceRow): Handle {
  return withoutRepository(repository!, handle) as Handle;
}

/** Rows of the first level, then what lies below those of them that were there before. */
function withDeeper(first: readonly TraceRow[], before: readonly TraceRow[]): TraceRow[] {
  const rows = [...first];
  const placeOf = new Map(first.map((row, at) => [row, at]));
  for (const row of before) {
    if (row.depth === 1) continue;
    const parent = placeOf.get(before[row.parent]!);
    if (parent === undefined) continue;
    placeOf.set(row, rows.length);
    rows.push({ ...row, parent });
  }
  return rows;
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
