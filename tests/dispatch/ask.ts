/** Questions about an inline repository, answered in short lines. */
import { findSymbols } from "../../src/navigation/find-symbol.ts";
import type { Relation } from "../../src/navigation/relations.ts";
import { traceSymbol } from "../../src/navigation/trace.ts";
import { openInlineView, readInlineFiles } from "../golden/inline-view.ts";

export type Ask = (relation: Relation, symbol: string, depth?: number) => Promise<string[]>;

/** Rows as `handle`, `handle <- through` for those without an edge of their own; weaker tiers than resolved are said. */
export async function askAbout(listing: string): Promise<Ask> {
  const { reader } = await openInlineView(readInlineFiles(listing));
  return async (relation, symbol, depth = 1) => {
    const { groups } = await findSymbols(reader, symbol);
    if (groups.length !== 1) throw new Error(`${groups.length} symbols named ${symbol}`);
    const { rows } = await traceSymbol(reader, groups[0]!, {
      relation,
      depth,
      minTier: "heuristic",
      limit: 50,
    });
    return rows.map(({ handle, tier, via, through }) => {
      const way =
        via === undefined ? "" : ` <-${via === "dispatch" ? "" : ` ${via}`} ${through ?? ""}`.trimEnd();
      return `${handle}${way}${tier === "heuristic" ? " ?" : ""}`;
    });
  };
}
