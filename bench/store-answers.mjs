#!/usr/bin/env node
// @ts-check
/**
 * Whether PostgreSQL answers the same bytes as SQLite: search, context, symbol, trace and changes as JSON, through a
 * real client, after 20 files were edited, and the canonical dump of the index. Cursors and round trips are left out,
 * because they tell the stores apart. Exits with 1 on any difference.
 *
 *   CLEW_POSTGRES_URL=postgres://... node bench/store-answers.mjs --tree DIR [--tree DIR]... [--questions 60]
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { startServer } from "./lib/mcp-server.mjs";
import { copyTree, editFiles, filesToEdit } from "./lib/tree.mjs";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: path.join(import.meta.dirname, "../dist") },
    tree: { type: "string", multiple: true, default: [] },
    questions: { type: "string", default: "60" },
  },
});
const address = process.env.CLEW_POSTGRES_URL;
if (!address || values.tree.length === 0) throw new Error("CLEW_POSTGRES_URL and --tree DIR are needed");
const dist = path.resolve(values.dist);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-stores-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const schema = `clew_bench_${randomBytes(4).toString("hex")}`;
/** A compiler that begins after half a minute of questions publishes in the midst of the slower run. */
const WITHOUT_COMPILERS = { CLEW_SEMANTICS: "on-demand" };
const STORES = {
  sqlite: WITHOUT_COMPILERS,
  postgres: {
    ...WITHOUT_COMPILERS,
    CLEW_RECORD_STORE: "postgres",
    CLEW_POSTGRES_URL: address,
    CLEW_POSTGRES_SCHEMA: schema,
  },
};
const EDITED_FILES = 20;
const RELATIONS = ["callers", "references", "dependents"];

let differences = 0;
for (const source of values.tree) {
  const tree = path.join(scratch, "tree", path.basename(source));
  fs.mkdirSync(path.dirname(tree), { recursive: true });
  copyTree(path.resolve(source), tree);
  const indexBoth = () => {
    for (const store of ["sqlite", "postgres"]) index(/** @type {keyof typeof STORES} */ (store), tree);
  };
  indexBoth();
  editFiles(tree, filesToEdit(tree, EDITED_FILES));
  // Before it is asked: an answer from an older generation says how far the update is, which is not the same twice.
  indexBoth();
  const calls = callsFor(tree, Number(values.questions));
  const sqlite = await askAll("sqlite", tree, calls);
  const postgres = await askAll("postgres", tree, calls);
  const different = [];
  for (const [at, call] of calls.entries())
    if (sqlite.answers[at] !== postgres.answers[at]) different.push(call);
  for (const call of different.slice(0, 5)) {
    const at = calls.indexOf(call);
    console.log(`${JSON.stringify(call)}\n${firstDifference(sqlite.answers[at], postgres.answers[at])}`);
  }
  if (sqlite.dump !== postgres.dump)
    console.log(`the dumps differ${firstDifference(sqlite.dump, postgres.dump)}`);
  const refused = sqlite.answers.filter((answer) => answer.includes('"isError":true')).length;
  console.log(
    `${path.basename(source)}: ${values.questions} questions, ${calls.length} answers (${refused} errors), ${different.length} different; dump of ${sqlite.dump.length} bytes ${sqlite.dump === postgres.dump ? "the same" : "different"}`,
  );
  differences += different.length + (sqlite.dump === postgres.dump ? 0 : 1);
  fs.rmSync(tree, { recursive: true, force: true });
}
process.exitCode = differences > 0 ? 1 : 0;

/** @param {keyof typeof STORES} store @param {string} tree */
function index(store, tree) {
  const env = { PATH: String(process.env.PATH), CLEW_HOME: path.join(scratch, store), ...STORES[store] };
  execFileSync(process.execPath, [path.join(dist, "cli.js"), "index", tree], { env, stdio: "ignore" });
}

/** @param {string} tree @param {number} count @returns {{ name: string, input: Record<string, unknown> }[]} */
function callsFor(tree, count) {
  const files = filesToEdit(tree, count);
  const names = files.map((file) => path.basename(file).replace(/\..*/, ""));
  const words = files.map((file) => file.replace(/\.\w+$/, "").replace(/[^A-Za-z]+/g, " "));
  const format = "json";
  return [
    ...words.map((query) => ({
      name: "search",
      input: { query: `how does ${query} work`, format, explain: true },
    })),
    ...words.map((task) => ({ name: "context", input: { task: `change ${task}`, format } })),
    ...names.map((name) => ({ name: "symbol", input: { name, format } })),
    ...names.flatMap((symbol) =>
      RELATIONS.map((relation) => ({ name: "trace", input: { symbol, relation, format } })),
    ),
    { name: "changes", input: { format } },
  ];
}

/** @param {keyof typeof STORES} store @param {string} tree @param {{ name: string, input: Record<string, unknown> }[]} calls */
async function askAll(store, tree, calls) {
  const home = path.join(scratch, store);
  const server = await startServer({ dist, cwd: tree, home, profile: "full", env: STORES[store] });
  const answers = [];
  for (const { name, input } of calls)
    answers.push(withoutCursors(JSON.stringify(await server.call(name, input))));
  await server.close();
  const { openEngine } = await import(pathToFileURL(path.join(dist, "index.js")).href);
  const engine = await openEngine({ home, env: { ...process.env, ...STORES[store] } });
  const dump = String(await engine.dump(tree));
  await engine.close();
  return { answers, dump };
}

/** And without times, which no two answers share. @param {string} text */
function withoutCursors(text) {
  return text
    .replace(/\b\d{1,15}\.\d{6}-[0-9a-f]{6}-\d{1,9}(?:\.\d{1,9})*/g, "CURSOR")
    .replace(/\[data [0-9a-f]{6}/g, "[data FENCE")
    .replace(/,\\?"roundTrips\\?":\d+/g, "");
}

/** @param {string | undefined} a @param {string | undefined} b */
function firstDifference(a = "", b = "") {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const around = (/** @type {string} */ text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
  return `\n  at ${at}\n  sqlite   ${around(a)}\n  postgres ${around(b)}`;
}
