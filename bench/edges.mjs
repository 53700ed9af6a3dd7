#!/usr/bin/env node
// @ts-check
/**
 * How right our edges are: callers and references of sampled functions and methods, compared with the answers of
 * the TypeScript language service (`findReferences`) on the same program.
 *
 * The program holds all TypeScript and JavaScript files of the tree with our options and our module resolution;
 * packages are not installed. The truth is what the service says, without what is no use: declarations, words in
 * comments, closing JSX tags. Two readings of it:
 *
 *   exact    sites whose definition, by the service's own "go to definition", is the sampled symbol itself
 *   family   all sites it lists, which includes uses of the methods that the symbol overrides and that override it;
 *            ours are then taken over our `overrides` edges as well
 *
 * Callers are compared as sets of (calling symbol), references as sets of (file, line); a file's imports of the symbol
 * count once. Precision is that of what is resolved, recall counts guesses (tier `heuristic`) as well; how many of the
 * references that only a guess found are right is a column of its own.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";
import { compilerLinks } from "./lib/compiler-links.mjs";
import { measureCSharp } from "./lib/csharp-edges.mjs";
import { EdgeIndex } from "./lib/edge-index.mjs";
import { compareSymbol, Score } from "./lib/edge-score.mjs";
import { askReferences, createService } from "./lib/reference-truth.mjs";
import { printRows } from "./lib/report-table.mjs";
import { nameOffsets, sampleSymbols } from "./lib/sample-symbols.mjs";
import { readView } from "./lib/view.mjs";

const USAGE = `Usage: node bench/edges.mjs --tree DIR [--tree DIR...] [options]

  --tree DIR      source tree; repeat for several. The figures in the documentation are from
                    nestjs/nest            55425779a1e2a1523b062a7dff872826641834d8
                    honojs/hono            28a9c128912de19f3fb28b00ae289c9b93f6f392
                    excalidraw/excalidraw  4872083c044491b6d5c96ae134a75464f96d6831
  --sample N      functions and methods per tree (default 200)
  --seed N        of the sample (default 1)
  --tiers WHICH   compiler, linked or both (default both): the compiler pass, or linking without it
  --misses N      print up to N wrong or missing sites per tree and table
  --solution FILE C# instead, against Roslyn's FindReferences: a solution below the tree, restored with
                  \`dotnet restore\`; see bench/lib/csharp-edges.mjs
  --calls         every call of each tree instead, against the compiler or server of its main language:
                  TypeScript, clangd, go/types, javac, Pyright; see bench/lib/call-bench.mjs
  --pyright FILE  with --calls: langserver.index.js of an installed pyright
  --define NAME   with --calls: a macro that clangd is given; repeat for several
  --keep DIR      with --calls: keep what the compilers say here, and take it from here the next time
  --json          print figures as JSON
  --help
`;

const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true },
    sample: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    tiers: { type: "string", default: "both" },
    misses: { type: "string", default: "0" },
    solution: { type: "string" },
    calls: { type: "boolean", default: false },
    pyright: { type: "string" },
    define: { type: "string", multiple: true, default: [] },
    keep: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.tree) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const clew = await importBundled("./edges-internals.mjs");
if (values.calls) {
  const { measureCalls } = await import("./lib/call-bench.mjs");
  await measureCalls(clew, values);
  process.exit(0);
}
const results = [];
for (const tree of values.tree) {
  const root = path.resolve(tree);
  results.push(...(await (values.solution ? measureCSharp(clew, root, values) : measureTree(root))));
}
if (values.json) console.log(JSON.stringify(results, null, 2));
else printTable(results);

/** @param {string} root */
async function measureTree(root) {
  const name = path.basename(root);
  const files = await readView(clew, root);
  const jail = clew.openRoot(root);
  /** @type {{ label: string, index: EdgeIndex, tiers: { precision: string[], recall: string[] } }[]} */
  const subjects = [];
  if (values.tiers !== "linked") {
    const index = new EdgeIndex(compilerLinks(clew, files, root));
    subjects.push({ label: "compiler", index, tiers: { precision: ["compiler"], recall: ["compiler"] } });
  }
  if (values.tiers !== "compiler" && clew.linkView) {
    const index = new EdgeIndex(clew.linkView(files));
    subjects.push({
      label: "linked",
      index,
      tiers: { precision: ["resolved"], recall: ["resolved", "heuristic"] },
    });
  }
  const view = new clew.ViewFiles(clew.readThroughJail(jail));
  for (const file of files) view.set(file.path, file.hash);
  const { service } = createService(clew, view);
  const facts = new Map(files.filter((file) => file.facts).map((file) => [file.path, file]));
  const scores = subjects.map((subject) => ({ ...subject, exact: new Score(), family: new Score() }));
  const names = nameOffsets(facts);
  const isKnownName = (/** @type {string} */ at, /** @type {number} */ offset) =>
    names.get(at)?.has(offset) ?? false;
  let asked = 0;
  for (const symbol of sampleSymbols(facts, Number(values.seed))) {
    if (asked >= Number(values.sample)) break;
    const truth = askReferences(clew, service, symbol.path, isKnownName, symbol.nameOffsets);
    if (!truth) continue;
    asked += 1;
    for (const score of scores) compareSymbol(symbol, truth, score, facts, Number(values.misses));
  }
  return scores.flatMap((score) =>
    ["exact", "family"].map((reading) => ({
      tree: name,
      files: facts.size,
      symbols: asked,
      edges: score.label,
      reading,
      .../** @type {any} */ (score)[reading].figures(),
      misses: /** @type {any} */ (score)[reading].misses,
    })),
  );
}

/** @param {any[]} rows */
function printTable(rows) {
  const header = [
    "tree",
    "files",
    "symbols",
    "edges",
    "reading",
    "callers P",
    "callers R",
    "references P",
    "references R",
    "truth sites",
    "guesses P",
    "guesses",
    ...(values.solution ? ["unresolved"] : []),
  ];
  const body = rows.map((row) => [
    row.tree,
    String(row.files),
    String(row.symbols),
    row.edges,
    row.reading,
    row.callers.precision.toFixed(4),
    row.callers.recall.toFixed(4),
    row.references.precision.toFixed(4),
    row.references.recall.toFixed(4),
    String(row.references.truth),
    row.guesses.precision.toFixed(4),
    String(row.guesses.claimed),
    ...(values.solution ? [String(row.unresolved)] : []),
  ]);
  printRows(header, body);
  for (const row of rows)
    for (const miss of row.misses) console.log(`${row.tree} ${row.edges} ${row.reading} ${miss}`);
}
