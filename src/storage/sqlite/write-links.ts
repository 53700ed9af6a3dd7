import { throwDamaged } from "../../codec/byte-reader.ts";
import { bindSeal } from "../../codec/seal.ts";
import type { FileLinks } from "../../core/edges.ts";
import { encodeLinks, hashLinks } from "../codec/links-codec.ts";
import type { LinksId } from "../contract.ts";
import { SegmentBuilder } from "../segments/segment-builder.ts";
import type { Connection } from "./connection.ts";
import { nextId } from "./next-id.ts";
import { SEGMENT_KIND, VALUE_KIND } from "./schema.ts";
import type { SegmentTables } from "./segment-tables.ts";

/** Contract: inside a write transaction. */
export function writeLinks(db: Connection, segments: SegmentTables, batch: readonly FileLinks[]): LinksId[] {
  const find = db.prepare<[Buffer], number>("SELECT id FROM links WHERE hash = ?").pluck();
  const nameOf = db.prepare<[number], Buffer>("SELECT hash FROM links WHERE id = ?").pluck();
  const insert = db.prepare("INSERT INTO links(id, hash, deps) VALUES (?, ?, ?)");
  const insertData = db.prepare("INSERT INTO links_data(links, data) VALUES (?, ?)");
  const targets = new SegmentBuilder();
  const unresolved = new SegmentBuilder();
  const added: number[] = [];
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
    addKeys(targets, id, links.edges, (edge) => edge.to);
    addKeys(unresolved, id, links.unresolved, (use) => use.name);
    added.push(id);
    return id as LinksId;
  });
  if (added.length > 0) {
    const range = { first: added[0]!, last: added.at(-1)! };
    segments.add(SEGMENT_KIND.targets, targets.build(), range, null);
    segments.add(SEGMENT_KIND.unresolved, unresolved.build(), range, null);
    segments.mergeIfMany(SEGMENT_KIND.targets);
    segments.mergeIfMany(SEGMENT_KIND.unresolved);
  }
  return ids;
}

/** One group per distinct key: many edges of a file end at the same handle. */
function addKeys<T>(
  builder: SegmentBuilder,
  id: number,
  items: readonly T[],
  keyOf: (item: T) => string,
): void {
  const seen = new Set<number>();
  for (const item of items) {
    const key = builder.keyNumber(keyOf(item));
    if (seen.has(key)) continue;
    seen.add(key);
    builder.startGroup(key, id);
  }
}
