#!/usr/bin/env node
// @ts-check
/**
 * What an index in PostgreSQL costs beside one in SQLite on the same machine: CPU of a first index and of an edit of 20
 * files, of clew's processes and of the server together, and how long a warm question takes when the server is so far away.
 *
 *   CLEW_POSTGRES_URL=postgres://... node bench/store-cost.mjs --tree DIR [--runs 3] [--questions 20] [--delays 0,0.2,2]
 *
 * The server must run on this machine: its CPU is read from /proc. Runs of the two stores take turns; minimum and median. So do
 * questions: each is asked of every store before the next one, since the machine may be busy for some and not for others.
 * `--delays`: milliseconds of a round trip, by a proxy that holds bytes back; it also counts the round trips.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { startServer } from "./lib/mcp-server.mjs";
import { bestAccounting, measure } from "./lib/meter.mjs";
import { copyTree, editFiles, filesToEdit } from "./lib/tree.mjs";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: path.join(import.meta.dirname, "../dist") },
    tree: { type: "string" },
    runs: { type: "string", default: "3" },
    questions: { type: "string", default: "20" },
    delays: { type: "string", default: "0,0.2,2" },
  },
});
const address = String(process.env.CLEW_POSTGRES_URL ?? "");
if (!address || !values.tree) throw new Error("CLEW_POSTGRES_URL and --tree DIR are needed");
const dist = path.resolve(values.dist);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-store-cost-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const EDITED_FILES = 20;
const CLOCK_TICKS_PER_SECOND = 100;
const WARMING_QUESTIONS = 3;
const { Client } = createRequire(import.meta.url)("pg");
const admin = new Client({ connectionString: address });
await admin.connect();
const { rows } = await admin.query("SELECT pg_backend_pid() AS pid");
const postmaster = Number(statOf(rows[0].pid)[1]);
const accounting = bestAccounting();

/** @type {Record<string, { index: number[], edit: number[] }>} */
const costs = { sqlite: { index: [], edit: [] }, postgres: { index: [], edit: [] } };
for (let run = 0; run < Number(values.runs); run++) {
  for (const store of ["sqlite", "postgres"]) {
    const tree = path.join(scratch, "tree");
    copyTree(path.resolve(values.tree), tree);
    const env = environmentOf(store, address, `clew_cost_${randomBytes(4).toString("hex")}`);
    costs[store]?.index.push(await cpuOfIndex(tree, env));
    editFiles(tree, filesToEdit(tree, EDITED_FILES));
    costs[store]?.edit.push(await cpuOfIndex(tree, env));
    await dropSchema(env);
  }
}
for (const what of /** @type {const} */ (Number(values.runs) > 0 ? ["index", "edit"] : []))
  console.log(
    `${what === "index" ? "first index" : `edit of ${EDITED_FILES} files`}: ${describe("sqlite", what)}, ${describe("postgres", what)} CPU s (min/median), ${ratio(what)} times`,
  );

const schema = `clew_cost_${randomBytes(4).toString("hex")}`;
const tree = path.join(scratch, "asked");
copyTree(path.resolve(values.tree), tree);
const asked = [await openWarm("SQLite", "sqlite", address)];
for (const delay of String(values.delays).split(",")) {
  const proxy = await startProxy(delay);
  const far = new URL(address);
  far.hostname = "127.0.0.1";
  far.port = String(proxy.port);
  asked.push(await openWarm(`PostgreSQL ${delay} ms away`, "postgres", far.href, proxy));
}
const files = filesToEdit(tree, Number(values.questions) + WARMING_QUESTIONS);
const questions = files.map((file) => `where is ${path.basename(file).replace(/[^A-Za-z]+/g, " ")}`);
for (const question of questions.slice(0, WARMING_QUESTIONS))
  for (const one of asked) await one.ask(question, true);
for (const one of asked) await one.begin();
for (const [at, question] of questions.slice(WARMING_QUESTIONS).entries())
  for (const place of asked.keys()) await asked[(at + place) % asked.length]?.ask(question);
const [first, ...others] = await Promise.all(asked.map((one) => one.end()));
console.log(`warm questions, ${first?.line}`);
for (const { line, p50 } of others)
  console.log(`warm questions, ${line}, ${(p50 / (first?.p50 ?? p50)).toFixed(2)} times`);
