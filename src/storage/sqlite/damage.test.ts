import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../core/errors.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { type BlobId, factsKeyText, type ViewReader } from "../contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob } from "../contract-fixtures.ts";
import { openDatabase } from "./driver.ts";
import { SqliteStore } from "./index.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-damage-"));
  file = join(folder, "index.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BLOBS = ["one", "two", "three"].map((name) => toyBlob([name], [[name, "common"]]));
const LONG_PATH = "folder/with-a-long-name.ts";
const MODEL = { key: "toy@2", dims: 2, spec: "spec" };

/** Blobs 1 to 3, the first two as two files of view 1 with vectors, links and a summary. */
async function writeSample(): Promise<void> {
  const store = new SqliteStore(file);
  const ids = await store.appendFacts(BLOBS);
  const blobs = BLOBS.map(({ key }) => ids.get(factsKeyText(key))!);
  const links = await store.putLinks([linksOf([edgeBetween("a#one", "b#two")]), linksOf([])]);
  const vectors = blobs.slice(0, 2).map((blob) => ({ blob, rows: new Int8Array(4).fill(blob) }));
  await store.vectors.put(MODEL, vectors);
  await store.putSummaries("small", [{ blob: blobs[0]!, text: "First." }]);
  const { id } = await store.openView("/tree");
  const upsert = ["a", LONG_PATH].map((path, at) => entryOf(path, { blob: blobs[at]!, links: links[at]! }));
  await store.publish(
    id,
    changeOf(0, { upsert, upsertSkipped: [{ path: "c" as RelPath, reason: "binary", stamp: null }] }),
  );
  await store.close();
}

function change(...statements: string[]): void {
  const db = openDatabase(file);
  db.unsafeMode();
  db.pragma("foreign_keys = OFF");
  db.pragma("writable_schema = ON");
  for (const sql of statements) db.exec(sql);
  db.close();
}

/** Two trees under each other's names, as when pages of the schema or roots are exchanged. */
function exchangeTrees(a: string, b: string): void {
  change(`UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema AS other WHERE other.name =
    iif(sqlite_schema.name = '${a}', '${b}', '${a}')) WHERE name IN ('${a}', '${b}')`);
}

async function codeOf(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return (error as AppError).code;
  }
}

async function reading(work: (reader: ViewReader) => Promise<unknown>): Promise<string | undefined> {
  return codeOf(async () => {
    const store = new SqliteStore(file);
    try {
      await work(await store.read((await store.openView("/tree")).id));
    } finally {
      await store.close();
    }
  });
}

const all = async <T>(items: AsyncIterable<T>) => {
  for await (const _ of items);
};

const READS: Record<string, (reader: ViewReader) => Promise<unknown>> = {
  info: async () => {},
  files: (reader) => reader.files(),
  skipped: (reader) => reader.skipped(),
  facts: (reader) => reader.facts([1 as BlobId]),
  chunks: (reader) => reader.chunks([1 as BlobId]),
  outlines: (reader) => reader.outlines([1 as BlobId]),
  postings: (reader) => reader.postings(["common"]),
  lengths: (reader) => reader.chunkLengths(),
  links: (reader) => reader.linksOf(["a" as RelPath]),
  models: (reader) => reader.vectors.coverage(),
  vectors: (reader) => all(reader.vectors.read(MODEL.key)),
  summary: (reader) => reader.summaries("small", [1 as BlobId]),
};

const EXCHANGED = (table: string, key: string) => [
  `UPDATE ${table} SET ${key} = -${key}`,
  `UPDATE ${table} SET ${key} = 3 + ${key} WHERE ${key} IN (-1, -2)`,
  `UPDATE ${table} SET ${key} = -${key} WHERE ${key} < 0`,
];

