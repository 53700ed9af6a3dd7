#!/usr/bin/env node
// @ts-check
/**
 * What one `clew mcp` costs an agent: its start, a first question, questions about different things, and the first question
 * after each edit, which must know the edit. CPU is that of the serving process with its threads; parsing processes are
 * apart. Exits with 1 when an edit was missing from an answer that was to be fresh.
 *
 *   node bench/server-questions.mjs --tree path/to/some/repository [--questions 15] [--edits 5] [--dist other/dist]
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startServer } from "./lib/mcp-server.mjs";
import { copyTree, filesToEdit } from "./lib/tree.mjs";

const { values } = parseArgs({
  options: {
    tree: { type: "string" },
    questions: { type: "string", default: "15" },
    edits: { type: "string", default: "5" },
    dist: { type: "string", default: path.join(import.meta.dirname, "../dist") },
  },
});
if (!values.tree) throw new Error("--tree is missing: a folder to ask about; it is copied, never written to");

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-server-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const tree = path.join(scratch, "tree");
const cli = path.resolve(values.dist, "cli.js");
const env = { PATH: String(process.env.PATH), CLEW_HOME: path.join(scratch, "home") };

copyTree(path.resolve(values.tree), tree);
execFileSync(process.execPath, [cli, "index", tree], { env, stdio: "ignore" });

const startedAt = performance.now();
const server = await startServer({ dist: values.dist, cwd: tree, home: env.CLEW_HOME });
const { cpuMs } = server;
print("start", performance.now() - startedAt, cpuMs());

/** @param {string} query @param {boolean} fresh */
async function ask(query, fresh = false) {
  const before = { wall: performance.now(), cpu: cpuMs() };
  const answer = await server.call("search", { query, fresh });
  if (answer.isError) throw new Error(JSON.stringify(answer.content).slice(0, 300));
  return {
    text: JSON.stringify(answer.content),
    wall: performance.now() - before.wall,
    cpu: cpuMs() - before.cpu,
  };
}

const files = filesToEdit(tree, Number(values.questions) + Number(values.edits) + 1);
const [first, ...rest] = files.slice(Number(values.edits)).map(questionAbout);
const opened = await ask(String(first));
print("first question", opened.wall, opened.cpu);
const answers = [];
for (const question of rest) answers.push(await ask(question));
summarise(`${rest.length} other questions, each`, answers);

let stale = 0;
const afterEdits = [];
for (const [at, file] of files.slice(0, Number(values.edits)).entries()) {
  const name = `clewProbe${at}of${process.pid}`;
  fs.appendFileSync(path.join(tree, file), `\nfunction ${name}() {}\n`);
  const answer = await ask(name, true);
  if (!answer.text.includes(file)) stale += 1;
  afterEdits.push(answer);
}
summarise(`${afterEdits.length} first questions after an edit, each`, afterEdits);
console.log(`resident: ${residentMb().toFixed(0)} MB; edits missing from an answer: ${stale}`);
await server.close();
process.exitCode = stale > 0 ? 1 : 0;

/** `src/http/user-guard.ts`: "where is user guard". @param {string} file */
function questionAbout(file) {
  const words = path
    .basename(file)
    .replace(/\..*/, "")
    .split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/);
  return `where is ${words.filter(Boolean).join(" ").toLowerCase()}`;
}

/** @param {{ wall: number, cpu: number }[]} measured */
function summarise(/** @type {string} */ what, measured) {
  const middle = (/** @type {number[]} */ numbers) =>
    numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  print(what, middle(measured.map(({ wall }) => wall)), middle(measured.map(({ cpu }) => cpu)));
}

/** @param {string} what @param {number} wallMs @param {number} cpu */
function print(what, wallMs, cpu) {
  console.log(`${what}: ${wallMs.toFixed(0)} ms, ${cpu.toFixed(0)} ms of CPU`);
}

function residentMb() {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
}
