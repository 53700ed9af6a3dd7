#!/usr/bin/env node
// Writes dist/code/: the program as V8 compiled it, for the version of Node that runs this (src/boot/cached-bundle.ts).
// What a command compiles is known once it has run, so the usual ones are run on a small tree.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const scratch = mkdtempSync(join(tmpdir(), "clew-code-"));
const tree = join(scratch, "tree");
const cli = join(root, "dist/cli.js");
const QUESTION = "where are names resolved";
/** A route with who calls it: an answer about either looks at contracts, which costs no other tree anything. */
const SERVICE = `import express from "express";
const app = express();
export function listNames(request, response) { response.json([]); }
app.get("/api/names", listNames);
export async function fetchNames() { return (await fetch("/api/names")).json(); }
`;
/** What a client of `clew mcp` asks. */
const CALLS = [
  ["search", { query: QUESTION }],
  ["context", { task: QUESTION }],
  ["context", { task: "fetchNames listNames" }],
  ["symbol", { name: "listNames" }],
  ["trace", { symbol: "listNames" }],
];

function environment(step) {
  return { ...process.env, CLEW_HOME: join(scratch, "home"), CLEW_CODE_CACHE: step };
}

function runClew(args, step = "save") {
  const options = { cwd: tree, env: environment(step), encoding: "utf8" };
  const ran = spawnSync(process.execPath, [cli, ...args], options);
  // A parsing process that had to compile ends by an error, and its file is skipped.
  if (ran.status !== 0 || /parser-failed/.test(ran.stdout))
    throw new Error(`clew ${args.join(" ")} ended with ${ran.status}\n${ran.stdout}${ran.stderr}`);
}

/** Sources of our own, and a file of each language. */
function makeTree() {
  cpSync(join(root, "src/linking"), join(tree, "linking"), { recursive: true });
  cpSync(join(root, "README.md"), join(tree, "README.md"));
  for (const language of readdirSync(join(root, "src/languages"))) {
    const fixtures = join(root, "src/languages", language, "fixtures");
    try {
      cpSync(fixtures, join(tree, "languages", language), { recursive: true });
    } catch {
      // A file, or a language without examples.
    }
  }
  writeFileSync(join(tree, "service.js"), SERVICE);
  execFileSync("git", ["init", "-q"], { cwd: tree });
}

function editTree() {
  appendFileSync(join(tree, "linking/locals.ts"), "export const added = 1;\n");
}

/** What a client says to `clew mcp`: hello, what is there, a question of each kind. */
async function serveQuestions() {
  const child = spawn(process.execPath, [cli, "mcp"], {
    cwd: tree,
    env: environment("save"),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const say = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "build", version: "0" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  say({ id: 1, method: "initialize", params });
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/list" });
  const ask = (at) =>
    say({ id: 3 + at, method: "tools/call", params: { name: CALLS[at][0], arguments: CALLS[at][1] } });
  ask(0);
  for await (const line of createInterface(child.stdout)) {
    const { id, result, error } = JSON.parse(line);
    if (id === undefined || id < 3) continue;
    if (error || result.isError) throw new Error(`clew mcp refused ${CALLS[id - 3][0]}: ${line}`);
    if (id - 2 < CALLS.length) ask(id - 2);
    else child.stdin.end();
  }
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`clew mcp ended with ${child.exitCode}`);
}

try {
  makeTree();
  runClew(["index"]);
  editTree();
  for (const command of [["index"], ["search", QUESTION], ["context", QUESTION], ["status"], ["list"]])
    runClew(command);
  await serveQuestions();
  editTree();
  runClew(["index"], "check");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
