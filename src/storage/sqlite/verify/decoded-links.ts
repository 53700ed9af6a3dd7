import { decodeLinks, hashLinks, type StoredLinks } from "../../codec/links-codec.ts";
import { newSegmentCaches } from "../../segments/segment-caches.ts";
import { SEGMENT_KIND, type SegmentKind } from "../../segments/segment-kind.ts";
import type { Connection } from "../connection.ts";
import { bindLinks } from "../read-connection.ts";
import { SegmentTables } from "../segment-tables.ts";
import { eachGroupOfSet, GroupSums } from "./group-sums.ts";
import type { Problems } from "./problems.ts";

/** Decodes all links, derives their names again, and holds the indexes of targets and unresolved names against them. */
export function checkDecodedLinks(db: Connection, problems: Problems): void {
  const targets = new GroupSums();
  const unresolved = new GroupSums();
  const rows = db.prepare<[], StoredLinks & { id: number; hash: Buffer }>(
    "SELECT id, hash, deps, data FROM links JOIN links_data ON links_data.links = links.id",
  );
  for (const row of rows.iterate()) {
    problems.guard("links-readable", () => {
      const stored = bindLinks(row, row.id);
      if (!hashLinks(stored).equals(row.hash))
        problems.add("links-hash", `links ${row.id} are not what their name says`);
      const links = decodeLinks(stored);
      for (const to of new Set(links.edges.map((edge) => edge.to))) targets.add(row.id, to, 0);
      for (const name of new Set(links.unresolved.map((use) => use.name))) unresolved.add(row.id, name, 0);
    });
  }
  const tables = new SegmentTables(db, newSegmentCaches());
  checkSide(tables, SEGMENT_KIND.targets, targets, "targets-agree", problems);
  checkSide(tables, SEGMENT_KIND.unresolved, unresolved, "unresolved-agree", problems);
}

function checkSide(
  tables: SegmentTables,
  kind: SegmentKind,
  expected: GroupSums,
  rule: string,
  problems: Problems,
): void {
  problems.guard(rule, () => {
    const stored = new GroupSums();
    eachGroupOfSet(tables.open(tables.rows(kind)), (key, id) => stored.add(id, key, 0));
    for (const id of expected.differences(stored)) {
      problems.add(rule, `links ${id} lead elsewhere than the inverted index says`);
    }
  });
}

/** Each segment alone: as many keys and groups as it says, every id within its range. */
export function checkSegmentCounts(db: Connection, tables: SegmentTables, problems: Problems): void {
  const counts = db.prepare<[number], { key_count: number; group_count: number }>(
    "SELECT key_count, group_count FROM segment WHERE id = ?",
  );
  for (const kind of Object.values(SEGMENT_KIND)) {
    for (const row of tables.rows(kind)) {
      problems.guard("segment-counts", () => {
        let keys = 0;
        let groups = 0;
        let last: string | undefined;
        let outside = 0;
        eachGroupOfSet(tables.open([row]), (key, id) => {
          if (key !== last) keys++;
          last = key;
          groups++;
          if (id < row.first_id || id > row.last_id) outside++;
        });
        const said = counts.get(row.id)!;
        if (keys !== said.key_count || groups !== said.group_count || outside > 0) {
          problems.add(
            "segment-counts",
            `segment ${row.id} holds ${keys} keys and ${groups} groups, ${outside} out of range`,
          );
        }
      });
    }
  }
}
