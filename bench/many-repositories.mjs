#!/usr/bin/env node
// @ts-check
// A `clew serve` with many repositories open: does it stay within its memory, and how long does a question to all of them take?
//
//   npm run build
//   node bench/many-repositories.mjs --trees FOLDER --work DIR [--count 50] [--questions 40] [--memory 1024]
//   CLEW_POSTGRES_URL=postgres://... node bench/many-repositories.mjs --store postgres --mirror DIR --work DIR
//     [--list bench/data/hundred-repositories.json] [--count 100] [--p50 150]
//
// --trees: a folder of trees; when it has fewer than `count`, copies of the smaller ones make up for it. --list and --mirror:
// repositories, or folders of them, exported from `OWNER+NAME/repo` git directories; no two are the same. What is in `work`
// from an earlier run is used again, the index with it; --as-is: no repository is indexed first; --whole: the setting
// `retrieval.wholeFiles`. Every repository is asked alone once, then all of them together by
// HTTP, with questions that are all different. Memory is that of the server's own process, looked at after each question,
// beside `serveMemoryMb`, and that of PostgreSQL where it runs on this machine. Exits with 1 above --p50 or --memory.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exportRepository } from "./lib/export-repository.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "" },
    list: {
      type: "string",
      default: fileURLToPath(new URL("./data/hundred-repositories.json", import.meta.url)),
    },
    mirror: { type: "string", default: "" },
    work: { type: "string", default: "" },
    store: { type: "string", default: "sqlite" },
    count: { type: "string", default: "50" },
    questions: { type: "string", default: "40" },
    memory: { type: "string", default: "1024" },
    p50: { type: "string", default: "" },
    "as-is": { type: "boolean", default: false },
    whole: { type: "string", default: "" },
  },
});
const work = resolve(values.work);
const home = join(work, `many-home-${values.store}`);
const address = String(process.env.CLEW_POSTGRES_URL ?? "");
const isPostgres = values.store === "postgres";
if (isPostgres && !address) throw new Error("CLEW_POSTGRES_URL is needed");
const env = {
  ...{ PATH: process.env.PATH, CLEW_HOME: home, CLEW_SERVE_MEMORY_MB: values.memory },
  ...(values.whole && { CLEW_WHOLE_FILES: values.whole }),
  ...(isPostgres && {
    ...{ CLEW_RECORD_STORE: "postgres", CLEW_POSTGRES_URL: address },
    ...{ CLEW_POSTGRES_SCHEMA: "clew_many", CLEW_POSTGRES_REALM: "many" },
  }),
};
const SUBJECTS = [
  "a request",
  "the configuration",
  "a user",
  "a file",
  "a job",
  "a query",
  "a message",
  "an index",
];
const QUESTIONS = [
  "where is SUBJECT validated and errors reported",
  "how is SUBJECT written to storage",
  "retry SUBJECT when the connection is lost",
  "serialize SUBJECT to JSON",
  "who may see SUBJECT, permissions",
  "cancel SUBJECT that is still running",
  "parse SUBJECT from text",
  "cache of SUBJECT and when it is thrown away",
];

