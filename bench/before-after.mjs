#!/usr/bin/env node
// @ts-check
/**
 * What two builds cost on the same tree, in alternating runs: a first index, an update with nothing changed, one after
 * 20 files were edited, and a question that a warm server has not been asked before. CPU of all processes together (for
 * questions: of the serving process). Prints minimum and median of each, and after / before.
 *
 *   node bench/before-after.mjs --before OLD/dist [--after dist] --tree DIR [--runs 5] [--questions FILE]
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startServer } from "./lib/mcp-server.mjs";
import { bestAccounting, measure } from "./lib/meter.mjs";
import { copyTree, editFiles, filesToEdit } from "./lib/tree.mjs";

const EDITED_FILES = 20;
const QUESTIONS = 60;
/** Asked first, so that neither build is measured while its code is still being compiled. */
const WARM_UP = 20;
const { values } = parseArgs({
  options: {
    before: { type: "string" },
    after: { type: "string", default: path.join(import.meta.dirname, "../dist") },
    tree: { type: "string" },
    runs: { type: "string", default: "5" },
    questions: { type: "string", multiple: true, default: [] },
  },
});
if (!values.before || !values.tree) throw new Error("--before DIST and --tree DIR are needed");
const dists = { before: path.resolve(values.before), after: path.resolve(values.after) };
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-costs-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const base = path.join(scratch, "base");
copyTree(path.resolve(values.tree), base);
const edited = filesToEdit(base, EDITED_FILES);
const questions = readQuestions();

/** @type {Record<string, { before: number[], after: number[] }>} */
const taken = {};
/** @param {string} what @param {"before" | "after"} which @param {number} cpu */
function keep(what, which, cpu) {
  taken[what] ??= { before: [], after: [] };
  taken[what][which].push(cpu);
}

for (let run = 0; run < Number(values.runs); run++) {
  /** @type {("before" | "after")[]} */
  const order = run % 2 === 0 ? ["before", "after"] : ["after", "before"];
  for (const which of order) await runOnce(which);
  console.error(`run ${run + 1} of ${values.runs}`);
}
console.log(
  "CPU seconds, minimum and median".padEnd(34),
  "before".padStart(16),
  "after".padStart(16),
  "after/before",
);
for (const [what, { before, after }] of Object.entries(taken)) {
  const ratio = [min(after) / min(before), median(after) / median(before)];
  console.log(
    what.padEnd(34),
    [before, after].map((all) => `${min(all).toFixed(3)} ${median(all).toFixed(3)}`.padStart(16)).join(" "),
    ratio.map((one) => one.toFixed(3)).join(" "),
  );
}

/** @param {"before" | "after"} which */
async function runOnce(which) {
  const [tree, home] = [path.join(scratch, "tree"), path.join(scratch, "home")];
  copyTree(base, tree);
  fs.rmSync(home, { recursive: true, force: true });
  const env = { PATH: String(process.env.PATH), HOME: scratch, CLEW_HOME: home, NO_COLOR: "1" };
  const command = [process.execPath, path.join(dists[which], "cli.js"), "index", "."];
  const take = async (/** @type {string} */ what) => {
    const { cpuSeconds, exitCode, output } = await measure(command, {
      cwd: tree,
      env,
      timeoutMs: 1_800_000,
      accounting: bestAccounting(),
    });
    if (exitCode !== 0) throw new Error(`${which}, ${what}: exit ${exitCode}\n${output}`);
    keep(what, which, cpuSeconds);
  };
  await take("first index");
  await take("nothing changed");
  const undo = editFiles(tree, edited);
  await take("20 files edited");
  undo();
  await take("edits undone");
  const server = await startServer({ dist: dists[which], cwd: tree, home });
  for (const query of questions.slice(0, WARM_UP)) await server.call("search", { query });
  const rest = questions.slice(WARM_UP);
  const start = server.cpuMs();
  for (const query of rest) await server.call("search", { query });
  keep("a search by a warm server", which, (server.cpuMs() - start) / rest.length / 1000);
  const middle = server.cpuMs();
  for (const query of rest.slice(0, 20)) await server.call("context", { task: query });
  keep("a context by a warm server", which, (server.cpuMs() - middle) / 20 / 1000);
  await server.close();
}

function readQuestions() {
  const given = values.questions.flatMap((file) => JSON.parse(fs.readFileSync(file, "utf8")));
  const texts = given.map((one) => (typeof one === "string" ? one : one.query));
  const names = filesToEdit(base, QUESTIONS + WARM_UP).map((file) => path.basename(file).replace(/\..*/, ""));
  return [
    ...new Set([...texts, ...names.map((name) => `where is ${name.replace(/[^A-Za-z]+/g, " ")}`)]),
  ].slice(0, QUESTIONS + WARM_UP);
}

/** @param {number[]} all */
function min(all) {
  return Math.min(...all);
}

/** @param {number[]} all */
function median(all) {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
