import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StoredFacts } from "../../../codec/facts-codec.ts";
import { bindSeal } from "../../../codec/seal.ts";
import type { RelPath } from "../../../core/rel-path.ts";
import { encodeLinks } from "../../codec/links-codec.ts";
import { factsKeyText } from "../../contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob, unresolvedUse } from "../../contract-fixtures.ts";
import { LengthsWriter } from "../../segments/lengths-codec.ts";
import { openDatabase } from "../driver.ts";
import { SqliteStore } from "../index.ts";
import { bindFacts, bindLinks } from "../read-connection.ts";
import { VALUE_KIND } from "../schema.ts";

let folder: string;
let file: string;

const BLOBS = [toyBlob(["one", "two"], [["w"], ["v"]]), toyBlob(["three"], [["w", "w"]])];

/** Segment 1 is of terms. Blobs 1 and 2 with vectors of model 1 and a summary of blob 1, links 1 and 2, view 1 with files "a" and "b" and skipped "c". */
async function writeSample(): Promise<void> {
  const store = new SqliteStore(file);
  const ids = await store.appendFacts(BLOBS);
  const vectors = [...ids.values()].map((blob, at) => ({ blob, rows: new Int8Array((3 - at) * 4).fill(1) }));
  await store.vectors.put({ key: "toy@4", dims: 4, spec: "" }, vectors);
  await store.putSummaries("m", [{ blob: [...ids.values()][0]!, text: "First." }]);
  const links = await store.putLinks([
    linksOf([edgeBetween("a#one", "b#three")], [unresolvedUse("u", "a")], [1]),
    linksOf([edgeBetween("b#three", "a#two")], [], [2]),
  ]);
  const { id } = await store.openView("/tree");
  const stamp = { size: 1, mtimeNs: 2n, ctimeNs: 3n, inode: 4n };
  await store.publish(
    id,
    changeOf(0, {
      upsert: BLOBS.map(({ key }, at) =>
        entryOf("ab"[at]!, { blob: ids.get(factsKeyText(key))!, links: links[at]!, stamp }),
      ),
      upsertSkipped: [{ path: "c" as RelPath, reason: "binary", stamp }],
    }),
  );
  await store.close();
}

function change(sql: string, ...parameters: unknown[]): void {
  const db = openDatabase(file);
  db.pragma("foreign_keys = OFF");
  db.prepare(sql).run(...parameters);
  db.close();
}

