import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileLinks } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { changeOf, entryOf, toyBlob } from "../contract-fixtures.ts";
import type { Generation, ViewId } from "../ids.ts";
import { MemoryGraph } from "../memory/graph.ts";
import { openMemoryStore } from "../memory/index.ts";
import type { RecordStore } from "../records/contract.ts";
import { SqliteStore } from "../sqlite/index.ts";
import { runGraphContract } from "./contract-suite.ts";
import { graphOfRecords } from "./from-records.ts";

async function readerOf(records: RecordStore, files: Record<string, FileLinks>) {
  const [blob] = [...(await records.appendFacts([toyBlob(["f"])])).values()];
  const links = await records.putLinks(Object.values(files));
  const { id } = await records.openView("/r");
  const upsert = Object.keys(files).map((path, at) => entryOf(path, { blob: blob!, links: links[at]! }));
  await records.publish(id, changeOf(0, { upsert }));
  return records.read(id);
}

runGraphContract("sqlite-derived", async (files) => {
  const folder = mkdtempSync(join(tmpdir(), "clew-graph-"));
  const records = new SqliteStore(join(folder, "index.db"));
  const graph = graphOfRecords(await readerOf(records, files));
  const dispose = async () => {
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { graph, dispose };
});

runGraphContract("memory-derived", async (files) => ({
  graph: graphOfRecords(await readerOf(openMemoryStore(), files)),
}));

runGraphContract("memory", async (files) => {
  const store = new MemoryGraph();
  const view = 1 as ViewId;
  const linked = Object.entries(files).map(([path, links]) => ({ path: path as RelPath, links }));
  await store.put(view, 1 as Generation, linked);
  return { graph: store.of(view) };
});
