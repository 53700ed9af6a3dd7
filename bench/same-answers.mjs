#!/usr/bin/env node
// @ts-check
/**
 * Whether two builds answer the same bytes about one repository: the canonical dump of the index, and every answer
 * of search, context, symbol, trace, outline and status, as text and as JSON, through a real client. Cursors are
 * left out, because they name the index file, and so are versions of extractor and linker. A cut answer may differ by a
 * line between two indexes of one build, because the name in its cursor can take a token more: such an answer is asked of
 * the earlier build again, over new indexes. Exits with 1 on any difference.
 *
 *   node bench/same-answers.mjs --before OLD/dist --after dist --tree DIR [--tree DIR]... [--questions FILE]
 *        [--ignore "call-literal|annotation"]
 *
 * --questions: a JSON file, a list of texts or of objects with `query`; without it, questions are made from names of
 * files. --ignore: lines of the dump whose first word matches are left out, for facts that one of the two lacks.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { startServer } from "./lib/mcp-server.mjs";
import { copyTree, filesToEdit } from "./lib/tree.mjs";

const { values } = parseArgs({
  options: {
    before: { type: "string" },
    after: { type: "string", default: path.join(import.meta.dirname, "../dist") },
    tree: { type: "string", multiple: true, default: [] },
    questions: { type: "string", multiple: true, default: [] },
    count: { type: "string", default: "40" },
    ignore: { type: "string" },
  },
});
if (!values.before || values.tree.length === 0) throw new Error("--before DIST and --tree DIR are needed");
const dists = { before: path.resolve(values.before), after: path.resolve(values.after) };
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-same-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const count = Number(values.count);
/** Indexes that an answer is asked of before it counts as different. */
const MAX_TRIES = 8;
const RELATIONS = ["callers", "callees", "implementations", "references", "dependencies", "dependents"];

let differences = 0;
for (const source of values.tree) {
  const tree = path.join(scratch, "tree", path.basename(source));
  fs.mkdirSync(path.dirname(tree), { recursive: true });
  copyTree(path.resolve(source), tree);
  const calls = callsFor(tree);
  const [before, after] = [await askAll("before", tree, calls), await askAll("after", tree, calls)];
  let different = before.dump === after.dump ? 0 : 1;
  if (different > 0)
    console.log(`${path.basename(source)}: the dumps differ\n${firstDifference(before.dump, after.dump)}`);
  for (const [at, call] of calls.entries()) {
    if (before.answers[at] === after.answers[at]) continue;
    if (
      String(after.answers[at]).includes("CURSOR") &&
      (await isGivenByBefore(tree, call, after.answers[at]))
    )
      continue;
    different += 1;
    if (different <= 5)
      console.log(
        `${JSON.stringify(call)}\n${firstDifference(String(before.answers[at]), String(after.answers[at]))}`,
      );
  }
  console.log(
    `${path.basename(source)}: dump of ${before.dump.length} bytes, ${calls.length} answers (${countErrors(before.answers)} errors), ${different} different`,
  );
  differences += different;
  fs.rmSync(tree, { recursive: true, force: true });
}
process.exitCode = differences > 0 ? 1 : 0;

