import { throwDamaged } from "../../codec/byte-reader.ts";
import type { FactsOutline } from "../../codec/facts-codec.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { type BlobId, foldName, type SymbolHit } from "../contract.ts";
import type { SymbolPlace } from "../segments/look-up.ts";
import type { GenerationCache } from "./read-caches.ts";

/** The symbols at these places that really have the name, in every file that shows them; by path, then document order. */
export function symbolHits(
  name: string,
  places: readonly SymbolPlace[],
  { filesByBlob }: GenerationCache,
  outlineOf: (blob: BlobId) => FactsOutline,
): SymbolHit[] {
  const folded = foldName(name);
  const hits: SymbolHit[] = [];
  for (const { blob, ordinal } of places) {
    const symbol = outlineOf(blob).symbols[ordinal];
    if (!symbol) throwDamaged(`blob ${blob} has no symbol ${ordinal}`);
    if (foldName(symbol.name) !== folded) continue;
    for (const { path } of filesByBlob.get(blob)!) hits.push({ path, blob, ordinal, symbol });
  }
  return hits.sort((a, b) => comparePaths(a.path, b.path) || a.ordinal - b.ordinal);
}
