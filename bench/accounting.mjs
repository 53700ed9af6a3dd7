#!/usr/bin/env node
// @ts-check
/**
 * Whether `trace` accounts for every occurrence of a name, and what its answer costs beside ripgrep's.
 *
 *   npm run build
 *   node bench/accounting.mjs --work DIR --tree DIR [--tree DIR...] [--sample 100] [--seed 1] [--misses N] [--keep DIR]
 *
 * Sampled are functions and methods with common names: those that the index of words has in five files or more. Of each:
 *
 *   sum      what is accounted for outside of comments and strings equals what `rg -w` finds there, in files of code.
 *            Comments and strings are told by TypeScript's own parser for TypeScript and JavaScript, by Python's
 *            `tokenize` for Python, and by the grammars of tree-sitter for the rest, which clew uses, too.
 *   recall   sites by the TypeScript language service, or calls by the compiler or server of another main language
 *            (see bench/lib/call-bench.mjs; --keep, --pyright and --define as there): within what is listed or undecided
 *   false    answers that say complete or proven, and lack a true site
 *   rg       all occurrences, comments, strings and documents too, are as many as `rg -w` finds
 *   bytes    of `clew trace --callers` as printed, with tests as one line and with all of them, beside `rg -n -w`
 *
 * With --zeros it is not sampled: every function and method is asked for its callers, and what line 1 claims is compared with all calls
 * that the compiler or server knows (see bench/lib/claims.mjs).
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openTruth } from "./lib/accounting-truth.mjs";
import { importBundled } from "./lib/bundle.mjs";
import { addClaim, callsByTarget, newClaims, printClaims } from "./lib/claims.mjs";
import { openTextPlaces } from "./lib/outside-code-truth.mjs";

const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true, default: [] },
    work: { type: "string" },
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    misses: { type: "string", default: "0" },
    json: { type: "string" },
    keep: { type: "string" },
    pyright: { type: "string" },
    define: { type: "string", multiple: true, default: [] },
    zeros: { type: "boolean", default: false },
  },
});
if (!values.work || values.tree.length === 0) {
  console.error(
    "Usage: node bench/accounting.mjs --work DIR --tree DIR [--tree DIR...] [--sample N] [--seed N] [--misses N] [--json FILE] [--keep DIR] [--pyright FILE] [--define NAME...] [--zeros]",
  );
  process.exit(2);
}

const MIN_FILES = 5;
const clew = await import(new URL("../dist/index.js", import.meta.url).href);
const internals = await importBundled("./accounting-internals.mjs");
const engine = await clew.openEngine({ home: path.join(path.resolve(values.work), "home") });
const trace = clew.TOOLS.find((/** @type {any} */ tool) => tool.name === "trace");
const results = [];
for (const tree of values.tree)
  results.push(await (values.zeros ? measureClaims : measureTree)(path.resolve(tree)));
await engine.close();
if (values.json) fs.writeFileSync(values.json, JSON.stringify(results, null, 1));
if (values.zeros) printClaims(/** @type {any} */ (results), Number(values.misses));
else printTable(results);

/** @param {string} tree */
async function measureClaims(tree) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  const { byTarget, paths } = await callsByTarget(tree, values);
  const claims = newClaims(path.basename(tree));
  for (const symbol of await functionsOf(root, (at) => paths.has(at))) {
    const told = await tell(root, symbol.handle, "callers");
    if (!told?.accounting) continue;
    const sites = new Set(
      symbol.lines.flatMap((line) => [...(byTarget.get(`${symbol.path}:${line}:${symbol.name}`) ?? [])]),
    );
    const [head = ""] = (await print(root, symbol.handle, true)).split("\n");
    addClaim(claims, { handle: symbol.handle, sites, head, ...told });
    if (claims.asked % 250 === 0) console.error(`${claims.tree} ${claims.asked}`);
  }
  return claims;
}

/** Rows and sums of one symbol; null where the handle names several. @param {string} root @param {string} handle @param {string} relation */
function tell(root, handle, relation) {
  return engine.read(
    root,
    async (/** @type {any} */ { searcher }) => {
      const { groups } = await searcher.symbols(handle);
      if (groups.length !== 1) return null;
      const started = performance.now();
      const options = { relation, depth: 1, minTier: "heuristic", limit: 500, withOverrides: true };
      const rows = (await searcher.trace(groups[0], options)).rows;
      const accounting = await searcher.account(groups[0]);
      return { rows, accounting, ms: performance.now() - started };
    },
    { isStaleAllowed: true },
  );
}

