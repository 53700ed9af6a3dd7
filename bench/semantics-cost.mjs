#!/usr/bin/env node
// @ts-check
/**
 * What the compiler pass costs, measured against `tsc --noEmit` of the same compiler on the same files with the same
 * options, in one run.
 *
 * Both are fresh processes. The pass includes starting, loading the compiler, building the program, all edges of all
 * files and the serialization of the results; facts are made beforehand, as they are when the pass starts. CPU seconds
 * (user + system of the process) are the figure to compare, minimum over the runs; the order alternates.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import v8 from "node:v8";
import { bundle, importBundled } from "./lib/bundle.mjs";
import { note } from "./lib/report.mjs";
import { readView } from "./lib/view.mjs";

const USAGE = `Usage: node bench/semantics-cost.mjs --tree DIR [--tree DIR...] [options]

  --tree DIR   source tree; repeat for several
  --runs N     runs of each command (default 3)
  --json       print figures as JSON
  --help
`;
const MAX_RATIO = 1.5;
const MAX_OUTPUT = 1_000_000_000;

const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true },
    runs: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.tree) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-semantics-cost-"));
const clew = await importBundled("./edges-internals.mjs");
const pass = await bundle("./semantic-pass.mjs");
const meter = path.join(scratch, "meter.cjs");
fs.writeFileSync(
  meter,
  `process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    const figures = { cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1024 };
    require("node:fs").writeFileSync(process.env.CLEW_BENCH_FIGURES, JSON.stringify(figures));
  });`,
);

try {
  const rows = [];
  for (const tree of values.tree) rows.push(await measureTree(path.resolve(tree)));
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else for (const row of rows) print(row);
} finally {
  pass.remove();
  fs.rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} root */
async function measureTree(root) {
  const files = await readView(clew, root);
  const sources = files.filter(({ facts }) => facts);
  const view = path.join(scratch, "view.bin");
  const inputs = files.map(({ path: at, hash, facts }) => ({
    path: at,
    hash,
    rows: facts ? clew.symbolRowsOf(facts.symbols) : [],
  }));
  fs.writeFileSync(view, v8.serialize(inputs));
  const project = writeProject(root, files);
  const tsc = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");
  const commands = {
    tsc: [tsc, "--noEmit", "--pretty", "false", "-p", project],
    pass: [pass.file, root, view],
  };
  /** @type {Record<string, { cpu: number, wall: number, peak: number }[]>} */
  const figures = { tsc: [], pass: [] };
  let totals = {};
  for (let run = 0; run < Number(values.runs); run++) {
    for (const name of run % 2 === 0 ? ["tsc", "pass"] : ["pass", "tsc"]) {
      const { output, ...measured } = runMetered(/** @type {any} */ (commands)[name]);
      figures[name]?.push(measured);
      if (name === "pass") totals = JSON.parse(output);
      note(
        `${path.basename(root)} run ${run + 1} ${name}: CPU ${measured.cpu.toFixed(2)} s, wall ${measured.wall.toFixed(2)} s`,
      );
    }
  }
  const least = (/** @type {string} */ name, /** @type {"cpu" | "wall" | "peak"} */ what) =>
    Math.min(...(figures[name] ?? []).map((one) => one[what]));
  return {
    tree: path.basename(root),
    files: sources.length,
    lines: sources.reduce((sum, { facts }) => sum + facts.lines, 0),
    tscCpu: least("tsc", "cpu"),
    passCpu: least("pass", "cpu"),
    ratio: least("pass", "cpu") / least("tsc", "cpu"),
    tscPeakMb: least("tsc", "peak"),
    passPeakMb: least("pass", "peak"),
    ...totals,
  };
}

/** A tsconfig with our options and all files, outside the tree. @param {string} root @param {import("./lib/view.mjs").ViewFile[]} files */
function writeProject(root, files) {
  const jail = clew.openRoot(root);
  const view = new clew.ViewFiles(clew.readThroughJail(jail));
  for (const file of files) view.set(file.path, file.hash);
  const { options } = clew.createProjectHost(view, new Map());
  const project = path.join(scratch, "tsconfig.json");
  const compilerOptions = {
    ...options,
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "preserve",
    paths: rootPaths(view, root),
  };
  const listed = files.filter(({ facts }) => facts).map((file) => path.join(root, file.path));
  fs.writeFileSync(project, JSON.stringify({ compilerOptions, files: listed }));
  return project;
}

/** Packages of the repository must be found by both. @param {any} view @param {string} root */
function rootPaths(view, root) {
  /** @type {Record<string, string[]>} */
  const paths = {};
  for (const [name, target] of clew.packageEntries(view)) paths[name] = [path.join(root, target)];
  return paths;
}

/** @param {string[]} command */
function runMetered(command) {
  const out = path.join(scratch, "figures.json");
  const started = performance.now();
  // Diagnostics about missing packages make tsc exit with 2; they are not what is measured.
  const result = spawnSync(process.execPath, ["--max-old-space-size=8192", "--require", meter, ...command], {
    env: { ...process.env, CLEW_BENCH_FIGURES: out },
    maxBuffer: MAX_OUTPUT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (result.error) throw result.error;
  const wall = (performance.now() - started) / 1000;
  return { ...JSON.parse(fs.readFileSync(out, "utf8")), wall, output: result.stdout.toString("utf8") };
}

/** @param {any} row */
function print(row) {
  console.log(
    `${row.tree}: ${row.files} files, ${row.lines} lines, ${row.edges} edges\n` +
      `  tsc --noEmit   CPU ${row.tscCpu.toFixed(2)} s, peak ${row.tscPeakMb.toFixed(0)} MB\n` +
      `  compiler pass  CPU ${row.passCpu.toFixed(2)} s, peak ${row.passPeakMb.toFixed(0)} MB\n` +
      `  ratio ${row.ratio.toFixed(2)} (goal: at most ${MAX_RATIO})`,
  );
}
