import type { SymbolHit, ViewReader } from "../storage/contract.ts";
import type { SymbolGroup } from "./find-symbol.ts";
import type { Relation } from "./relations.ts";
import { membersOf, traceSymbol } from "./trace.ts";

/** Everything about one symbol that fits on a screen. */
export interface SymbolDescription {
  group: SymbolGroup;
  /** In document order. */
  members: SymbolHit[];
  counts: { callers: number; references: number; implementations: number; unresolved: number };
}

export async function describeSymbol(reader: ViewReader, group: SymbolGroup): Promise<SymbolDescription> {
  let unresolved = 0;
  const count = async (relation: Relation) => {
    const trace = await traceSymbol(reader, group, { relation, depth: 1, minTier: "heuristic", limit: 1 });
    unresolved = trace.unresolved;
    return trace.rows.length + trace.leftOut;
  };
  const counts = {
    callers: await count("callers"),
    references: await count("references"),
    implementations: await count("implementations"),
  };
  return { group, members: await membersOf(reader, group), counts: { ...counts, unresolved } };
}
