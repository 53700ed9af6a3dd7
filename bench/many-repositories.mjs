#!/usr/bin/env node
// @ts-check
// A `clew serve` with many repositories open: does it stay within its memory, and does it still answer?
//
//   npm run build
//   node bench/many-repositories.mjs --trees FOLDER --work DIR [--count 50] [--questions 40] [--memory 1024]
//
// --trees: a folder of trees; when it has fewer than `count`, copies of the smaller ones make up for it. Every repository is
// asked alone once, then all of them together, by HTTP. Memory is that of the server's own process, looked at after each
// question, beside `serveMemoryMb`, which the server is to stay below.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "" },
    work: { type: "string", default: "" },
    count: { type: "string", default: "50" },
    questions: { type: "string", default: "40" },
    memory: { type: "string", default: "1024" },
  },
});
const work = resolve(values.work);
const home = join(work, "many-home");
const env = { PATH: process.env.PATH, CLEW_HOME: home, CLEW_SERVE_MEMORY_MB: values.memory };
const QUESTIONS = [
  "how are requests routed to handlers",
  "parse a number from text",
  "retry when the connection is lost",
  "serialize an object to JSON",
  "middleware that logs requests",
  "cancel a running task",
  "validate input and report errors",
  "write a log record to a file",
];

const roots = repositories();
for (const root of roots) {
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
    const answer = await callTool("search", args);
    peak = Math.max(peak, residentMb());
    outcomes[answer] = (outcomes[answer] ?? 0) + 1;
  };
  for (const root of roots) await ask({ query: QUESTIONS[0], repo: root });
  const alone = { peak, ...(await serverState()) };
  console.log(
    `asked one by one: ${roots.length} repositories, ${alone.open} open, resident ${Math.round(residentMb())} MB, at most ${Math.round(peak)} MB`,
  );
  for (let at = 0; at < Number(values.questions); at++)
    await ask({ query: `${QUESTIONS[at % QUESTIONS.length]} ${at}`, scope: "global" });
  console.log(
    `asked together ${values.questions} times: ${(await serverState()).open} open, resident ${Math.round(residentMb())} MB, at most ${Math.round(peak)} MB of ${values.memory}`,
  );
  console.log(`answers: ${JSON.stringify(outcomes)}`);
}

/** @returns {string[]} */
function repositories() {
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

function server() {
  return JSON.parse(readFileSync(join(home, "serve/server.json"), "utf8"));
}

/** @param {string} tool @param {Record<string, unknown>} args @returns {Promise<string>} */
async function callTool(tool, args) {
  const { url, token } = server();
  const response = await fetch(`${url}/api/v1/tools/${tool}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  const text = await response.text();
  return response.ok ? (/not answered by/.test(text) ? "partial" : "whole") : `status ${response.status}`;
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
