#!/usr/bin/env node
// @ts-check
/**
 * Whether `context` holds the code that must change: for tasks whose accepted change is known, the functions which that
 * change touches, and whether the answer shows their changed lines, or at least names or opens them.
 *
 *   node bench/hunk-recall.mjs --sets DIR --mirror DIR --work DIR [--suite localize|swebench]... [--set mini] [--repo NAME]...
 *                              [--every 3] [--budgets 4000,8000] [--ask search] [--dist other/dist] [--json FILE]
 *
 * --sets, --mirror, --work as for retrieval.mjs. Trees are checked out with their history up to the base commit and asked
 * through a real client. `--ask search` asks for the list in place of the code: there a function counts as soon as a line of it is shown. Functions come from this repository's own build, whatever --dist is measured.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { changedLines, fixOf } from "./lib/changed-lines.mjs";
import { corporaOf } from "./lib/labelled-sets.mjs";
import { startServer } from "./lib/mcp-server.mjs";
import { shownCode } from "./lib/shown-code.mjs";

const OWN_DIST = path.join(import.meta.dirname, "../dist");
const { values } = parseArgs({
  options: {
    sets: { type: "string" },
    mirror: { type: "string" },
    work: { type: "string" },
    suite: { type: "string", multiple: true, default: ["localize", "swebench"] },
    set: { type: "string", default: "mini" },
    repo: { type: "string", multiple: true, default: [] },
    every: { type: "string", default: "1" },
    budgets: { type: "string", default: "4000,8000" },
    ask: { type: "string", default: "context" },
    dist: { type: "string", default: OWN_DIST },
    json: { type: "string" },
  },
});
if (!values.sets || !values.mirror || !values.work)
  throw new Error("--sets, --mirror and --work are needed; see the top of this file");
const sets = path.resolve(values.sets);
const mirror = path.resolve(values.mirror);
const work = path.resolve(values.work);
const budgets = values.ask === "search" ? [4000] : values.budgets.split(",").map(Number);
const { gitDirOf } = await import(pathToFileURL(path.join(sets, "export.mjs")).href);

/** @typedef {{ file: string, symbol: string, start: number, end: number, ranges: { start: number, count: number }[] }} ChangedFunction */
/** @typedef {{ query: string, functions: ChangedFunction[] }} Task */

/** @type {any[]} */
const rows = [];
for (const suite of values.suite) {
  const corpora = corporaOf(sets, suite, values.set).filter(
    (one) => values.repo.length === 0 || values.repo.includes(one.name),
  );
  const perTree = suite === "swebench" ? 1 : Number(values.every);
  const trees = suite === "swebench" ? everyNth(corpora, Number(values.every)) : corpora;
  for (const corpus of trees) {
    const gitDir = gitDirOf(mirror, corpus.github);
    if (!gitDir) {
      console.error(`${corpus.name}: not in the mirror (${corpus.github})`);
      continue;
    }
    const own = await askAbout(suite, corpus, gitDir, perTree);
    rows.push(...own);
    console.error(`${corpus.name.padEnd(36)} ${summary(own)}`);
  }
}
for (const suite of values.suite) {
  const own = rows.filter((row) => row.suite === suite);
  if (own.length > 0) console.log(`${suite.padEnd(10)} ${summary(own)}`);
}
if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);

/** @template T @param {T[]} list @param {number} n */
function everyNth(list, n) {
  return list.filter((_one, at) => at % n === 0);
}

/** @param {string} suite @param {any} corpus @param {string} gitDir @param {number} every */
async function askAbout(suite, corpus, gitDir, every) {
  const tree = checkedOut(suite, corpus, gitDir);
  const home = path.join(work, `home-${path.basename(path.dirname(path.resolve(values.dist)))}`, corpus.name);
  const tasks = everyNth(await tasksOf(suite, corpus, gitDir, tree), every);
  const server = await serverOf(values.dist, tree, home);
  const answers = [];
  try {
    for (const task of tasks) {
      const files = new Set(task.functions.map(({ file }) => file));
      for (const budget of budgets) {
        const answer =
          values.ask === "search"
            ? await server.call("search", { query: task.query, max_tokens: budget })
            : await server.call("context", { task: task.query, max_tokens: budget });
        const text = /** @type {any} */ (answer.content)[0].text;
        answers.push({
          suite,
          repo: corpus.name,
          budget,
          query: task.query,
          ...held(task, shownCode(text, files)),
          bytes: text.length,
        });
      }
    }
  } finally {
    await server.close();
    if (suite === "swebench") fs.rmSync(home, { recursive: true, force: true });
  }
  return answers;
}

/** The tree is indexed before the first question. @param {string} dist @param {string} cwd @param {string} home @param {"full"} [profile] */
function serverOf(dist, cwd, home, profile) {
  const env = { PATH: String(process.env.PATH), CLEW_HOME: home };
  execFileSync(process.execPath, [path.resolve(dist, "cli.js"), "index", cwd], { env, stdio: "ignore" });
  return startServer({ dist, cwd, home, ...(profile && { profile }) });
}

/** @param {Task} task @param {Map<string, import("./lib/shown-code.mjs").Shown>} shown */
function held({ functions }, shown) {
  const share = (/** @type {(one: ChangedFunction, shown: any) => boolean} */ test) =>
    functions.filter((one) => shown.has(one.file) && test(one, shown.get(one.file))).length /
    functions.length;
  return {
    lines: share(hasLines),
    recall: share((one, own) => hasLines(one, own) || hasSymbol(one, own)),
    missed: functions
      .filter((one) => {
        const own = shown.get(one.file);
        return !own || !(hasLines(one, own) || hasSymbol(one, own));
      })
      .map(({ file, symbol }) => `${file}#${symbol}`),
  };
}

