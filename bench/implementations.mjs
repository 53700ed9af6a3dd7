#!/usr/bin/env node
// @ts-check
/**
 * Whether `implementations` finds what a compiler finds.
 *
 *   typescript  every interface, class and method of the tree, against `getImplementationAtPosition` of the language service;
 *               objects and functions that are written where a type is expected are a column of their own
 *   csharp      every interface, class and ordinary method, against Roslyn over the whole tree (bench/truth/csharp)
 *   go          every interface of the module without type parameters, against go/types (bench/truth/go-implementations.go)
 *
 * Recall counts guesses (tier `heuristic`); precision is given with and without them. Only symbols with at least one
 * implementation by either side count.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";
import { startServer } from "./lib/mcp-server.mjs";
import { typescriptImplementations } from "./lib/typescript-implementations.mjs";
import { readView } from "./lib/view.mjs";
import { askRoslyn } from "./truth/csharp.mjs";

const USAGE = `Usage: node bench/implementations.mjs --truth typescript|go|csharp --tree DIR [--tree DIR...] [options]

  --misses N   print up to N missing and N wrong implementations per tree
  --dist DIR   the build that is asked (default dist)
  --help
`;

const { values } = parseArgs({
  options: {
    truth: { type: "string" },
    tree: { type: "string", multiple: true },
    misses: { type: "string", default: "0" },
    dist: { type: "string", default: "dist" },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.tree || !["typescript", "go", "csharp"].includes(values.truth ?? "")) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const TOKENS = 200_000;
const ROWS = 500;

console.log(
  "| tree | asked | implementations | recall | precision | precision of resolved | written in place, found of |",
);
console.log("|---|---|---|---|---|---|---|");
for (const tree of values.tree) await measure(path.resolve(tree));

/** @param {string} root */
async function measure(root) {
  const asked = await askedOf(root);
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "clew-bench-"));
  execFileSync(process.execPath, [path.resolve(values.dist, "cli.js"), "index", root], {
    env: { ...process.env, CLEW_HOME: home },
    stdio: "ignore",
  });
  const server = await startServer({ dist: values.dist, cwd: root, home });
  const sum = {
    truth: 0,
    hit: 0,
    claimed: 0,
    right: 0,
    sure: 0,
    sureRight: 0,
    written: 0,
    writtenHit: 0,
    asked: 0,
  };
  /** @type {string[]} */
  const missing = [];
  /** @type {string[]} */
  const wrong = [];
  for (const one of asked) {
    const answer = await server.call("trace", {
      symbol: one.handle,
      relation: "implementations",
      limit: ROWS,
      max_tokens: TOKENS,
      format: "json",
    });
    const text = /** @type {any} */ (answer).content[0].text;
    if (!text.startsWith("{")) {
      missing.push(`${one.handle}: ${text.split("\n")[0]}`);
      continue;
    }
    const rows = JSON.parse(text).rows ?? [];
    /** @type {Map<string, string>} */
    const claimed = new Map(
      rows.flatMap((/** @type {any} */ row) => one.placesOf(row).map((place) => [place, row.tier])),
    );
    /** Places of one function. @type {Map<string, string[]>} */
    const functions = new Map();
    for (const row of rows) {
      const name = one.functionOf(row);
      functions.set(name, [...(functions.get(name) ?? []), ...one.placesOf(row)]);
    }
    const truth = new Set(one.declared);
    const others = new Set(one.written);
    if (truth.size + others.size + claimed.size === 0) continue;
    sum.asked += 1;
    for (const place of truth) {
      sum.truth += 1;
      if (claimed.has(place)) sum.hit += 1;
      else missing.push(`${one.handle} <- ${place}`);
    }
    for (const place of others) {
      sum.written += 1;
      if (claimed.has(place)) sum.writtenHit += 1;
    }
    for (const places of functions.values()) {
      const place = /** @type {string} */ (places[0]);
      const tier = claimed.get(place);
      if (!one.isJudged(place)) continue;
      const isRight = places.some((/** @type {string} */ each) => truth.has(each) || others.has(each));
      sum.claimed += 1;
      sum.right += Number(isRight);
      if (tier !== "heuristic") {
        sum.sure += 1;
        sum.sureRight += Number(isRight);
      }
      if (!isRight) wrong.push(`${one.handle} <- ${place} ${tier}`);
    }
  }
  await server.close();
  fs.rmSync(home, { recursive: true, force: true });
  const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
    whole === 0 ? "–" : (part / whole).toFixed(3);
  console.log(
    `| ${path.basename(root)} | ${sum.asked} | ${sum.truth} | ${share(sum.hit, sum.truth)} | ${share(sum.right, sum.claimed)} | ${share(sum.sureRight, sum.sure)} | ${sum.writtenHit} of ${sum.written} |`,
  );
  const most = Number(values.misses);
  for (const line of missing.slice(0, most)) console.error(`missing ${line}`);
  for (const line of wrong.slice(0, most)) console.error(`wrong ${line}`);
}