async function brokenRules(deep: boolean): Promise<string[]> {
  const store = new SqliteStore(file);
  const report = await store.verify({ deep });
  await store.close();
  expect(report.ok).toBe(report.problems.length === 0);
  return [...new Set(report.problems.map((line) => line.slice(0, line.indexOf(":"))))];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-verify-"));
  file = join(folder, "sample.db");
  await writeSample();
});
beforeEach(({ task }) => {
  file = join(folder, `${task.id}.db`);
  copyFileSync(join(folder, "sample.db"), file);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lengthsOf(...blobs: [number, number[]][]): Buffer {
  const writer = new LengthsWriter();
  for (const [blob, lengths] of blobs) writer.add(blob, Uint16Array.from(lengths));
  return bindSeal(writer.finish(), VALUE_KIND.lengths, 1);
}

const CHEAP_CASES: [rule: string, sql: string, parameter?: unknown][] = [
  ["format-steps", "DELETE FROM migration"],
  ["file-blob", "UPDATE file SET blob = 99 WHERE path = 1"],
  ["file-links", "UPDATE file SET links = 99 WHERE path = 1"],
  ["file-path", "UPDATE file SET path = 99 WHERE path = 1"],
  ["file-path", "UPDATE skipped SET path = 99"],
  ["file-origin", "UPDATE file SET origin = 7 WHERE path = 1"],
  ["path-name", "UPDATE path SET name = '/etc/passwd' WHERE id = 1"],
  ["path-name", "UPDATE path SET name = 'x/../../y' WHERE id = 1"],
  ["path-name", "UPDATE path SET name = 7 WHERE id = 1"],
  ["blob-facts", "DELETE FROM blob_facts WHERE blob = 1"],
  ["blob-hash", "UPDATE blob SET hash = x'00' WHERE id = 1"],
  ["links-data", "DELETE FROM links_data WHERE links = 1"],
  ["view-counts", "UPDATE view SET file_count = 5"],
  ["view-counts", "DELETE FROM skipped"],
  ["view-generation", "UPDATE view SET generation = 0"],
  ["segment-kind", "UPDATE segment SET lengths = NULL WHERE kind = 0"],
  ["segment-blocks", "DELETE FROM block WHERE id = (SELECT min(id) FROM block)"],
  ["segment-blocks", "INSERT INTO block VALUES (99 * 1048576, x'00')"],
  ["segment-ranges", "UPDATE segment SET last_id = 0 WHERE kind = 1"],
  [
    "segment-ranges",
    "INSERT INTO segment SELECT 99, kind, first_id, last_id, 0, 0, 0, 0, directory, lengths FROM segment WHERE kind = 1",
  ],
  ["row-seals", "UPDATE file SET origin = 1 WHERE path = 1"],
  ["row-seals", "UPDATE file SET blob = 3 - blob"],
  ["row-seals", "UPDATE path SET name = 'other' WHERE id = 1"],
  ["row-seals", "UPDATE skipped SET reason = 'other'"],
  ["row-seals", "UPDATE row_seal SET row_count = 9 WHERE name = 'vectors'"],
  ["row-seals", "UPDATE view SET revision = 'other'"],
  ["row-seals", "UPDATE view SET root = '/other'"],
  ["row-seals", "UPDATE vector_model SET spec = 'other'"],
  ["row-seals", "UPDATE vector_model SET key = 'other'"],
  ["row-seals", "UPDATE summary SET text = 'other'"],
  ["row-seals", "DELETE FROM summary"],
  ...[
    "views",
    "files of view 1",
    "skipped files of view 1",
    "segments of kind 0",
    "segments of kind 1",
    "segments of kind 2",
    "segments of kind 3",
    "vectors",
    "summaries",
  ].map((name): [string, string] => ["row-seals", `DELETE FROM row_seal WHERE name = '${name}'`]),
  ["row-seals", "UPDATE segment SET byte_count = byte_count + 1 WHERE kind = 1"],
  ["summary-blob", "INSERT INTO summary VALUES ('m', 99, 'text')"],
  ["vector-blob", "INSERT INTO vector VALUES (1, 99)"],
  ["vector-data", "DELETE FROM vector WHERE blob = 1"],
  ["vector-data", "DELETE FROM vector_data WHERE id % 2 = 1"],
  ["foreign-keys", "DELETE FROM vector_model"],
  ["foreign-keys", "INSERT INTO file VALUES (99, 1, 1, NULL, 0, NULL)"],
  ["foreign-keys", "UPDATE blob SET producer = 99 WHERE id = 1"],
];

const swapped = (table: string, key: string, column: string) =>
  `UPDATE ${table} SET ${column} = (SELECT ${column} FROM ${table} AS other WHERE other.${key} = 3 - ${table}.${key})`;
/** Bound as the rows they take the place of. */
const renamed = facts(2);
const shortened = facts(1);
const relinked = bindLinks(
  structuredClone(
    encodeLinks(linksOf([edgeBetween("b#three", "a#elsewhere")], [unresolvedUse("x", "b")], [2])),
  ),
  2,
);

function facts(blob: number): StoredFacts {
  return bindFacts(toyBlob(["other"], [["w", "w"]]).encoded.facts, blob);
}

const DEEP_CASES: [rule: string, sql: string, parameter?: unknown][] = [
  ["facts-readable", "UPDATE blob_facts SET uses = x'0011223344' WHERE blob = 1"],
  ["facts-readable", "UPDATE blob_facts SET chunks = zeroblob(2) WHERE blob = 1"],
  ["facts-readable", swapped("blob_facts", "blob", "chunks")],
  ["facts-readable", "UPDATE blob_facts SET outline = uses, uses = outline WHERE blob = 1"],
  ["facts-readable", "UPDATE blob_facts SET blob = 3 WHERE blob = 1"],
  ["names-agree", "UPDATE blob_facts SET outline = ? WHERE blob = 2", renamed.outline],
  ["postings-agree", "UPDATE blob_facts SET chunks = ? WHERE blob = 1", shortened.chunks],
  ["lengths-agree", "UPDATE segment SET lengths = ? WHERE kind = 0", lengthsOf([1, [1, 1]], [2, [7]])],
  ["lengths-agree", "UPDATE segment SET lengths = ? WHERE kind = 0", lengthsOf([1, [1, 1]])],
  ["lengths-agree", "UPDATE segment SET lengths = ? WHERE kind = 0", lengthsOf([1, [1]], [2, [2]])],
  ["postings-agree", "UPDATE segment SET lengths = x'00' WHERE kind = 0"],
  ["stamps-readable", "UPDATE file SET stamp = x'ff' WHERE path = 1"],
  ["links-readable", "UPDATE links_data SET data = x'0011223344' WHERE links = 1"],
  ["links-readable", swapped("links_data", "links", "data")],
  ["links-hash", "UPDATE links_data SET data = ? WHERE links = 2", relinked.data],
  ["links-hash", "UPDATE links SET hash = zeroblob(16) WHERE id = 1"],
  ["targets-agree", "UPDATE links_data SET data = ? WHERE links = 2", relinked.data],
  ["unresolved-agree", "UPDATE links_data SET data = ? WHERE links = 2", relinked.data],
  ["segment-counts", "UPDATE segment SET key_count = key_count + 1 WHERE kind = 2"],
  ["segment-counts", "UPDATE segment SET group_count = 0 WHERE kind = 3"],
  ["segment-counts", "UPDATE segment SET first_id = 2 WHERE kind = 1"],
  ["vectors-readable", "UPDATE vector_data SET data = x'0011223344556677'"],
  ["vectors-agree", "UPDATE vector_model SET dims = 8"],
  ["vectors-agree", "UPDATE blob_facts SET chunks = ? WHERE blob = 1", shortened.chunks],
  ["vectors-readable", swapped("vector_data", "id % 68719476736", "data")],
  ["names-agree", "UPDATE segment SET directory = x'00' WHERE kind = 1"],
];

describe("verify", () => {
  it("finds nothing in a sound index", async () => {
    expect(await brokenRules(false)).toEqual([]);
    expect(await brokenRules(true)).toEqual([]);
  });

  it.each(CHEAP_CASES)("names %s after %s", async (rule, sql, ...parameters) => {
    change(sql, ...parameters);
    expect(await brokenRules(false)).toContain(rule);
  });

  it.each(DEEP_CASES)("names %s when deep after %s", async (rule, sql, ...parameters) => {
    change(sql, ...parameters);
    expect(await brokenRules(true)).toContain(rule);
  });

  it("names sqlite-pages when an index of a table misses a row", async () => {
    const db = openDatabase(file);
    db.unsafeMode();
    db.pragma("writable_schema = ON");
    // Without its index for a moment, the row enters the table alone.
    const [autoindex] = db
      .prepare("SELECT * FROM sqlite_schema WHERE name = 'sqlite_autoindex_path_1'")
      .all();
    expect(autoindex).toBeDefined();
    db.exec(
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE path(id INTEGER PRIMARY KEY, name ANY NOT NULL) STRICT' WHERE name = 'path'",
    );
    db.exec("DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_path_1'");
    db.close();
    expect(await brokenRules(true)).toContain("sqlite-pages");
  });

  it("keeps the report short when everything is broken", async () => {
    const db = openDatabase(file);
    const insert = db.prepare("INSERT INTO file VALUES (1, ?, 99, NULL, 0, NULL)");
    for (let path = 100; path < 400; path++) insert.run(path);
    db.close();
    const store = new SqliteStore(file);
    const report = await store.verify({ deep: false });
    await store.close();
    expect(report.problems.length).toBeLessThanOrEqual(101);
    expect(report.problems.at(-1)).toMatch(/^and \d+ more$/);
  });
});
