import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Handle } from "../../src/core/edges.ts";
import type { AppError } from "../../src/core/errors.ts";
import { factsKeyText, type RecordStore, type ViewReader } from "../../src/storage/contract.ts";
import { changeOf, entryOf, toyBlob } from "../../src/storage/contract-fixtures.ts";
import { FORMAT_VERSION } from "../../src/storage/sqlite/format.ts";
import { openSqliteStore } from "../../src/storage/sqlite/open.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Where a SQLite file says its user_version. */
const USER_VERSION_AT = 60;
const FORMATS = readdirSync(HERE)
  .flatMap((name) => /^format-(\d+)$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((a, b) => a - b);

interface Truths {
  files: string[];
  skipped: string[];
  symbols: Record<string, string>;
  words: Record<string, string[]>;
  caller: { of: Handle; is: Handle };
}
const { truths } = JSON.parse(readFileSync(join(HERE, "fixture.json"), "utf8")) as { truths: Truths };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-compat-"));
  file = join(folder, "index.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function placeIndex(format: number): Buffer {
  const bytes = gunzipSync(readFileSync(join(HERE, `format-${format}`, "index.db.gz")));
  expect(bytes.readUInt32BE(USER_VERSION_AT)).toBe(format);
  writeFileSync(file, bytes, { mode: 0o600 });
  return bytes;
}

async function opening<T>(work: (store: RecordStore) => Promise<T>): Promise<T> {
  const { store, damaged } = await openSqliteStore({ file });
  try {
    expect(damaged).toBeNull();
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The same shape as the truths of the fixture. */
async function askAll(reader: ViewReader): Promise<Truths> {
  const files = await reader.files();
  const pathOf = new Map(files.map(({ blob, path }) => [blob as number, path as string]));
  const symbols: Record<string, string> = {};
  for (const name of Object.keys(truths.symbols))
    for (const { path, symbol } of (await reader.symbolsNamed([name])).flat())
      if (symbol.name === name) symbols[name] = path;
  const words: Record<string, string[]> = {};
  for (const [word, { blobs }] of await reader.postings(Object.keys(truths.words)))
    words[word] = [...new Set(Array.from(blobs, (blob) => pathOf.get(blob)!))].sort();
  const [sites] = await reader.edges("into", [truths.caller.of], ["calls"]);
  const [site] = sites!;
  return {
    files: files.map(({ path }) => path),
    skipped: (await reader.skipped()).map(({ path }) => path),
    symbols,
    words,
    caller: { of: truths.caller.of, is: site?.edge.from as Handle },
  };
}

async function askOnlyView(store: RecordStore): Promise<Truths> {
  const views = await store.listViews();
  expect(views).toHaveLength(1);
  const reader = await store.read(views[0]!.id);
  try {
    return await askAll(reader);
  } finally {
    await reader.close();
  }
}

describe("indexes of every format", () => {
  it("there is one of the present format, and none is missing", () => {
    expect(FORMATS, "run node tests/compat/make.mjs for the new format").toEqual(
      Array.from({ length: FORMAT_VERSION }, (_, at) => at + 1),
    );
  });

  it.each(FORMATS)("format %i opens, is sound, answers, and takes new generations", async (format) => {
    placeIndex(format);
    await opening(async (store) => {
      expect((await store.verify({ deep: true })).problems).toEqual([]);
      expect(await askOnlyView(store)).toEqual(truths);
      const { id, generation } = (await store.listViews())[0]!;
      const blob = toyBlob(["added"], [["word"]]);
      const ids = await store.appendFacts([blob]);
      const entry = entryOf("z-added", { blob: ids.get(factsKeyText(blob.key))! });
      await store.publish(id, changeOf(generation, { upsert: [entry] }));
      await store.collectGarbage();
    });
    await opening(async (store) => {
      expect((await store.verify({ deep: true })).problems).toEqual([]);
      expect(await askOnlyView(store)).toEqual({ ...truths, files: [...truths.files, "z-added"] });
    });
    expect(readFileSync(file).readUInt32BE(USER_VERSION_AT)).toBe(FORMAT_VERSION);
  });

  it.each(FORMATS)("format %i with a flipped bit in a value is not taken over in silence", async (format) => {
    const bytes = placeIndex(format);
    // A name that symbols, terms and facts hold, wherever it lies.
    const at = bytes.lastIndexOf("monthly_report");
    expect(at).toBeGreaterThan(0);
    bytes[at + 3]! ^= 1;
    writeFileSync(file, bytes);
    const { store, damaged } = await openSqliteStore({ file });
    const problems = damaged ? [damaged.reason] : (await store.verify({ deep: true })).problems;
    await store.close();
    expect(problems).not.toEqual([]);
  });

  it.each([FORMAT_VERSION + 1, 999])(
    "format %i, newer than this build, is refused and left alone",
    async (newer) => {
      const bytes = placeIndex(FORMAT_VERSION);
      bytes.writeUInt32BE(newer, USER_VERSION_AT);
      writeFileSync(file, bytes);
      const error = await openSqliteStore({ file }).then(
        () => null,
        (thrown: AppError) => thrown,
      );
      expect(error).toMatchObject({ code: "INDEX_TOO_NEW", hint: expect.stringContaining("upgrade clew") });
      expect(error!.message).toContain(`format ${newer}`);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    },
  );
});
