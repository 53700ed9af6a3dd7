import { throwDamaged } from "../../codec/byte-reader.ts";
import { bindSeal } from "../../codec/seal.ts";
import type { FileLinks } from "../../core/edges.ts";
import { encodeLinks, hashLinks } from "../codec/links-codec.ts";
import type { LinksId } from "../contract.ts";
import { LinksInverter } from "../segments/invert-links.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import type { Connection } from "./connection.ts";
import { nextId } from "./next-id.ts";
import { prepared } from "./prepared.ts";
import { VALUE_KIND } from "./schema.ts";
import type { SegmentTables } from "./segment-tables.ts";

/** Contract: inside a write transaction. */
export function writeLinks(db: Connection, segments: SegmentTables, batch: readonly FileLinks[]): LinksId[] {
  const find = prepared<[Buffer], number>(db, "SELECT id FROM links WHERE hash = ?").pluck();
  const nameOf = prepared<[number], Buffer>(db, "SELECT hash FROM links WHERE id = ?").pluck();
  const insert = prepared(db, "INSERT INTO links(id, hash, deps) VALUES (?, ?, ?)");
  const insertData = prepared(db, "INSERT INTO links_data(links, data) VALUES (?, ?)");
  const added = new LinksInverter();
  let next: number | undefined;
  const ids = batch.map((links) => {
    const stored = encodeLinks(links);
    const hash = hashLinks(stored);
    const known = find.get(hash);
    if (known !== undefined) {
      // Found through an index, which may disagree with the table.
      if (!nameOf.get(known)?.equals(hash)) throwDamaged(`links ${known} are found under another name`);
      return known as LinksId;
    }
    next ??= nextId(db, "links");
    const id = next++;
    insert.run(id, hash, bindSeal(stored.deps, VALUE_KIND.dependencies, id));
    insertData.run(id, bindSeal(stored.data, VALUE_KIND.links, id));
    added.add(id, links);
    return id as LinksId;
  });
  const inverted = added.finish();
  if (inverted) {
    segments.add(SEGMENT_KIND.targets, inverted.targets, inverted.ids, null);
    segments.add(SEGMENT_KIND.unresolved, inverted.unresolved, inverted.ids, null);
    segments.mergeIfMany(SEGMENT_KIND.targets);
    segments.mergeIfMany(SEGMENT_KIND.unresolved);
  }
  return ids;
}