/**
 * @typedef {object} Question
 * @property {string} handle
 * @property {string[]} declared
 * @property {string[]} written
 * @property {(row: any) => string[]} placesOf
 * @property {(row: any) => string} functionOf rows of one function: signatures without a body of their own are parts of it
 * @property {(place: any) => boolean} isJudged whether the truth speaks of such a place
 */

/** @param {string} root @returns {Promise<Question[]>} */
async function askedOf(root) {
  if (values.truth === "go") return goImplementations(root);
  return values.truth === "csharp" ? ofCsharp(root) : ofTypescript(root);
}

/** Types and methods by where their name stands. @param {string} root @returns {Promise<Question[]>} */
async function ofCsharp(root) {
  const clew = await importBundled("./edges-internals.mjs");
  const files = await readView(clew, root, {
    isSource: (name) => name.endsWith(".cs"),
    isConfig: () => false,
  });
  /** @type {Map<string, any>} */
  const byPlace = new Map();
  for (const { path: at, facts } of files)
    for (const symbol of facts.symbols) byPlace.set(`${at}:${symbol.namePosition.line}`, { at, symbol });
  const found = askRoslyn(root, "implementations");
  /** Parts of a type are one: the first stands for all. @type {Map<string, string>} */
  const firstPart = new Map();
  for (const parts of found.flatMap(({ implementations }) => implementations))
    for (const part of parts) firstPart.set(part, parts[0]);
  const partOf = (/** @type {string} */ place) => firstPart.get(place) ?? place;
  const contracts = new Set(
    found
      .filter(({ asked }) => byPlace.get(asked)?.symbol.kind === "interface")
      .map(({ asked }) => partOf(asked)),
  );
  /** Overloads share a handle and are asked about together. @type {Map<string, Set<string>>} */
  const byHandle = new Map();
  for (const { asked, name, implementations } of found) {
    const known = byPlace.get(asked);
    if (known?.symbol.name !== name) continue;
    const handle = `${known.at}#${known.symbol.qualifiedName}`;
    const places = byHandle.get(handle) ?? new Set();
    byHandle.set(handle, places);
    for (const parts of implementations) places.add(partOf(parts[0]));
  }
  return [...byHandle].map(([handle, places]) => ({
    handle,
    declared: [...places].filter((place) => !contracts.has(place)),
    written: [],
    placesOf: (/** @type {any} */ row) => [partOf(`${row.site}:${row.lines[0]}`)],
    functionOf: (/** @type {any} */ row) => row.handle,
    isJudged: (/** @type {string} */ place) => !contracts.has(place),
  }));
}

/** @param {string} root @returns {Promise<Question[]>} */
async function ofTypescript(root) {
  const clew = await importBundled("./edges-internals.mjs");
  const { asked, contracts } = await typescriptImplementations(clew, root);
  return asked.map((one) => ({
    ...one,
    placesOf: ({ site, lines }) => lines.map((/** @type {number} */ line) => `${site}:${line}`),
    functionOf: ({ handle }) => handle.replace(/~\d+$/, ""),
    isJudged: (place) => !contracts.has(place),
  }));
}

/** @param {string} root @returns {Question[]} */
function goImplementations(root) {
  const program = fileURLToPath(new URL("truth/go-implementations.go", import.meta.url));
  const text = execFileSync("go", ["run", program, root], {
    env: { ...process.env, CGO_ENABLED: "0", GO111MODULE: "off" },
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
  });
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const contracts = new Set(lines.map(({ asked }) => asked));
  return lines.map(({ asked, implementations }) => ({
    handle: asked,
    declared: implementations,
    written: [],
    placesOf: (/** @type {any} */ row) => [row.handle],
    functionOf: (/** @type {any} */ row) => row.handle,
    // Tests, files for other systems and interfaces are not part of what the checker was given.
    isJudged: (/** @type {string} */ place) =>
      !contracts.has(place) &&
      !/_test\.go#|_(?:windows|darwin|js|wasm|plan9|bsd|freebsd|openbsd)\.go#/.test(place),
  }));
}
