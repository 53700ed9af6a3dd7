import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toyBlob } from "../contract-fixtures.ts";
import type { BlobId } from "../ids.ts";
import { openMemoryStore } from "../memory/index.ts";
import { MemoryVectors } from "../memory/vectors.ts";
import type { RecordStore } from "../records/contract.ts";
import { SqliteStore } from "../sqlite/index.ts";
import { runVectorsContract } from "./contract-suite.ts";

const blobsOf = (records: RecordStore) => async (count: number) => {
  const blobs = Array.from({ length: count }, (_, at) => toyBlob([`fn${at}`]));
  return [...(await records.appendFacts(blobs)).values()];
};

runVectorsContract("sqlite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-vectors-"));
  const records = new SqliteStore(join(folder, "index.db"));
  const dispose = async () => {
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store: records.vectors, blobs: blobsOf(records), dispose };
});

runVectorsContract("memory", async () => {
  const records = openMemoryStore();
  return { store: records.vectors, blobs: blobsOf(records) };
});

runVectorsContract("memory without records", async () => ({
  store: new MemoryVectors(),
  blobs: async (count) => Array.from({ length: count }, (_, at) => (at + 1) as BlobId),
}));