await dropSchema({ CLEW_POSTGRES_SCHEMA: schema });
await admin.end();

/** @param {string} store @param {string} url @param {string} name @returns {Record<string, string>} */
function environmentOf(store, url, name) {
  const home = path.join(scratch, `home-${store}-${randomBytes(4).toString("hex")}`);
  const postgres = { CLEW_RECORD_STORE: "postgres", CLEW_POSTGRES_URL: url, CLEW_POSTGRES_SCHEMA: name };
  return { PATH: String(process.env.PATH), CLEW_HOME: home, ...(store === "postgres" && postgres) };
}

/** Of clew and of the server. @param {string} folder @param {Record<string, string>} env */
async function cpuOfIndex(folder, env) {
  const before = serverCpuSeconds();
  const command = [process.execPath, path.join(dist, "cli.js"), "index", folder];
  const { cpuSeconds, exitCode, output } = await measure(command, { cwd: folder, env, accounting });
  if (exitCode !== 0) throw new Error(output);
  return cpuSeconds + (env.CLEW_RECORD_STORE ? serverCpuSeconds() - before : 0);
}

/** Of the server with its processes, also those that ended. */
function serverCpuSeconds() {
  const ticks = (/** @type {string[]} */ stat, /** @type {number[]} */ fields) =>
    fields.reduce((sum, field) => sum + Number(stat[field]), 0);
  let sum = ticks(statOf(postmaster), [11, 12, 13, 14]);
  const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
  for (const pid of children.split(" ").filter(Boolean)) sum += ticks(statOf(Number(pid)), [11, 12]);
  return sum / CLOCK_TICKS_PER_SECOND;
}

/** From the state on; [1] is the parent, [11] and [12] the time used, [13] and [14] that of children. @param {number} pid */
function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return Array(20).fill("0");
  }
}

/**
 * @param {string} name @param {string} store @param {string} url
 * @param {{ roundTrips: () => Promise<number>, close: () => void }} [proxy]
 */
async function openWarm(name, store, url, proxy) {
  const { CLEW_HOME: home = "", PATH: _, ...env } = environmentOf(store, url, schema);
  const server = await startServer({ dist, cwd: tree, home, env });
  /** @type {number[]} */
  const took = [];
  let before = 0;
  return {
    ask: async (/** @type {string} */ query, fresh = false) => {
      const startedAt = performance.now();
      const answer = await server.call("search", { query, fresh });
      if (answer.isError) throw new Error(JSON.stringify(answer.content));
      took.push(performance.now() - startedAt);
    },
    /** Questions so far were for warming. */
    begin: async () => {
      took.length = 0;
      before = (await proxy?.roundTrips()) ?? 0;
    },
    end: async () => {
      const trips = ((await proxy?.roundTrips()) ?? 0) - before;
      await server.close();
      proxy?.close();
      took.sort((a, b) => a - b);
      const p50 = took[Math.floor(took.length / 2)] ?? 0;
      const each = proxy ? `, ${(trips / took.length).toFixed(1)} round trips each` : "";
      return { p50, line: `${name}: p50 ${p50.toFixed(1)} ms${each}` };
    },
  };
}

/** @param {string} delayMs */
async function startProxy(delayMs) {
  const { hostname, port } = new URL(address);
  const script = path.join(import.meta.dirname, "lib/delayed-proxy.mjs");
  const child = spawn(process.execPath, [script, hostname, port || "5432", delayMs], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => Number((await lines.next()).value);
  return {
    port: await next(),
    roundTrips: () => {
      child.stdin.write("\n");
      return next();
    },
    close: () => child.stdin.end(),
  };
}

/** @param {Record<string, string>} env */
async function dropSchema({ CLEW_POSTGRES_SCHEMA: name }) {
  if (name) await admin.query(`DROP SCHEMA IF EXISTS "${name}" CASCADE`);
}

/** @param {"sqlite" | "postgres"} store @param {"index" | "edit"} what */
function describe(store, what) {
  const sorted = [...(costs[store]?.[what] ?? [])].sort((a, b) => a - b);
  return `${store} ${sorted[0]?.toFixed(2)}/${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)}`;
}

/** Of the minima. @param {"index" | "edit"} what */
function ratio(what) {
  const least = (/** @type {string} */ store) => Math.min(...(costs[store]?.[what] ?? []));
  return (least("postgres") / least("sqlite")).toFixed(2);
}