/** @param {string} tree @returns {{ name: string, input: Record<string, unknown> }[]} */
function callsFor(tree) {
  const files = filesToEdit(tree, count);
  const questions = values.questions
    .flatMap((file) => JSON.parse(fs.readFileSync(file, "utf8")))
    .map((one) => (typeof one === "string" ? one : one.query))
    .slice(0, 2 * count);
  const names = files.map((file) => path.basename(file).replace(/\..*/, ""));
  const asked =
    questions.length > 0 ? questions : names.map((name) => `where is ${name.replace(/[^A-Za-z]+/g, " ")}`);
  return [
    ...asked.map((query) => ({ name: "search", input: { query } })),
    ...asked.slice(0, count).map((query) => ({
      name: "search",
      input: { query, format: "json", explain: true, max_tokens: 20_000 },
    })),
    ...asked.slice(0, count).map((query) => ({ name: "context", input: { task: query, max_tokens: 4000 } })),
    ...asked.slice(0, 10).map((query) => ({ name: "context", input: { task: query, format: "json" } })),
    ...names.map((name) => ({ name: "symbol", input: { name } })),
    ...files.slice(0, 10).map((file) => ({ name: "get_file_outline", input: { path: file } })),
    ...names.flatMap((name) =>
      RELATIONS.map((relation) => ({ name: "trace", input: { symbol: name, relation } })),
    ),
    ...files
      .slice(0, 10)
      .map((file) => ({ name: "trace", input: { symbol: file, relation: "dependents", format: "json" } })),
    { name: "status", input: {} },
  ];
}

/** @param {"before" | "after"} which @param {string} tree @param {{ name: string, input: Record<string, unknown> }[]} calls */
async function askAll(which, tree, calls) {
  const home = path.join(scratch, `home-${which}`);
  fs.rmSync(home, { recursive: true, force: true });
  const env = { PATH: String(process.env.PATH), CLEW_HOME: home };
  execFileSync(process.execPath, [path.join(dists[which], "cli.js"), "index", tree], {
    env,
    stdio: "ignore",
  });
  const server = await startServer({ dist: dists[which], cwd: tree, home, profile: "full" });
  const answers = [];
  for (const { name, input } of calls)
    answers.push(withoutCursors(JSON.stringify(await server.call(name, input))));
  await server.close();
  const { openEngine } = await import(pathToFileURL(path.join(dists[which], "index.js")).href);
  const engine = await openEngine({ home });
  const dump = String(await engine.dump(tree));
  await engine.close();
  return { answers, dump: keepKnown(dump) };
}

/** @param {string} tree @param {{ name: string, input: Record<string, unknown> }} call @param {string | undefined} answer */
async function isGivenByBefore(tree, call, answer) {
  for (let round = 0; round < MAX_TRIES; round++) {
    const { answers } = await askAll("before", tree, [call]);
    if (answers[0] === answer) return true;
  }
  return false;
}

/** Calls that were refused compare nothing. @param {string[]} answers */
function countErrors(answers) {
  return answers.filter((answer) => answer.includes('"isError":true')).length;
}

/** @param {string} text */
function withoutCursors(text) {
  return text.replace(/\b\d{1,15}\.\d{6}-[0-9a-f]{6}-\d{1,9}(?:\.\d{1,9})*/g, "CURSOR");
}

/** Without versions: those that are spelled out, and the linker's, which is a key in every list of dependencies. @param {string} text */
function keepKnown(text) {
  const left = values.ignore ? new RegExp(`^\\s*(?:${values.ignore})\\b`) : null;
  const lines = text
    .replace(/"(extractor|linker)":"[^"]*"/g, '"$1":""')
    .split("\n")
    .filter((line) => !left?.test(line));
  const lists = lines.flatMap(
    (line) => /^links \{"dependencies":\[([\d,]+)\]/.exec(line)?.[1]?.split(",") ?? [],
  );
  const linked = lines.filter((line) => /^links \{"dependencies":\[\d/.test(line)).length;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const key of lists) counts.set(key, (counts.get(key) ?? 0) + 1);
  const versions = new Set([...counts].filter(([, count]) => count === linked).map(([key]) => key));
  return lines
    .map((line) =>
      line.replace(/^(links \{"dependencies":\[)([\d,]+)\]/, (_, head, keys) => {
        return `${head}${keys.split(",").filter((/** @type {string} */ key) => !versions.has(key))}]`;
      }),
    )
    .join("\n");
}

/** @param {string} a @param {string} b */
function firstDifference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const around = (/** @type {string} */ text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 160));
  return `  at ${at}\n  before ${around(a)}\n  after  ${around(b)}`;
}
