#!/usr/bin/env node
// @ts-check
/**
 * What an index costs: clew, two other code indexers and ripgrep on the same tree, in one run.
 *
 * Measured
 *   cold index   from no state at all, for each tool: CPU seconds (user + system of all processes, daemons
 *                included), wall seconds until the command ends, peak memory of all processes together, and
 *                what the index takes on disk.
 *   ripgrep      one search for a text that is not there, over every file of the tree: the cost of reading it all.
 *   updates      for clew (or every indexer): index again with nothing changed, after a small function was
 *                appended to each of 20 files, and after these edits were undone.
 *
 * Each tool gets a fresh private copy of the tree and a fresh home folder in each run; the order of the tools
 * rotates from run to run. CPU and wall are the minimum over the runs (least disturbed by other work on the
 * machine), memory and disk the maximum. Settings of Node in the environment are kept from every tool: with
 * NODE_EXTRA_CA_CERTS, for one, each process reads a hundred certificates first, 40 ms of CPU.
 *
 * Not measured
 *   - a cold page cache: the copy was just written, so files come from memory for every tool;
 *   - what the index is worth: the tools read different files and store different things, so compare with the
 *     quality of the answers in mind;
 *   - whether an updated index is right: the tests answer that;
 *   - queries, servers and file watchers;
 *   - memory between two samples, which matters for commands of a few dozen milliseconds.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bestAccounting, endAll, measure, SAMPLE_MS } from "./lib/meter.mjs";
import { note, progress, summaries, table } from "./lib/report.mjs";
import { clewTool, peerTools, ripgrepTool } from "./lib/tools.mjs";
import { copyTree, editFiles, filesToEdit, sizeOf } from "./lib/tree.mjs";

const EDITED_FILES = 20;
/** Less than this on disk is no index, whatever the exit code says. */
const SMALLEST_INDEX_MB = 0.001;

const USAGE = `Usage: node bench/index-cost.mjs --tree DIR [options]

  --tree DIR        source tree to measure on; it is copied, never written to
  --peers DIR       folder the other indexers are installed in (without it, they are left out)
  --clew CMD        shell command that indexes the current folder, keeping all its state in $CLEW_HOME
                    (default: this repository's built dist/cli.js, "index .")
  --only A,B        measure only these: clew, colby, optave, ripgrep
  --runs N          runs per tool (default 3)
  --updates WHO     re-index steps for: clew (default), all, none
  --scratch DIR     where the copies go (default: a new folder in the system's temporary folder)
  --accounting HOW  cgroup or proc (default: cgroup where one can be made)
  --timeout S       seconds one command may take (default 1800)
  --json OUT        also write every single measurement to this file
  --help

Needs Linux (/proc), git and, for its row, ripgrep.
`;

/**
 * @typedef {import("./lib/meter.mjs").Measurement} Measurement
 * @typedef {import("./lib/report.mjs").Row} Row
 * @typedef {import("./lib/report.mjs").Step} Step
 * @typedef {import("./lib/tools.mjs").Tool} Tool
 *
 * @typedef {object} Setup
 * @property {string} scratch
 * @property {string} base pristine copy of the tree
 * @property {string[]} edited
 * @property {"clew" | "all" | "none"} updates
 * @property {number} timeoutMs
 * @property {import("./lib/meter.mjs").Accounting} accounting
 */

// ---------------------------------------------------------------- one tool, one run

/** @param {Tool} tool @param {number} run @param {Setup} setup @returns {Promise<Row[]>} */
async function runTool(tool, run, setup) {
  const dir = path.join(setup.scratch, "tree");
  const home = path.join(setup.scratch, "home");
  copyTree(setup.base, dir);
  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(home);
  const before = sizeOf(dir).bytes;
  /** @type {Row[]} */
  const rows = [];

  /** @param {Step} step @param {string[]} command */
  const take = async (step, command) => {
    const measured = await measure(command, {
      cwd: dir,
      env: environment(home),
      timeoutMs: setup.timeoutMs,
      accounting: setup.accounting,
    });
    const indexMb = (sizeOf(dir).bytes - before + sizeOf(home).bytes) / 1e6;
    const row = { tool: tool.id, run, step, indexMb, error: errorOf(tool, measured, indexMb), measured };
    rows.push(row);
    progress(row);
    return row.error === null;
  };

  const done = await take("cold", tool.index);
  if (done && tool.update && (setup.updates === "all" || setup.updates === tool.id)) {
    await take("no change", tool.update);
    const undo = editFiles(dir, setup.edited);
    await take("edit", tool.update);
    undo();
    await take("revert", tool.update);
  }
  return rows;
}

/** A private home and clew state, telemetry off. @param {string} home @returns {NodeJS.ProcessEnv} */
function environment(home) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(XDG_|CLEW_|CODEGRAPH_|NODE_)/.test(name)) delete env[name];
  return {
    ...env,
    HOME: home,
    CLEW_HOME: path.join(home, "clew"),
    DO_NOT_TRACK: "1",
    CODEGRAPH_TELEMETRY: "0",
    NO_COLOR: "1",
  };
}

/** @param {Tool} tool @param {Measurement} measured @param {number} indexMb */
function errorOf(tool, measured, indexMb) {
  if (measured.timedOut) return "timed out";
  const ended = measured.exitCode !== null && tool.okCodes.includes(measured.exitCode);
  if (ended) return tool.update && indexMb < SMALLEST_INDEX_MB ? "no index was written" : null;
  return `exit ${measured.exitCode}: ${measured.output.trim().slice(-400)}`;
}

// ---------------------------------------------------------------- main

