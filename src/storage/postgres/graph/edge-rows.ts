/** Edges as rows, of each file's links once: what the server itself can walk. */
import { createHash } from "node:crypto";
import { EDGE_KINDS, type FileLinks, TIERS } from "../../../core/edges.ts";
import type { LinksId } from "../../contract.ts";
import { newReadCaches } from "../../reading/read-caches.ts";
import { insertRows } from "../insert-rows.ts";
import type { Queries } from "../queries.ts";
import { Values } from "../values.ts";

const LINKS_PER_READ = 200;

/** UTF-16, high byte first: takes any text, and sorts as clew sorts texts. */
export function sortableBytes(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

export function textOfSortable(bytes: Buffer): string {
  return Buffer.from(bytes).swap16().toString("utf16le");
}

/** Short enough for an index; equal handles are compared as a whole. */
export function keyOfHandle(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest().readBigInt64BE(0).toString();
}

/** Writes what links of a place lack, whoever brought them in. Contract: inside a transaction that writes. */
export async function drawMissingEdges(queries: Queries, place: number): Promise<void> {
  const missing = await queries.lists<[id: LinksId]>(
    "SELECT id FROM @links WHERE place = $1 AND NOT is_drawn ORDER BY id",
    [place],
  );
  const ids = missing.map(([id]) => id);
  const values = new Values(queries, place, newReadCaches());
  for (let at = 0; at < ids.length; at += LINKS_PER_READ) {
    const batch = ids.slice(at, at + LINKS_PER_READ);
    const links = await values.links(batch);
    await insertRows(
      queries,
      "@edge(place, links, source_key, source, target_key, target, kind, tier, lines, extractor)",
      batch.flatMap((id, index) => rowsOf(links[index]!).map((row) => [place, id, ...row])),
    );
    await queries.run("UPDATE @links SET is_drawn = true WHERE place = $1 AND id = ANY($2::int[])", [
      place,
      batch,
    ]);
  }
}

function rowsOf({ edges, extractor }: FileLinks): unknown[][] {
  return edges.map(({ from, to, kind, tier, lines }) => {
    const [source, target] = [sortableBytes(from), sortableBytes(to)];
    return [
      ...[keyOfHandle(source), source, keyOfHandle(target), target],
      ...[EDGE_KINDS.indexOf(kind), TIERS.indexOf(tier), lines, sortableBytes(extractor)],
    ];
  });
}