const CASES: [what: string, read: keyof typeof READS, spoil: () => void][] = [
  ["a view's row is gone", "info", () => change("DELETE FROM view")],
  ["a view's count changed", "info", () => change("UPDATE view SET file_count = 1")],
  ["a view has another root", "info", () => change("UPDATE view SET root = '/elsewhere'")],
  ["a file's row is gone", "files", () => change("DELETE FROM file WHERE path = 1")],
  ["a path has another name", "files", () => change("UPDATE path SET name = 'z' WHERE id = 1")],
  ["a blob has another name", "files", () => change("UPDATE blob SET hash = zeroblob(20) WHERE id = 1")],
  ["a file lost its links", "files", () => change("UPDATE file SET links = NULL WHERE path = 1")],
  ["a skipped file is gone", "skipped", () => change("DELETE FROM skipped")],
  ["facts changed places", "facts", () => change(...EXCHANGED("blob_facts", "blob"))],
  ["facts changed places", "chunks", () => change(...EXCHANGED("blob_facts", "blob"))],
  ["facts changed places", "outlines", () => change(...EXCHANGED("blob_facts", "blob"))],
  ["facts are gone", "outlines", () => change("DELETE FROM blob_facts WHERE blob = 1")],
  ["links changed places", "links", () => change(...EXCHANGED("links_data", "links"))],
  ["links are gone", "links", () => change("DELETE FROM links_data WHERE links = 1")],
  [
    "a block came from another segment",
    "postings",
    () => change("UPDATE block SET data = (SELECT data FROM block WHERE id >= 2 * 1048576 LIMIT 1)"),
  ],
  ["a segment is gone", "postings", () => change("DELETE FROM segment WHERE kind = 0")],
  [
    "chunk lengths are another segment's",
    "lengths",
    () => change("UPDATE segment SET lengths = directory WHERE kind = 0"),
  ],
  ["a model is gone", "models", () => change("DELETE FROM vector_model")],
  ["a vector's row is gone", "models", () => change("DELETE FROM vector WHERE blob = 1")],
  ["a vector's row is gone", "vectors", () => change("DELETE FROM vector WHERE blob = 1")],
  ["a model has another name", "vectors", () => change("UPDATE vector_model SET key = 'other'")],
  [
    "vectors changed places",
    "vectors",
    () =>
      change(
        "UPDATE vector_data SET data = (SELECT data FROM vector_data AS other WHERE other.id <> vector_data.id)",
      ),
  ],
  ["a summary is gone", "summary", () => change("DELETE FROM summary")],
  ["a summary says something else", "summary", () => change("UPDATE summary SET text = 'Second.'")],
  ["all checksums of rows are gone", "info", () => change("DELETE FROM row_seal")],
  ["a table is gone", "info", () => change("DELETE FROM sqlite_schema WHERE name = 'view'")],
  ["a table has the rows of another", "info", () => exchangeTrees("view", "vector_model")],
  ["a table has the rows of another", "models", () => exchangeTrees("vector", "summary")],
  ["a table has the rows of another", "outlines", () => exchangeTrees("blob_facts", "links_data")],
  ["the format says less than there is", "info", () => change("PRAGMA user_version = 4")],
  ["the format says that there is nothing", "info", () => change("PRAGMA user_version = 0")],
];

describe("damage that leaves SQLite's trees whole", () => {
  beforeEach(writeSample);

  it("a sound index is read without an error", async () => {
    for (const read of Object.values(READS)) expect(await reading(read)).toBeUndefined();
  });

  it.each(CASES)("when %s, reading %s is INDEX_DAMAGED", async (_, read, spoil) => {
    spoil();
    expect(await reading(READS[read]!)).toBe("INDEX_DAMAGED");
  });

  it.each([0, 1])("a blob that table and index name differently is not found (place %i)", async (place) => {
    flipIn(Buffer.from(BLOBS[2]!.key.hash, "hex"), place);
    const store = new SqliteStore(file);
    const found = await store.findFacts([BLOBS[2]!.key]).catch((error: AppError) => error.code);
    await store.close();
    expect(found).toSatisfy(
      (value) => value === "INDEX_DAMAGED" || (value as Map<string, BlobId>).size === 0,
    );
  });

  it.each([0, 1])("a path that table and index name differently is noticed (place %i)", async (place) => {
    flipIn(Buffer.from(LONG_PATH), place);
    const store = new SqliteStore(file);
    const code = await codeOf(async () => {
      const { id } = await store.openView("/tree");
      const entry = entryOf(LONG_PATH, { blob: 2 as BlobId });
      await store.publish(id, changeOf(1, { upsert: [entry] }));
      await (await store.read(id)).files();
    });
    await store.close();
    expect(code).toBe("INDEX_DAMAGED");
  });
});

/** Flips a bit in one of the two places that hold these bytes: the table and its index. */
function flipIn(bytes: Buffer, place: number): void {
  const content = readFileSync(file);
  const places: number[] = [];
  for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + 1)) places.push(at);
  expect(places).toHaveLength(2);
  content[places[place]! + 2]! ^= 1;
  writeFileSync(file, content);
}
