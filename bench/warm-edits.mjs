#!/usr/bin/env node
// @ts-check
/**
 * How long an edited file is without links of compiler grade under a server, and what its compiler needs. A copy of the tree
 * is indexed with `--semantic`, then files are edited one after the other: by turns a comment, which changes nothing
 * that others see, and a new export, after which everything that imports the file is looked at again. Each edit is asked
 * about once, as an agent would; then the links of the generation are looked at until the file, and until every file,
 * is of compiler grade again. Beside the clock stands the computing time of the compiler's process, which a busy machine
 * does not change.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openEngine } from "../dist/index.js";
import { note } from "./lib/report.mjs";
import { shuffle } from "./lib/sample-symbols.mjs";

const USAGE = `Usage: node bench/warm-edits.mjs --tree DIR [options]   (after npm run build)

  --tree DIR       source tree; a copy of it is edited
  --edits N        edits (default 20)
  --seed N         of the files that are edited (default 1)
  --max-seconds N  exits with 1 when the slowest file took longer (default 5)
  --give-up N      seconds until an edit is given up (default 180)
  --json           print figures as JSON
  --help
`;
const { values } = parseArgs({
  options: {
    tree: { type: "string" },
    edits: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    "max-seconds": { type: "string", default: "5" },
    "give-up": { type: "string", default: "180" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.tree) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const LOOK_EVERY_MS = 50;
const GIVE_UP_MS = Number(values["give-up"]) * 1_000;
const TICKS_PER_SECOND = 100;
const SOURCE = /(?<!\.d)\.(?:[cm]?ts|tsx)$/;
const PROGRAM = "ts-service";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-warm-edits-"));
const root = path.join(scratch, "tree");
let peakMb = 0;
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, compiler()?.rssMb ?? 0);
}, 100);
let isSlow = false;
try {
  fs.cpSync(path.resolve(values.tree), root, {
    recursive: true,
    filter: (from) => !/(?:^|\/)(?:node_modules|\.git)$/.test(from),
  });
  execFileSync("git", ["init", "-q"], { cwd: root });
  const figures = await measure();
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
  isSlow = figures.file.max > Number(values["max-seconds"]);
} finally {
  clearInterval(watch);
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.exit(isSlow ? 1 : 0);

async function measure() {
  const engine = await openEngine({
    home: path.join(scratch, "home"),
    isWatching: true,
    warmsSemantics: true,
  });
  try {
    const startedAt = performance.now();
    const { files, refined } = { ...(await engine.update(root)), ...(await engine.refine(root)) };
    const firstSeconds = (performance.now() - startedAt) / 1_000;
    note(`${refined} of ${files} files of compiler grade after ${firstSeconds.toFixed(1)} s`);
    const exact = await exactFiles(engine);
    const sources = [...exact].filter((file) => SOURCE.test(file)).sort();
    const edits = [];
    for (const [at, file] of shuffle([...sources], Number(values.seed))
      .slice(0, Number(values.edits))
      .entries()) {
      const isShown = at % 2 === 1;
      const measured = await edit(engine, file, exact.size, at, isShown);
      edits.push(measured);
      note(
        `${file}: ${measured.file.toFixed(2)} s, all ${measured.all.toFixed(2)} s, CPU ${measured.cpu.toFixed(2)} s`,
      );
    }
    return {
      tree: path.basename(/** @type {string} */ (values.tree)),
      files: refined,
      lines: lineCount(sources),
      firstSeconds,
      edits: edits.length,
      file: spread(edits.map((one) => one.file)),
      all: spread(edits.map((one) => one.all)),
      cpu: spread(edits.map((one) => one.cpu)),
      peakMb: Math.round(peakMb),
    };
  } finally {
    await engine.close();
  }
}

/** @param {import("../dist/index.js").Engine} engine @param {string} file @param {number} all @param {number} at @param {boolean} isShown */
async function edit(engine, file, all, at, isShown) {
  const before = compiler()?.cpuSeconds ?? 0;
  const addition = isShown ? `\nexport const clewEdit${at} = ${at};\n` : `\n// edit ${at}\n`;
  fs.appendFileSync(path.join(root, file), addition);
  const editedAt = performance.now();
  await engine.readView(root, async () => {});
  const seconds = () => (performance.now() - editedAt) / 1_000;
  const found = { file: 0, all: 0 };
  while (found.all === 0) {
    if (seconds() * 1_000 > GIVE_UP_MS)
      throw new Error(`${file} is not of compiler grade after ${seconds()} s`);
    const exact = await exactFiles(engine);
    if (found.file === 0 && exact.has(file)) found.file = seconds();
    if (found.file > 0 && exact.size === all) found.all = seconds();
    await sleep(LOOK_EVERY_MS);
  }
  return { ...found, cpu: Math.max(0, (compiler()?.cpuSeconds ?? 0) - before) };
}

/** Files whose links a compiler made. @param {import("../dist/index.js").Engine} engine @returns {Promise<Set<string>>} */
async function exactFiles(engine) {
  return engine.readView(
    root,
    async ({ reader }) => {
      const files = (await reader.files()).filter(({ links }) => links !== null);
      const links = await reader.linksOf(files.map(({ path: at }) => at));
      return new Set(
        files.filter((_, at) => links[at]?.refinedBy !== undefined).map((one) => String(one.path)),
      );
    },
    { isStaleAllowed: true },
  );
}

/** The compiler's process below this one. */
function compiler() {
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").slice(-1)[0]?.split(" ") ?? [];
      if (Number(fields[1]) !== process.pid) continue;
      if (!fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(PROGRAM)) continue;
      const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
      const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
      return { cpuSeconds, rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024 };
    } catch {
      // Gone meanwhile.
    }
  }
  return null;
}

/** @param {number[]} list */
function spread(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p90: at(0.9), max: at(1) };
}

/** @param {string[]} files */
function lineCount(files) {
  return files.reduce(
    (sum, file) => sum + fs.readFileSync(path.join(root, file), "utf8").split("\n").length,
    0,
  );
}

/** @param {any} figures */
function print({ tree, files, lines, firstSeconds, edits, file, all, cpu, peakMb: peak }) {
  const line = (/** @type {string} */ what, /** @type {any} */ one) =>
    `  ${what.padEnd(28)} median ${one.median.toFixed(2)} s, p90 ${one.p90.toFixed(2)} s, max ${one.max.toFixed(2)} s`;
  console.log(
    [
      `${tree}: ${files} files, ${lines} lines; first index and pass ${firstSeconds.toFixed(1)} s; ${edits} edits`,
      line("the edited file again exact", file),
      line("every file again exact", all),
      line("computing of the compiler", cpu),
      `  peak memory of the compiler  ${peak} MB`,
    ].join("\n"),
  );
}
