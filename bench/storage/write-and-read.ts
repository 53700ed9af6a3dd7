/**
 * CPU of writing, size on disk and latency of reading a repository of nest's size, and what 20 worktrees add.
 * Run: npx rolldown bench/storage/write-and-read.ts --platform node -f esm --external better-sqlite3 -o dist/bench.mjs
 *      node dist/bench.mjs [times nest's size, or a folder of sources]
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBlob } from "../../src/codec/encoded-blob.ts";
import type { Handle } from "../../src/core/edges.ts";
import type { RelPath } from "../../src/core/rel-path.ts";
import { factsKeyText, type Generation, type RecordStore } from "../../src/storage/contract.ts";
import { openSqliteStore } from "../../src/storage/sqlite/open.ts";
import { loadFromTree } from "./load-from-tree.ts";
import { type LoadFile, makeLoad, NEST_SIZE } from "./synthetic-load.ts";

const FILES_PER_BATCH = 500;
const [source = "1"] = process.argv.slice(2);
const load =
  Number(source) > 0
    ? makeLoad({ ...NEST_SIZE, files: NEST_SIZE.files * Number(source) })
    : loadFromTree(source);
const sum = (count: (one: LoadFile) => number) => load.reduce((total, one) => total + count(one), 0);
console.log(
  `${load.length} files, ${sum((one) => one.extracted.facts.symbols.length)} symbols, ${sum((one) => one.extracted.facts.chunks.length)} chunks, ` +
    `${sum((one) => one.extracted.terms.entries.length / 2)} postings, ${sum((one) => one.extracted.facts.references.length)} references, ${sum((one) => one.links.edges.length)} edges`,
);
const folder = mkdtempSync(join(tmpdir(), "clew-bench-"));
const file = join(folder, "cache", "index.db");

async function measured<T>(label: string, work: () => Promise<T>): Promise<T> {
  const wallStart = performance.now();
  const cpuStart = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpuStart);
  const wall = performance.now() - wallStart;
  console.log(`${label.padEnd(44)} ${((user + system) / 1000).toFixed(1)} ms CPU, ${wall.toFixed(1)} ms`);
  return result;
}

async function publishTree(store: RecordStore, root: string, files: readonly LoadFile[]): Promise<void> {
  const ids = await store.findFacts(files.map(({ key }) => key));
  const links = await store.putLinks(files.map((one) => one.links));
  const { id } = await store.openView(root);
  await store.publish(id, {
    expected: 0 as Generation,
    revision: null,
    publishedAt: 0,
    upsert: files.map(({ path, key }, at) => ({
      path: path as RelPath,
      blob: ids.get(factsKeyText(key))!,
      links: links[at]!,
      stamp: {
        size: 2_000,
        mtimeNs: 1_790_000_000_000_000_000n + BigInt(at),
        ctimeNs: 1_790_000_000_000_500_000n,
        inode: 7_000_000n + BigInt(at),
      },
      origin: "tracked",
    })),
    remove: [],
    upsertSkipped: [],
    removeSkipped: [],
  });
}

const store = await measured("open a new index", async () => (await openSqliteStore({ file })).store);
let appendMs = 0;
for (let at = 0; at < load.length; at += FILES_PER_BATCH) {
  // Encoding is work of other processes.
  const arrived = load
    .slice(at, at + FILES_PER_BATCH)
    .map(({ key, extracted }) => ({ key, encoded: encodeBlob(extracted) }));
  const cpuStart = process.cpuUsage();
  await store.appendFacts(arrived);
  const { user, system } = process.cpuUsage(cpuStart);
  appendMs += (user + system) / 1000;
}
console.log(`append facts ${appendMs.toFixed(1)} ms CPU`);
await measured("put links and publish", () => publishTree(store, "/tree", load));
await measured("close (checkpoint)", () => store.close());
const size = statSync(file).size;
console.log(`database ${(size / 1e6).toFixed(2)} MB`);

const again = await measured("open again", async () => (await openSqliteStore({ file })).store);
const view = await again.openView("/tree");
const reader = await measured("open a reader and list files", async () => {
  const opened = await again.read(view.id);
  await opened.files();
  return opened;
});
const words = Object.entries(load[0]!.extracted.terms.dictionary)
  .slice(0, 10)
  .map(([, word]) => word);
for (const label of ["postings of 10 terms, cold", "postings of 10 terms, warm"]) {
  const found = await measured(label, () => reader.postings(words));
  console.log(`  ${[...found.values()].reduce((sum, one) => sum + one.blobs.length, 0)} entries`);
}
await measured("chunk lengths", () => reader.chunkLengths());
await measured("symbolsNamed", () => reader.symbolsNamed([load[5]!.extracted.facts.symbols[3]!.name]));
await measured("edges into one, cold", () => reader.edges("into", [load[3]!.links.edges[0]!.to as Handle]));
await measured("facts of every file", async () => {
  await reader.facts((await reader.files()).map(({ blob }) => blob));
});
await measured("dependencies of every file", async () =>
  again.readLinkKeys((await reader.files()).map((one) => one.links!)),
);
await reader.close();
for (let tree = 0; tree < 20; tree++) await publishTree(again, `/tree-${tree}`, load);
await measured("verify, cheap", () => again.verify({ deep: false }));
await measured("verify, deep", () => again.verify({ deep: true }));
await again.close();
const grown = statSync(file).size;
console.log(`each of 20 more worktrees adds ${(((grown - size) / 20 / size) * 100).toFixed(2)} %`);
rmSync(folder, { recursive: true });
