#!/usr/bin/env node
// @ts-check
/**
 * Commands, bytes and right answers of both arms by kind of task, their ratios, and whether these reach the aims.
 * A task that neither arm has answered yet is left out; one that only one arm has answered counts as wrong for the other.
 *
 *   node bench/agents/score.mjs TRIAL [--tasks l1,l2] [--each]
 */
import fs from "node:fs";
import { parseArgs } from "node:util";
import { judge } from "./score-answers.mjs";
import { ARMS, answersOf, KINDS, logOf, readTasks } from "./tasks.mjs";

/** @typedef {{ looks: number, bytes: number, right: number, recall: number, precision: number, answered: number }} Sum */

/** Aims: the most of grep's commands and bytes, or for recall the gain or the bytes at equal recall. */
const SHARES = { locate: { commands: 0.7, bytes: 0.85 }, meaning: { commands: 0.6, bytes: 0.6 } };
const RECALL_GAIN = 0.15;
const EQUAL_RECALL_BYTES = 0.4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tasks: { type: "string" }, each: { type: "boolean", default: false } },
});
const trial = positionals[0];
if (!trial) {
  console.error("usage: node bench/agents/score.mjs TRIAL [--tasks l1,l2] [--each]");
  process.exit(2);
}
const only = values.tasks?.split(",");

for (const kind of KINDS) {
  const answers = new Map(ARMS.map((arm) => [arm, readAnswers(arm, kind)]));
  const all = readTasks(kind).filter((task) => !only || only.includes(task.id));
  const tasks = all.filter((task) => ARMS.some((arm) => answers.get(arm)?.has(task.id)));
  if (tasks.length === 0) continue;
  console.log(`\n${kind}: ${tasks.length} of ${all.length} tasks`);
  console.log(
    "| arm | answered | commands | bytes | right | recall | precision |\n|---|---|---|---|---|---|---|",
  );
  const [grep, clew] = ARMS.map((arm) => sumOf(arm, kind, tasks, answers.get(arm) ?? new Map()));
  if (grep && clew) printRatios(kind, grep, clew);
}

/**
 * @param {string} arm @param {string} kind @param {import("./tasks.mjs").Task[]} tasks @param {Map<string, string[]>} answers
 * @returns {Sum}
 */
function sumOf(arm, kind, tasks, answers) {
  const ids = new Set(tasks.map((task) => task.id));
  const looks = readRows(logOf(String(trial), arm, kind)).filter(([id]) => ids.has(String(id)));
  const verdicts = tasks.map((task) => judge(task, answers.get(task.id) ?? []));
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const sum = {
    looks: looks.length,
    bytes: looks.reduce((total, row) => total + Number(row[2]), 0),
    right: verdicts.filter((verdict) => verdict.right).length,
    recall: mean(verdicts.map((verdict) => verdict.recall)),
    precision: mean(verdicts.map((verdict) => verdict.precision)),
    answered: tasks.filter((task) => answers.has(task.id)).length,
  };
  console.log(
    `| ${arm} | ${sum.answered} | ${sum.looks} | ${sum.bytes} | ${sum.right} | ${sum.recall.toFixed(3)} | ${sum.precision.toFixed(3)} |`,
  );
  for (const [tool, [count, bytes]] of byTool(looks))
    console.log(`|   ${tool} | | ${count} | ${bytes} | | | |`);
  if (values.each) printEach(tasks, verdicts, looks);
  return sum;
}

/** @param {string} kind @param {Sum} grep @param {Sum} clew */
function printRatios(kind, grep, clew) {
  const commands = clew.looks / grep.looks;
  const bytes = clew.bytes / grep.bytes;
  const gain = clew.recall - grep.recall;
  console.log(
    `c / g: commands ${commands.toFixed(2)}, bytes ${bytes.toFixed(2)}; recall ${gain >= 0 ? "+" : ""}${gain.toFixed(3)}`,
  );
  const share = kind === "locate" || kind === "meaning" ? SHARES[kind] : null;
  const cheaper = share
    ? commands <= share.commands && bytes <= share.bytes
    : gain >= RECALL_GAIN || (gain >= 0 && bytes <= EQUAL_RECALL_BYTES);
  const aim = share
    ? `commands <= ${share.commands}, bytes <= ${share.bytes}`
    : `recall +${RECALL_GAIN}, or no lower at bytes <= ${EQUAL_RECALL_BYTES}`;
  const met = cheaper && clew.right >= grep.right;
  console.log(`aim: ${aim}, no fewer right answers: ${met ? "reached" : "not reached"}`);
}

/** @param {string[][]} looks @returns {[string, [number, number]][]} */
function byTool(looks) {
  /** @type {Map<string, [number, number]>} */
  const tools = new Map();
  for (const [, , shown, command = ""] of looks) {
    const tool = /\bclew \w+/.exec(command)?.[0] ?? command.trim().split(" ")[0] ?? "";
    const [count, bytes] = tools.get(tool) ?? [0, 0];
    tools.set(tool, [count + 1, bytes + Number(shown)]);
  }
  return [...tools].sort((a, b) => b[1][1] - a[1][1] || a[0].localeCompare(b[0]));
}

/**
 * @param {import("./tasks.mjs").Task[]} tasks @param {import("./score-answers.mjs").Verdict[]} verdicts @param {string[][]} looks
 */
function printEach(tasks, verdicts, looks) {
  for (const [at, task] of tasks.entries()) {
    const own = looks.filter(([id]) => id === task.id);
    const bytes = own.reduce((total, row) => total + Number(row[2]), 0);
    const { recall, precision } = verdicts[at] ?? { recall: 0, precision: 0 };
    console.log(
      `|   ${task.id} ${task.repository} | | ${own.length} | ${bytes} | | ${recall.toFixed(2)} | ${precision.toFixed(2)} |`,
    );
  }
}

/** The last answer to a task counts. @param {string} arm @param {string} kind @returns {Map<string, string[]>} */
function readAnswers(arm, kind) {
  const rows = readRows(answersOf(String(trial), arm, kind));
  return new Map(rows.map(([id = "", items = ""]) => [id, items.split(",").filter(Boolean)]));
}

/** @param {string} file @returns {string[][]} */
function readRows(file) {
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}