const roots = values.mirror ? exported() : givenTrees();
const lines = roots.reduce((sum, root) => sum + linesIn(root), 0);
console.log(`${roots.length} repositories, ${lines.toLocaleString("en")} lines in files that git calls text`);
for (const root of values["as-is"] ? [] : roots) {
  const { status, stderr } = spawnSync(process.execPath, [CLI, "index", root], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${root}: ${stderr}`);
}
const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
  cwd: roots[0],
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(/** @type {import("node:stream").Readable} */ (child.stdout), "data");
  await measure();
} finally {
  child.kill("SIGTERM");
}

async function measure() {
  let peak = 0;
  /** @type {Record<string, number>} */
  const outcomes = {};
  const ask = async (/** @type {Record<string, unknown>} */ args) => {
    const { outcome, reasons, ms } = await callTool("search", args);
    peak = Math.max(peak, residentMb());
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    for (const reason of reasons) console.log(`${JSON.stringify(args)}: ${reason}`);
    return ms;
  };
  for (const root of roots) await ask({ query: questionAt(0), repo: root });
  console.log(
    `asked one by one: ${roots.length} repositories, ${(await serverState()).open} open, resident ${Math.round(residentMb())} MB, at most ${Math.round(peak)} MB`,
  );
  const took = [];
  for (let at = 0; at < Number(values.questions); at++)
    took.push(await ask({ query: questionAt(at + 1), scope: "global" }));
  console.log(
    `asked together ${values.questions} times: ${(await serverState()).open} open, resident ${Math.round(residentMb())} MB, at most ${Math.round(peak)} MB of ${values.memory}${isPostgres ? `; PostgreSQL ${await postgresMb()} MB` : ""}`,
  );
  console.log(`answers: ${JSON.stringify(outcomes)}`);
  // The first ones fill memory: of half of the questions, and then of the rest.
  const half = took.length >> 1;
  console.log(`first half: ${spread(took.slice(0, half))}; second half: ${spread(took.slice(half))}`);
  const p50 = percentile(took.slice(half), 0.5);
  if ((values.p50 && p50 > Number(values.p50)) || peak > Number(values.memory)) process.exitCode = 1;
}

/** All different, so that none is answered by one before. @param {number} at */
function questionAt(at) {
  const subject = String(SUBJECTS[Math.floor(at / QUESTIONS.length) % SUBJECTS.length]);
  return String(QUESTIONS[at % QUESTIONS.length]).replace("SUBJECT", subject);
}

/** @param {number[]} took */
function spread(took) {
  return `p50 ${percentile(took, 0.5).toFixed(0)} ms, p95 ${percentile(took, 0.95).toFixed(0)} ms`;
}

/** @param {number[]} took @param {number} share */
function percentile(took, share) {
  return [...took].sort((a, b) => a - b)[Math.floor(took.length * share)] ?? 0;
}

/** @returns {string[]} */
function exported() {
  /** @type {{ github: string, folder?: string }[]} */
  const list = JSON.parse(readFileSync(values.list, "utf8"));
  return list.slice(0, Number(values.count)).map((one) => {
    const name = [one.github.split("/")[1], ...(one.folder ?? "").split("/").slice(-1)]
      .filter(Boolean)
      .join("-");
    const target = join(work, "repositories", name);
    exportRepository(one, values.mirror, target);
    return target;
  });
}

/** @returns {string[]} */
function givenTrees() {
  const trees = readdirSync(resolve(values.trees), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(resolve(values.trees), entry.name));
  const bySize = [...trees].sort((a, b) => filesIn(a) - filesIn(b));
  const found = [...trees];
  mkdirSync(join(work, "copies"), { recursive: true });
  for (let at = 0; found.length < Number(values.count); at++) {
    const from = String(bySize[at % bySize.length]);
    const to = join(work, "copies", `${from.split("/").at(-1)}-${at}`);
    if (!existsSync(to)) cpSync(from, to, { recursive: true });
    found.push(to);
  }
  return found.slice(0, Number(values.count));
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).length;
}

/** @param {string} root */
function linesIn(root) {
  const { stdout } = spawnSync("git", ["-C", root, "grep", "-I", "-c", "", "HEAD"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return stdout.split("\n").reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(":") + 1)), 0);
}

function server() {
  return JSON.parse(readFileSync(join(home, "serve/server.json"), "utf8"));
}

/** @param {string} tool @param {Record<string, unknown>} args @returns {Promise<{ outcome: string, reasons: string[], ms: number }>} */
async function callTool(tool, args) {
  const { url, token } = server();
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/tools/${tool}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  if (!response.ok) return { outcome: `status ${response.status}`, reasons: [text], ms };
  const reasons = text.match(/not answered by [^"\\]*/g) ?? [];
  return { outcome: reasons.length > 0 ? "partial" : "whole", reasons, ms };
}

async function serverState() {
  const { url, token } = server();
  const response = await fetch(`${url}/api/v1/server`, { headers: { authorization: `Bearer ${token}` } });
  const { openRepositories } = /** @type {any} */ (await response.json());
  return { open: openRepositories.length };
}

function residentMb() {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Of all its processes, each with its share of what they share. */
async function postgresMb() {
  const { Client } = createRequire(import.meta.url)("pg");
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  const stat = readFileSync(`/proc/${rows[0].pid}/stat`, "utf8");
  const postmaster = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
  const kilobytes = [String(postmaster), ...children.split(" ").filter(Boolean)].map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0),
  );
  await client.end();
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}
