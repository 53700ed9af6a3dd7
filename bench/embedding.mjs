#!/usr/bin/env node
// @ts-check
/**
 * What the built-in embedding costs.
 *
 *   node bench/embedding.mjs --tree DIR [--model FILE] [--runs 3] [--only throughput|share]
 *
 * throughput  source bytes whose terms one core turns into vectors per second of CPU; terms are made beforehand, since
 *             the index needs them anyway. The fastest of three passes; the first also reads the model.
 * share       CPU seconds of a cold `clew index` with and without embeddings (all processes), the least of the runs.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";
import { bestAccounting, measure } from "./lib/meter.mjs";

const { values } = parseArgs({
  options: {
    tree: { type: "string" },
    model: {
      type: "string",
      default: fileURLToPath(new URL("../model/embedding/clew-embedding.bin", import.meta.url)),
    },
    runs: { type: "string", default: "3" },
    only: { type: "string" },
  },
});
if (!values.tree) throw new Error("--tree DIR is needed");
const tree = path.resolve(values.tree);
const MAX_BYTES = 2_000_000;
const PASSES = 3;

if (values.only !== "share") console.log(JSON.stringify({ throughput: await throughput() }));
if (values.only !== "throughput") console.log(JSON.stringify({ share: await share() }));

async function throughput() {
  const { detectLanguage, extractBlob, openModelFile, TermEmbedder } =
    await importBundled("./embedding-internals.mjs");
  const blobs = [];
  let bytes = 0;
  let chunks = 0;
  let entries = 0;
  for (const file of filesOf(tree)) {
    const language = detectLanguage(path.relative(tree, file));
    if (!language || fs.statSync(file).size > MAX_BYTES) continue;
    const source = fs.readFileSync(file, "utf8");
    const { facts, terms } = await extractBlob({ language, source, bytes: source.length });
    blobs.push({ terms, chunks: facts.chunks.length });
    bytes += source.length;
    chunks += facts.chunks.length;
    entries += terms.entries.length / 2;
  }
  const seconds = [];
  const loadStart = process.cpuUsage();
  const model = openModelFile(values.model);
  const embedder = new TermEmbedder(model, model.header.dims);
  const loadSeconds = cpuSince(loadStart);
  for (let pass = 0; pass < PASSES; pass++) {
    const start = process.cpuUsage();
    for (const blob of blobs) embedder.embedBlob(blob.terms, blob.chunks);
    seconds.push(cpuSince(start));
  }
  const best = Math.min(...seconds);
  return {
    files: blobs.length,
    megabytes: round(bytes / 1e6),
    chunks,
    entries,
    loadSeconds: round(loadSeconds),
    firstSeconds: round(seconds[0]),
    bestSeconds: round(best),
    megabytesPerSecond: round(bytes / 1e6 / best),
  };
}

async function share() {
  const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
  const accounting = bestAccounting();
  /** @type {Record<string, number>} */
  const least = {};
  for (let run = 0; run < Number(values.runs); run++) {
    for (const embeddings of ["off", "builtin"]) {
      const home = fs.mkdtempSync(path.join(os.tmpdir(), "clew-embedding-"));
      const env = {
        ...process.env,
        CLEW_HOME: home,
        CLEW_EMBEDDINGS: embeddings,
        CLEW_EMBEDDING_MODEL: values.model,
      };
      const measured = await measure([process.execPath, cli, "index", tree], {
        cwd: tree,
        env,
        accounting,
        timeoutMs: 1_800_000,
      });
      fs.rmSync(home, { recursive: true, force: true });
      if (measured.exitCode !== 0) throw new Error(measured.output);
      least[embeddings] = Math.min(least[embeddings] ?? Infinity, measured.cpuSeconds);
    }
  }
  return {
    offCpuSeconds: round(least.off),
    builtinCpuSeconds: round(least.builtin),
    addedPercent: round((least.builtin / least.off - 1) * 100),
  };
}

/** @param {NodeJS.CpuUsage} start */
function cpuSince(start) {
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1e6;
}

/** @param {string} folder @returns {Generator<string>} */
function* filesOf(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== ".git" && entry.name !== "node_modules") yield* filesOf(file);
    } else if (entry.isFile()) yield file;
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
