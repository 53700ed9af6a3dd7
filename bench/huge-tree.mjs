#!/usr/bin/env node
// @ts-check
/**
 * A tree of very many small files: what its first index, an update with nothing to do, an update of a few edits and
 * questions cost, and whether the index holds every file. The tree is made up (five languages, files that import and call
 * each other), committed, and removed at the end. Everything is measured over all processes together.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bestAccounting, measure } from "./lib/meter.mjs";

const USAGE = `Usage: node bench/huge-tree.mjs [options]   (after npm run build)

  --files N         files of the tree (default 300000)
  --folder N        files of one folder (default 100)
  --scratch DIR     where the tree goes (default: a new folder in the system's temporary folder)
  --max-mb N        memory that all processes together may take (default 1536)
  --json OUT        also write the measurements to this file
`;

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "300000" },
    folder: { type: "string", default: "100" },
    scratch: { type: "string" },
    "max-mb": { type: "string", default: "1536" },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const count = Number(values.files);
const perFolder = Number(values.folder);
const maxMb = Number(values["max-mb"]);
const scratch = fs.mkdtempSync(path.join(values.scratch ?? os.tmpdir(), "clew-huge-"));
const root = path.join(scratch, "tree");
const env = { ...process.env, CLEW_HOME: path.join(scratch, "home") };
const cli = path.join(import.meta.dirname, "../dist/cli.js");
const rows = [];
let isWrong = false;

/** @type {Record<string, (at: number, other: number) => string>} */
const TEXTS = {
  ts: (at, other) =>
    `import { step${other} } from "./f${other}";\n\n/** Adds what part ${at % 97} of the ledger holds. */\nexport function step${at}(value: number): number {\n  return step${other}(value) + ${at};\n}\n`,
  py: (at, other) =>
    `from f${other} import step_${other}\n\n\ndef step_${at}(value):\n    """Counts the entries of shelf ${at % 89}."""\n    return step_${other}(value) + ${at}\n`,
  go: (at, other) =>
    `package part${at % 50}\n\n// Step${at} moves parcel ${at % 83} along.\nfunc Step${at}(value int) int {\n\treturn Step${other}(value) + ${at}\n}\n`,
  java: (at, other) =>
    `package part${at % 50};\n\n/** Keeps the label of drawer ${at % 79}. */\nclass Keep${at} {\n  int step(int value) {\n    return new Keep${other}().step(value) + ${at};\n  }\n}\n`,
  rs: (at, other) =>
    `use crate::f${other}::step_${other};\n\n/// Weighs crate ${at % 73}.\npub fn step_${at}(value: i32) -> i32 {\n    step_${other}(value) + ${at}\n}\n`,
};
const KINDS = Object.keys(TEXTS);

/** @param {number} at */
function pathOf(at) {
  const folder = Math.floor(at / perFolder);
  return `part${Math.floor(folder / 100)}/shelf${folder % 100}/f${at}.${KINDS[at % KINDS.length]}`;
}

/** @param {number} at */
function textOf(at) {
  // Of the same language and, mostly, of the same folder.
  const other = Math.max(0, at - KINDS.length);
  return /** @type {any} */ (TEXTS)[/** @type {string} */ (KINDS[at % KINDS.length])](at, other);
}

/** One pack instead of a loose object per file. */
async function plant() {
  fs.mkdirSync(root);
  await git("init", "-q", "-b", "main");
  const child = spawn("git", ["fast-import", "--quiet"], { cwd: root, stdio: ["pipe", "ignore", "inherit"] });
  const write = async (/** @type {string} */ text) => {
    if (!child.stdin.write(text)) await once(child.stdin, "drain");
  };
  await write("commit refs/heads/main\ncommitter Ada <ada@example.org> 1700000000 +0000\ndata 5\nfirst\n");
  for (let at = 0; at < count; at++) {
    const text = textOf(at);
    await write(`M 100644 inline ${pathOf(at)}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  child.stdin.end();
  await once(child, "close");
  await git("reset", "-q", "--hard");
}

/** @param {...string} args */
async function git(...args) {
  const child = spawn("git", args, {
    cwd: root,
    stdio: "ignore",
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
}

/** @param {string} name @param {string[]} args @param {(output: string) => string | null} [check] */
async function step(name, args, check = () => null) {
  const { cpuSeconds, wallSeconds, peakMb, exitCode, timedOut, output } = await measure(
    [process.execPath, cli, ...args],
    { cwd: root, env, timeoutMs: 1_800_000, accounting: bestAccounting() },
  );
  const why =
    exitCode !== 0 || timedOut
      ? `ended with ${exitCode}: ${output.slice(-300)}`
      : peakMb > maxMb
        ? `${Math.round(peakMb)} MB are more than ${maxMb}`
        : check(output);
  if (why) isWrong = true;
  const row = { step: name, cpuSeconds, wallSeconds, peakMb, wrong: why };
  rows.push(row);
  const cells = [`${cpuSeconds.toFixed(1)} s CPU`, `${wallSeconds.toFixed(1)} s`, `${Math.round(peakMb)} MB`];
  console.log(`${why ? "FAIL" : "ok  "} ${name.padEnd(34)} ${cells.join("  ")}${why ? `  ${why}` : ""}`);
}

try {
  const started = performance.now();
  await plant();
  console.log(`${count} files planted in ${Math.round((performance.now() - started) / 1000)} s`);
  const holdsAll = (/** @type {string} */ output) => {
    const files = Number(/"files":\s*(\d+)/.exec(output)?.[1]);
    return files === count ? null : `${files} files instead of ${count}`;
  };
  await step("first index", ["index", "."]);
  await step("status", ["status", "--format", "json"], holdsAll);
  await step("index again, nothing changed", ["index", "."]);
  for (let at = 0; at < 20; at++) {
    const edited = Math.floor((count / 20) * at);
    fs.writeFileSync(path.join(root, pathOf(edited)), textOf(edited).replaceAll("value", "amount"));
  }
  await step("index after 20 edits", ["index", "."], (output) =>
    /\b20 files parsed/.test(output) ? null : `not the 20 files: ${output.trim()}`,
  );
  const last = count - 1;
  const finds = (/** @type {string} */ output) =>
    output.includes(pathOf(last)) ? null : `not found: ${output.slice(0, 300)}`;
  await step(
    "symbol",
    ["symbol", path.basename(pathOf(last)).replace(/^f(\d+)\..*/, last % 5 === 4 ? "step_$1" : "step$1")],
    finds,
  );
  await step("search", ["search", "which part weighs the crate and counts the entries"]);
  await step("context", ["context", "change how parcels are moved along and labels are kept"]);
  const size = fs
    .readdirSync(path.join(env.CLEW_HOME, "index"))
    .reduce((sum, name) => sum + fs.statSync(path.join(env.CLEW_HOME, "index", name)).size, 0);
  console.log(`index: ${Math.round(size / 1024 / 1024)} MB on disk`);
  if (values.json)
    fs.writeFileSync(values.json, JSON.stringify({ files: count, rows, indexBytes: size }, null, 1));
} finally {
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.exit(isWrong ? 1 : 0);
