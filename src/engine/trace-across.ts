/** A trace that goes on where a call leaves the code: over routes, remote procedures, GraphQL fields and topics. */
import { type Handle, TIERS, type Tier } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { qualify, withoutRepository } from "../core/qualified-places.ts";
import { RELATIONS } from "../navigation/relations.ts";
import type { Trace, TraceOptions, TraceRow } from "../navigation/trace.ts";
import type { Searcher } from "../searching/contract.ts";
import type { ContractEdge, ContractEnd, ContractGraph } from "./questions/contract-edges.ts";

/** Walks that are begun anew behind a contract. */
const MAX_WALKS = 25;

export interface AcrossOptions extends TraceOptions {
  /** Weaker joins are counted and left out. */
  minJoin: Tier;
}

export interface CrossedTrace extends Trace {
  /** Joins below the asked tier. */
  guessedAcross: number;
}

export interface CrossingParts {
  searcher: Searcher;
  graph: ContractGraph;
  /** Null: places are bare, and this is the repository they lie in. */
  repositoryOf: (handle: Handle) => string;
  isFederation: boolean;
}

/** The rows of the trace, then those behind contracts; each knows the row that it was reached from. */
export async function traceAcross(
  { searcher, graph, repositoryOf, isFederation }: CrossingParts,
  trace: Trace,
  options: AcrossOptions,
): Promise<CrossedTrace> {
  const { direction } = RELATIONS[options.relation];
  const crossed: CrossedTrace = { ...trace, rows: [...trace.rows], guessedAcross: 0 };
  const seen = new Set<Handle>([...trace.start, ...trace.rows.map(({ handle }) => handle)]);
  const endOf = (handle: Handle): ContractEnd => {
    const repository = repositoryOf(handle);
    return { repository, handle: (isFederation ? withoutRepository(repository, handle) : handle) as Handle };
  };
  const shown = ({ repository, handle }: ContractEnd) =>
    (isFederation ? qualify(repository, handle) : handle) as Handle;
  let walks = 0;
  const cross = async (handles: readonly Handle[], parent: number, depth: number): Promise<void> => {
    if (depth >= options.depth) return;
    const edges = handles.flatMap((handle) => graph.at(endOf(handle), direction));
    for (const edge of merged(edges)) {
      if (TIERS.indexOf(edge.tier) > TIERS.indexOf(options.minJoin)) {
        crossed.guessedAcross += 1;
        continue;
      }
      const row = rowOf(edge, direction, shown, { parent, depth: depth + 1 });
      row.isRepeated = seen.has(row.handle);
      seen.add(row.handle);
      const at = crossed.rows.push(row) - 1;
      if (row.isRepeated || row.depth >= options.depth || walks >= MAX_WALKS) continue;
      walks += 1;
      await walkOn(row, at);
    }
  };
  const walkOn = async (row: TraceRow, at: number): Promise<void> => {
    const { groups } = await searcher.symbols(row.handle);
    if (groups.length === 1) {
      const further = await searcher.trace(groups[0]!, { ...options, depth: options.depth - row.depth });
      const offset = crossed.rows.length;
      for (const one of further.rows) {
        const parent = one.parent < 0 ? at : one.parent + offset;
        crossed.rows.push({ ...one, parent, depth: one.depth + row.depth });
        seen.add(one.handle);
      }
      for (const [index, one] of further.rows.entries())
        await cross([one.handle], offset + index, one.depth + row.depth);
    }
    await cross([row.handle], at, row.depth);
  };
  await cross(trace.start, -1, 0);
  for (const [at, row] of trace.rows.entries()) if (!row.isRepeated) await cross([row.handle], at, row.depth);
  return crossed;
}

/** One for each pair of ends and contract, with all lines. */
function merged(edges: readonly ContractEdge[]): (ContractEdge & { lines: number[] })[] {
  const found = new Map<string, ContractEdge & { lines: number[] }>();
  for (const edge of edges) {
    const { from, to, need } = edge;
    const key = [from.repository, from.handle, to.repository, to.handle, need.key].join("\0");
    const known = found.get(key);
    if (known) known.lines.push(edge.line);
    else found.set(key, { ...edge, lines: [edge.line] });
  }
  return [...found.values()];
}

function rowOf(
  { from, to, need, offer, tier, lines }: ContractEdge & { lines: number[] },
  direction: "into" | "from",
  shown: (end: ContractEnd) => Handle,
  { parent, depth }: Pick<TraceRow, "parent" | "depth">,
): TraceRow {
  const end = direction === "into" ? from : to;
  const site = shown({ ...from, handle: pathOfHandle(from.handle) as string as Handle });
  const contract =
    offer.kind === "route" || offer.kind === "graphql" ? offer.key : `${need.kind} ${offer.key}`;
  return {
    handle: shown(end),
    parent,
    depth,
    kind: "calls",
    tier,
    site,
    lines: [...new Set(lines)].sort((a, b) => a - b),
    via: "contract",
    contract,
    isRepeated: false,
    leftOut: 0,
    ...(end.repository !== "" && { repository: end.repository }),
  };
}