/** Every changed line is shown; where lines were only added, one beside them. @param {ChangedFunction} one @param {import("./lib/shown-code.mjs").Shown} shown */
function hasLines({ ranges }, { lines }) {
  return ranges.every(({ start, count }) =>
    count === 0
      ? lines.has(start) || lines.has(start + 1)
      : Array.from({ length: count }, (_, at) => start + at).every((line) => lines.has(line)),
  );
}

/** Its first line is shown (a list: any line of it, or the line of its name), or its place is named. @param {ChangedFunction} one @param {import("./lib/shown-code.mjs").Shown} shown */
function hasSymbol({ start, end }, { lines, places, names }) {
  if (lines.has(start)) return true;
  const isInside = (/** @type {number} */ line) => line >= start && line <= end;
  if (values.ask === "search" && [...lines, ...names].some(isInside)) return true;
  return places.some((place) => {
    const common = Math.min(end, place.end) - Math.max(start, place.start) + 1;
    const all = Math.max(end, place.end) - Math.min(start, place.start) + 1;
    return common / all >= 0.5;
  });
}

/** @param {any[]} own */
function summary(own) {
  return budgets
    .map((budget) => {
      const these = own.filter((row) => row.budget === budget);
      const mean = (/** @type {(row: any) => number} */ of) =>
        these.reduce((sum, row) => sum + of(row), 0) / Math.max(1, these.length);
      return (
        `${budget} tokens: recall ${mean((row) => row.recall).toFixed(3)}, lines ${mean((row) => row.lines).toFixed(3)}, ` +
        `all held ${mean((row) => (row.recall === 1 ? 1 : 0)).toFixed(3)}, ${mean((row) => row.bytes).toFixed(0)} bytes (${these.length} tasks)`
      );
    })
    .join("; ");
}

/** @param {string} suite @param {any} corpus @param {string} gitDir */
function checkedOut(suite, corpus, gitDir) {
  const tree = path.join(work, suite, corpus.name);
  if (!fs.existsSync(tree))
    execFileSync(process.execPath, [path.join(sets, "with-history.mjs"), gitDir, corpus.rev, tree], {
      stdio: "ignore",
    });
  return tree;
}

/**
 * Tasks with the functions that their change touches; kept, since they do not depend on what is measured.
 * @param {string} suite @param {any} corpus @param {string} gitDir @param {string} tree @returns {Promise<Task[]>}
 */
async function tasksOf(suite, corpus, gitDir, tree) {
  const kept = path.join(work, "tasks", `${suite}-${corpus.name}.json`);
  if (fs.existsSync(kept)) return JSON.parse(fs.readFileSync(kept, "utf8"));
  /** @type {any[]} */
  const given = JSON.parse(fs.readFileSync(path.join(sets, suite, `${corpus.name}.json`), "utf8"));
  const home = path.join(work, "home-truth", corpus.name);
  const server = await serverOf(OWN_DIST, tree, home, "full");
  /** @type {Map<string, any[]>} */
  const outlines = new Map();
  const symbolsOf = async (/** @type {string} */ file) => {
    const known = outlines.get(file);
    if (known) return known;
    const answer = await server.call("get_file_outline", {
      path: file,
      format: "json",
      max_tokens: 1_000_000,
    });
    const symbols = answer.isError ? [] : /** @type {any} */ (answer.structuredContent).symbols;
    outlines.set(file, symbols);
    return symbols;
  };
  const tasks = [];
  try {
    for (const { query, relevant, commit } of given) {
      const files = relevant.map((/** @type {any} */ one) => one.path ?? one);
      const fix = fixOf(gitDir, corpus, { commit, files });
      if (!fix) continue;
      /** @type {Map<string, ChangedFunction>} */
      const functions = new Map();
      for (const [file, ranges] of changedLines(gitDir, corpus.rev, fix, files)) {
        const symbols = await symbolsOf(file);
        for (const range of ranges) {
          const symbol = enclosing(symbols, range);
          if (!symbol) continue;
          const { startLine: start, endLine: end } = symbol.span;
          const key = `${file}:${start}-${end}`;
          const known = functions.get(key) ?? { file, symbol: symbol.qualifiedName, start, end, ranges: [] };
          known.ranges.push(range);
          functions.set(key, known);
        }
      }
      if (functions.size > 0) tasks.push({ query, functions: [...functions.values()] });
    }
  } finally {
    await server.close();
  }
  fs.mkdirSync(path.dirname(kept), { recursive: true });
  fs.writeFileSync(kept, JSON.stringify(tasks));
  if (suite === "swebench") fs.rmSync(home, { recursive: true, force: true });
  return tasks;
}

/** The innermost function around a change, else the innermost type or namespace; null at the top level, where imports stand. */
function enclosing(
  /** @type {any[]} */ symbols,
  /** @type {{ start: number, count: number }} */ { start, count },
) {
  const last = start + Math.max(0, count - 1);
  const around = symbols.filter(({ span }) => span.startLine <= start && span.endLine >= last);
  const smallest = (/** @type {any[]} */ list) =>
    list.sort((a, b) => a.span.endLine - a.span.startLine - (b.span.endLine - b.span.startLine))[0] ?? null;
  const functions = around.filter(({ complexity }) => complexity > 0);
  return smallest(functions) ?? smallest(around);
}
