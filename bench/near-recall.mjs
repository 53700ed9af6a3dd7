#!/usr/bin/env node
// @ts-check
/**
 * How many of the ten nearest vectors of a repository pgvector's HNSW finds, among the vectors of all repositories, and what a
 * question costs with and without it. Trees are indexed with the model of the settings, all into one schema; questions are
 * vectors of chunks of other repositories than the asked one. Exits with 1 below a recall of 0.98.
 *
 *   CLEW_POSTGRES_URL=postgres://... node bench/near-recall.mjs --tree DIR [--tree DIR]... [--questions 100] [--ef 300]
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: path.join(import.meta.dirname, "../dist") },
    tree: { type: "string", multiple: true, default: [] },
    questions: { type: "string", default: "100" },
    ef: { type: "string", default: "300" },
  },
});
const address = process.env.CLEW_POSTGRES_URL;
if (!address || values.tree.length < 2)
  throw new Error("CLEW_POSTGRES_URL and two or more --tree DIR are needed");
const BEST = 10;
const LEAST_RECALL = 0.98;
const { buildIfDue, Database, NearStore } = await importBundled("./near-internals.mjs");
const schema = `clew_near_${randomBytes(4).toString("hex")}`;
const home = fs.mkdtempSync(path.join(os.tmpdir(), "clew-near-"));
const database = new Database({ address, schema, connections: 4, statementMs: 120_000, connectMs: 10_000 });
process.on("exit", () => fs.rmSync(home, { recursive: true, force: true }));

const env = {
  ...{ PATH: String(process.env.PATH), CLEW_HOME: home, CLEW_RECORD_STORE: "postgres" },
  ...{ CLEW_POSTGRES_URL: address, CLEW_POSTGRES_SCHEMA: schema, CLEW_VECTOR_STORE: "pgvector" },
  CLEW_PGVECTOR_FROM: "1000",
};
for (const tree of values.tree) {
  const cli = path.join(values.dist, "cli.js");
  execFileSync(process.execPath, [cli, "index", path.resolve(tree)], { env, stdio: "ignore" });
  // A projection is fed behind the command that published; a question waits for what it needs.
  execFileSync(process.execPath, [cli, "search", "read a file"], { env, stdio: "ignore", cwd: tree });
}
const options = { approximateFrom: 1_000, m: 16, efConstruction: 200, efSearch: Number(values.ef) };
const model = await builtModel();
const [{ total }] = await database.read(`SELECT count(*) AS total FROM @near_${model.id}`);
console.log(
  `${total} vectors of ${model.dims} dimensions, ${values.tree.length} repositories, index ${model.size}`,
);

const places = await database.read(`SELECT DISTINCT place FROM @near_${model.id} ORDER BY 1`);
const found = {
  near: 0,
  exact: 0,
  nearMs: /** @type {number[]} */ ([]),
  exactMs: /** @type {number[]} */ ([]),
};
for (const { place } of places) {
  const blobs = (
    await database.read(`SELECT DISTINCT blob FROM @near_${model.id} WHERE place = $1`, [place])
  ).map((/** @type {{ blob: number }} */ row) => row.blob);
  const questions = await database.read(
    `SELECT v::text AS v FROM @near_${model.id} WHERE place <> $1 ORDER BY md5(place || '/' || blob || '/' || part) LIMIT $2`,
    [place, Number(values.questions)],
  );
  const store = new NearStore(database, place, options);
  for (const { v } of questions) {
    const near = await timed(found.nearMs, () => store.of(blobs).nearest(model.key, JSON.parse(v), BEST));
    const exact = await timed(found.exactMs, () => nearestExactly(place, blobs, v));
    // Equal distances are equally right: a tenth place that is shared by many is not a miss.
    const worst = exact.at(-1)?.cosine ?? 1;
    found.exact += exact.length;
    found.near += near.filter((/** @type {{ cosine: number }} */ row) => row.cosine >= worst - 1e-6).length;
  }
}
const recall = found.near / found.exact;
const p50 = (/** @type {number[]} */ took) => took.sort((a, b) => a - b)[took.length >> 1]?.toFixed(1);
console.log(
  `recall@${BEST} ${recall.toFixed(4)} over ${found.nearMs.length} questions, ef_search ${values.ef}; p50 ${p50(found.nearMs)} ms, exact scan ${p50(found.exactMs)} ms`,
);
await database.run(`DROP SCHEMA "${schema}" CASCADE`);
await database.close();
process.exit(recall >= LEAST_RECALL ? 0 : 1);

/** Built as a server does it; the commands above end before. @returns {Promise<{ id: number, key: string, dims: number, size: string }>} */
async function builtModel() {
  const [row] = await database.read(
    "SELECT id, convert_from(key, 'UTF8') AS key, dims FROM @near_model ORDER BY id LIMIT 1",
  );
  await buildIfDue(database, row, options);
  const index = `'"${schema}".near_${row.id}_hnsw'::regclass`;
  const [{ size }] = await database.read(`SELECT pg_size_pretty(pg_relation_size(${index})) AS size`);
  return { ...row, size };
}

/** @param {number} place @param {number[]} blobs @param {string} question */
async function nearestExactly(place, blobs, question) {
  const { read } = await database.beginRead("SET LOCAL enable_indexscan = off; SELECT 1");
  try {
    return await read.rows(
      `SELECT blob, part, 1 - (v::vector <=> $3::vector) AS cosine FROM @near_${model.id}
       WHERE place = $1 AND blob = ANY($2::int[]) ORDER BY v::vector <=> $3::vector, blob, part LIMIT ${BEST}`,
      [place, blobs, question],
    );
  } finally {
    read.end();
  }
}

/** @template T @param {number[]} took @param {() => Promise<T>} work */
async function timed(took, work) {
  const startedAt = performance.now();
  const result = await work();
  took.push(performance.now() - startedAt);
  return result;
}