/** @param {string} tree */
async function measureTree(tree) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  const truth = await openTruth(internals, tree, values);
  const places = await openTextPlaces(tree);
  const symbols = await sampleCommon(root, Number(values.seed), truth);
  const result = newResult(path.basename(tree));
  for (const symbol of symbols) {
    if (result.symbols >= Number(values.sample)) break;
    const sites = truth ? truth.sitesOf(symbol) : null;
    if (truth && !sites) continue;
    await measureSymbol(root, tree, symbol, sites, places, result);
    if (result.symbols % 25 === 0) console.error(`${result.tree} ${result.symbols}`);
  }
  return result;
}

/** @param {string} tree */
function newResult(tree) {
  return {
    tree,
    symbols: 0,
    occurrences: 0,
    sumsRight: 0,
    sumsOff: 0,
    sameAsRg: 0,
    complete: 0,
    meant: 0,
    others: 0,
    undecided: 0,
    truth: 0,
    listed: 0,
    offered: 0,
    falseComplete: 0,
    bytes: 0,
    bytesWithTests: 0,
    rgBytes: 0,
    ms: /** @type {number[]} */ ([]),
    /** Bytes of our answer by ripgrep's, of each symbol. */
    ratios: /** @type {number[]} */ ([]),
    misses: /** @type {string[]} */ ([]),
  };
}

/** @typedef {import("./lib/accounting-truth.mjs").Sampled} Sampled */

/** @param {string} root @param {string} tree @param {Sampled} symbol @param {any[] | null} sites @param {any} places @param {ReturnType<typeof newResult>} result */
async function measureSymbol(root, tree, symbol, sites, places, result) {
  const told = await tell(root, symbol.handle, "dependents");
  if (!told?.accounting) return;
  const { rows, accounting, ms } = told;
  result.symbols += 1;
  result.ms.push(ms);
  const matches = await ripgrepMatches(tree, symbol.name);
  let expected = 0;
  for (const match of matches)
    if (isCode(match.path) && !(await places.isOutside(match.path, match.offset))) expected += 1;
  if (accounting.occurrences === matches.length) result.sameAsRg += 1;
  const accounted = accounting.occurrences - accounting.inText - accounting.quoted;
  result.occurrences += expected;
  if (accounted === expected) result.sumsRight += 1;
  else {
    result.sumsOff += Math.abs(accounted - expected);
    note(result, `sum ${symbol.handle}: ${accounted} accounted, ${expected} by rg`);
  }
  const others = count(accounting.others);
  result.others += others;
  result.undecided += count(accounting.undecided);
  result.meant += accounted - others - count(accounting.undecided);
  if (accounting.isComplete) result.complete += 1;
  const printed = await print(root, symbol.handle, false);
  const all = await print(root, symbol.handle, true);
  result.bytes += Buffer.byteLength(printed);
  result.bytesWithTests += Buffer.byteLength(all);
  const rgBytes = rg(tree, ["-n", "-w", "-F", "--", symbol.name, "."]).length;
  result.rgBytes += rgBytes;
  result.ratios.push(Buffer.byteLength(printed) / rgBytes);
  if (sites) compare(symbol, sites, rows, accounting, result);
}

/** @param {Sampled} symbol @param {any[]} sites @param {any[]} rows @param {any} accounting @param {ReturnType<typeof newResult>} result */
function compare(symbol, sites, rows, accounting, result) {
  const listed = new Set([
    ...rows.flatMap((row) => row.lines.map((/** @type {number} */ line) => `${row.site}:${line}`)),
    ...accounting.unlinked.map((/** @type {any} */ site) => `${site.path}:${site.line}`),
  ]);
  const undecided = new Set(
    accounting.undecided.map((/** @type {any} */ site) => `${site.path}:${site.line}`),
  );
  let isLacking = false;
  for (const at of new Set(sites.map((site) => `${site.path}:${site.line}`))) {
    result.truth += 1;
    if (listed.has(at)) result.listed += 1;
    if (listed.has(at) || undecided.has(at)) result.offered += 1;
    else {
      isLacking = true;
      note(result, `miss ${symbol.handle}: ${at}`);
    }
  }
  const isWhole = sites.every((site) => listed.has(`${site.path}:${site.line}`));
  if (accounting.isComplete && (isLacking || !isWhole)) {
    result.falseComplete += 1;
    note(result, `false ${symbol.handle}`);
  }
}

/** @param {ReturnType<typeof newResult>} result @param {string} text */
function note(result, text) {
  if (result.misses.length < Number(values.misses)) result.misses.push(text);
}

/** @param {readonly { count: number }[]} items */
function count(items) {
  return items.reduce((sum, item) => sum + item.count, 0);
}

/** @param {string} at */
function isCode(at) {
  const role = internals.languageOfPath(at)?.role;
  return role === "code" || role === "support";
}

/** @param {string} root @param {string} handle @param {boolean} tests */
async function print(root, handle, tests) {
  const still = {
    ...engine,
    read: (/** @type {any} */ at, /** @type {any} */ use, /** @type {any} */ given) =>
      engine.read(at, use, { ...given, isStaleAllowed: true }),
  };
  const call = { engine: still, root, signal: new AbortController().signal };
  const input = clew.parseInput(trace, { symbol: handle, tests, max_tokens: 50_000 });
  return (await clew.answerTool(trace, call, input)).text;
}

