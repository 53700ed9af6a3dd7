#!/usr/bin/env node
// @ts-check
/**
 * One look into the tree of a task: runs the command there, prints at most 24,000 bytes and logs what was shown.
 *
 *   TRIAL=DIR CLEW=path/to/cli.js node bench/agents/look.mjs ARM TASK 'command'
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { refusalOf } from "./allowed-command.mjs";
import { ARMS, logOf, taskOf, treeOf } from "./tasks.mjs";

const MOST_SHOWN_BYTES = 24_000;

const [arm = "", id = "", ...words] = process.argv.slice(2);
const command = words.join(" ");
const { TRIAL: trial, CLEW: clew } = process.env;
if (!trial || !ARMS.includes(arm) || !command) {
  console.error("usage: TRIAL=DIR CLEW=FILE look.mjs g|c TASK 'command'");
  process.exit(2);
}
const refusal = refusalOf(arm, command);
if (refusal) {
  console.error(`not run: ${refusal}`);
  process.exit(2);
}

const task = taskOf(id);
const tools = path.join(trial, "bin");
if (arm === "c") provideClew(tools);
const run = spawnSync("bash", ["-c", command], {
  cwd: treeOf(trial, task.repository),
  env: { ...process.env, CLEW_HOME: path.join(trial, "clew-home"), PATH: `${tools}:${process.env.PATH}` },
  stdio: ["ignore", "pipe", "pipe"],
  maxBuffer: 1 << 28,
});
const out = Buffer.concat([run.stdout, run.stderr]);
const shown = out.subarray(0, MOST_SHOWN_BYTES);
const log = logOf(trial, arm, task.kind);
fs.mkdirSync(path.dirname(log), { recursive: true });
fs.appendFileSync(log, `${[id, out.length, shown.length, command.replace(/[\n\t]/g, " ")].join("\t")}\n`);
fs.writeSync(1, shown);
if (shown.length < out.length) fs.writeSync(1, `\n... (cut at ${MOST_SHOWN_BYTES} bytes)\n`);
process.exitCode = run.status ?? 1;

/** @param {string} folder */
function provideClew(folder) {
  if (!clew) throw new Error("set CLEW to the command line of the build to try, such as dist/cli.js");
  fs.mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\nexec node '${path.resolve(clew)}' "$@"\n`;
  const file = path.join(folder, "clew");
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== script)
    fs.writeFileSync(file, script, { mode: 0o755 });
}