function readOptions() {
  const { values } = parseArgs({
    options: {
      tree: { type: "string" },
      peers: { type: "string" },
      clew: { type: "string" },
      only: { type: "string" },
      runs: { type: "string", default: "3" },
      updates: { type: "string", default: "clew" },
      scratch: { type: "string" },
      accounting: { type: "string" },
      timeout: { type: "string", default: "1800" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const problem = problemWith(values);
  if (problem) throw new Error(problem);
  return { ...values, tree: /** @type {string} */ (values.tree) };
}

/** @param {Record<string, string | boolean | undefined>} values */
function problemWith(values) {
  if (process.platform !== "linux") return "this benchmark reads /proc and runs on Linux only";
  if (typeof values.tree !== "string") return "--tree is missing";
  if (!fs.statSync(values.tree, { throwIfNoEntry: false })?.isDirectory()) return "--tree is not a folder";
  if (!(Number.isInteger(Number(values.runs)) && Number(values.runs) > 0))
    return "--runs is not a positive number";
  if (!(Number(values.timeout) > 0)) return "--timeout is not a positive number";
  if (!["clew", "all", "none"].includes(String(values.updates))) return "--updates is clew, all or none";
  if (values.accounting !== undefined && !["cgroup", "proc"].includes(String(values.accounting)))
    return "--accounting is cgroup or proc";
  return null;
}

/** @param {ReturnType<typeof readOptions>} options */
function chooseTools(options) {
  const wanted = options.only?.split(",");
  const isWanted = (/** @type {string} */ id) => !wanted || wanted.includes(id);
  return [
    isWanted("clew") ? clewTool(options.clew) : null,
    ...(isWanted("colby") || isWanted("optave") ? peerTools(options.peers) : []),
    isWanted("ripgrep") ? ripgrepTool() : null,
  ].filter((tool) => tool !== null && isWanted(tool.id));
}

/** @param {string} scratch */
function cleanUpOnSignal(scratch) {
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM"]))
    process.once(signal, async () => {
      await endAll();
      fs.rmSync(scratch, { recursive: true, force: true });
      process.exit(130);
    });
}

/** @param {ReturnType<typeof readOptions>} options */
async function benchmark(options) {
  const tools = /** @type {Tool[]} */ (chooseTools(options));
  if (tools.length === 0) throw new Error("nothing to measure");
  if (options.scratch) fs.mkdirSync(options.scratch, { recursive: true });
  const scratch = fs.mkdtempSync(path.join(path.resolve(options.scratch ?? os.tmpdir()), "clew-bench-"));
  cleanUpOnSignal(scratch);
  try {
    const base = path.join(scratch, "base");
    copyTree(path.resolve(options.tree), base);
    /** @type {Setup} */
    const setup = {
      scratch,
      base,
      edited: filesToEdit(base, EDITED_FILES),
      updates: /** @type {Setup["updates"]} */ (options.updates),
      timeoutMs: Number(options.timeout) * 1000,
      accounting: /** @type {Setup["accounting"]} */ (options.accounting ?? bestAccounting()),
    };
    const facts = conditions(options.tree, setup);
    const rows = await runAll(tools, Number(options.runs), setup);
    report(options, tools, rows, setup, facts);
    return rows.every((row) => row.error === null);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {Tool[]} tools @param {number} runs @param {Setup} setup */
async function runAll(tools, runs, setup) {
  /** @type {Row[]} */
  const rows = [];
  for (let run = 1; run <= runs; run++) {
    const turn = (run - 1) % tools.length;
    for (const tool of [...tools.slice(turn), ...tools.slice(0, turn)])
      rows.push(...(await runTool(tool, run, setup)));
  }
  return rows;
}

/** @param {string} tree @param {Setup} setup */
function conditions(tree, { base, accounting }) {
  const { files, bytes } = sizeOf(base);
  return {
    tree: path.basename(path.resolve(tree)),
    files,
    megabytes: Math.round(bytes / 1e5) / 10,
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model.trim() ?? "unknown processor",
    node: process.version,
    loadBefore: os.loadavg()[0] ?? 0,
    accounting,
    sampleMs: SAMPLE_MS,
  };
}

/** @param {ReturnType<typeof readOptions>} options @param {Tool[]} tools @param {Row[]} rows @param {Setup} setup @param {ReturnType<typeof conditions>} facts */
function report(options, tools, rows, setup, facts) {
  const loadAfter = os.loadavg()[0] ?? 0;
  const cold = summaries(tools, rows, "cold");
  const updates = /** @type {Step[]} */ (["no change", "edit", "revert"]).map((step) =>
    summaries(tools, rows, step),
  );
  const titles = ["nothing changed", `${setup.edited.length} files edited`, "edits undone"];
  console.log(
    [
      `${facts.tree}: ${facts.files} files, ${facts.megabytes} MB; ${facts.cores} cores (${facts.processor}), Node ${facts.node}, ` +
        `load ${facts.loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`,
      `CPU and wall: minimum of ${options.runs} interleaved runs; memory and disk: maximum. ` +
        `CPU by ${facts.accounting}, memory sampled every ${facts.sampleMs} ms, all processes together.`,
      table("cold index", cold),
      ...updates.map((entries, i) => table(`index again, ${titles[i]}`, entries)),
    ]
      .filter(Boolean)
      .join("\n"),
  );
  if (options.json) {
    const results = [...cold, ...updates.flat()];
    fs.writeFileSync(
      options.json,
      `${JSON.stringify({ ...facts, loadAfter, edited: setup.edited, results, rows }, null, 2)}\n`,
    );
  }
}

try {
  process.exitCode = (await benchmark(readOptions())) ? 0 : 1;
} catch (error) {
  note(`${error instanceof Error ? error.message : error} (--help lists the options)`);
  process.exitCode = 2;
}
