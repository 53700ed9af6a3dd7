import type { FileLinks } from "../../core/edges.ts";
import { encodeLinks, hashLinks } from "../codec/links-codec.ts";
import type { LinksId } from "../contract.ts";
import { LinksInverter } from "../segments/invert-links.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import { insertRows } from "./insert-rows.ts";
import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";
import { addSegments } from "./write-segments.ts";

/** Equal links of a place get one id. Contract: inside a transaction that writes. */
export async function writeLinks(
  queries: Queries,
  state: PlaceState,
  batch: readonly FileLinks[],
): Promise<LinksId[]> {
  const { place } = state;
  const encoded = batch.map((links) => {
    const stored = encodeLinks(links);
    // Copies: the next one is encoded into the same buffers.
    const [deps, data] = [Buffer.from(stored.deps), Buffer.from(stored.data)];
    return { links, deps, data, hash: hashLinks(stored) };
  });
  const rows = await queries.rows<{ id: number; hash: Buffer }>(
    "SELECT id, hash FROM @links WHERE place = $1 AND hash = ANY($2::bytea[])",
    [place, encoded.map(({ hash }) => hash)],
  );
  const known = new Map(rows.map(({ id, hash }) => [hash.toString("hex"), id]));
  const added = new LinksInverter();
  const inserted: unknown[][] = [];
  const ids = encoded.map(({ links, deps, data, hash }) => {
    const name = hash.toString("hex");
    let id = known.get(name);
    if (id === undefined) {
      id = ++state.last_links;
      known.set(name, id);
      inserted.push([place, id, hash, deps, data]);
      added.add(id, links);
    }
    return id as LinksId;
  });
  const inverted = added.finish();
  if (!inverted) return ids;
  await insertRows(queries, "@links(place, id, hash, deps, data)", inserted);
  const { ids: range, targets, unresolved } = inverted;
  await addSegments(queries, state, [
    { kind: SEGMENT_KIND.targets, segment: targets, ids: range, lengths: null },
    { kind: SEGMENT_KIND.unresolved, segment: unresolved, ids: range, lengths: null },
  ]);
  return ids;
}