/** @param {string} tree @param {string[]} args */
function rg(tree, args) {
  const found = spawnSync("rg", ["--no-config", "--no-require-git", ...args], {
    cwd: tree,
    maxBuffer: 1 << 30,
  });
  return found.stdout;
}

/** @param {string} tree @param {string} name @returns {Promise<{ path: string, offset: number }[]>} byte offsets */
async function ripgrepMatches(tree, name) {
  // Offsets are those of the bytes: else rg leaves out a byte order mark when it counts them. NUL characters do not end the search.
  const args = [
    "--text",
    "--encoding",
    "none",
    "--hidden",
    "--glob",
    "!.git",
    "--json",
    "-w",
    "-F",
    "--",
    name,
    ".",
  ];
  const out = rg(tree, args).toString("utf8");
  const found = [];
  for (const line of out.split("\n")) {
    if (!line.startsWith('{"type":"match"')) continue;
    const { data } = JSON.parse(line);
    if (!data.path.text) continue;
    for (const { start } of data.submatches)
      found.push({ path: data.path.text.replace(/^\.\//, ""), offset: data.absolute_offset + start });
  }
  return found;
}

/** Shuffled by seed: functions and methods whose name stands in several files. @param {string} root @param {number} seed @param {any} truth */
async function sampleCommon(root, seed, truth) {
  const all = await functionsOf(root, (at) => !truth || truth.knows(at));
  const shuffled = internals.shuffle(all, seed);
  return engine.readView(
    root,
    async (/** @type {any} */ { reader }) => {
      const common = [];
      for (const symbol of shuffled) {
        if (common.length >= Number(values.sample) * 2) break;
        const [term] = internals.wordTerms(symbol.name);
        const postings = term && (await reader.postings([term])).get(term);
        if (postings && new Set(postings.blobs).size >= MIN_FILES) common.push(symbol);
      }
      return common;
    },
    { isStaleAllowed: true },
  );
}

/** @param {string} root @param {(path: string) => boolean} isKnown @returns {Promise<Sampled[]>} */
async function functionsOf(root, isKnown) {
  return engine.readView(
    root,
    async (/** @type {any} */ { reader }) => {
      const files = await reader.files();
      const outlines = await reader.outlines(files.map((/** @type {any} */ file) => file.blob));
      /** @type {Sampled[]} */
      const all = [];
      files.forEach((/** @type {any} */ file, /** @type {number} */ at) => {
        if (!isKnown(file.path)) return;
        const { symbols } = outlines[at];
        for (const { kind, name, overload, qualifiedName } of symbols) {
          const isCallable = kind === "function" || kind === "method";
          if (!isCallable || overload > 0 || !/^\w{3,}$/.test(name)) continue;
          const lines = symbols
            .filter((/** @type {any} */ one) => one.qualifiedName === qualifiedName)
            .map((/** @type {any} */ one) => one.namePosition.line);
          all.push({ handle: `${file.path}#${qualifiedName}`, path: file.path, name, qualifiedName, lines });
        }
      });
      return all;
    },
    { isStaleAllowed: true },
  );
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** @param {any[]} rows */
function printTable(rows) {
  const total = rows.reduce(
    (sum, row) => {
      for (const [key, value] of Object.entries(row))
        if (typeof value === "number") sum[key] = (sum[key] ?? 0) + value;
      sum.ms.push(...row.ms);
      sum.ratios.push(...row.ratios);
      return sum;
    },
    /** @type {any} */ ({ tree: "all", ms: [], ratios: [] }),
  );
  console.log(
    "| tree | symbols | occurrences | sums right | off by | as rg | mean it / others / undecided | complete | truth | listed | listed or undecided | false complete | bytes / rg | median | with tests | median ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const row of [...rows, total]) {
    const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
      whole === 0 ? "-" : (part / whole).toFixed(3);
    console.log(
      `| ${row.tree} | ${row.symbols} | ${row.occurrences} | ${row.sumsRight} | ${row.sumsOff} | ${row.sameAsRg} | ${row.meant} / ${row.others} / ${row.undecided} | ${row.complete} | ${row.truth} | ${share(row.listed, row.truth)} | ${share(row.offered, row.truth)} | ${row.falseComplete} | ${(row.bytes / row.rgBytes).toFixed(2)} | ${median(row.ratios).toFixed(2)} | ${(row.bytesWithTests / row.rgBytes).toFixed(2)} | ${median(row.ms).toFixed(0)} |`,
    );
  }
  for (const row of rows) for (const miss of row.misses) console.log(`${row.tree} ${miss}`);
}
