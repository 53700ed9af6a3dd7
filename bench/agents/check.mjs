#!/usr/bin/env node
// @ts-check
/**
 * Whether the truths fit the trees of a prepared trial: files exist, the name stands on the line of every site, stations are
 * in their files, no word of a meaning task is an identifier of a right file. Exits with 1 otherwise.
 *
 *   node bench/agents/check.mjs TRIAL
 */
import fs from "node:fs";
import path from "node:path";
import { readAllTasks, treeOf } from "./tasks.mjs";
import { sharedWords } from "./user-words.mjs";

const trial = process.argv[2];
if (!trial) {
  console.error("usage: node bench/agents/check.mjs TRIAL");
  process.exit(2);
}

let wrong = 0;
/** @param {string} id @param {string} what */
function report(id, what) {
  wrong++;
  console.log(`${id}: ${what}`);
}

for (const task of readAllTasks()) {
  const read = (/** @type {string} */ file) => {
    const place = path.join(treeOf(trial, task.repository), file);
    if (fs.existsSync(place)) return fs.readFileSync(place, "utf8");
    report(task.id, `no file ${file}`);
    return "";
  };
  for (const file of (task.files ?? []).flat()) {
    const source = read(file);
    const words = task.kind === "meaning" ? sharedWords(task.text, source) : [];
    if (words.length > 0) report(task.id, `words of the text in ${file}: ${words.join(", ")}`);
  }
  for (const site of task.sites ?? []) {
    const [file = "", line] = site.split(":");
    const text = read(file).split("\n")[Number(line) - 1] ?? "";
    if (!new RegExp(`\\b${task.name}\\b`).test(text)) report(task.id, `${task.name} is not at ${site}`);
  }
  for (const station of (task.stations ?? []).flat()) {
    const [file = "", name = ""] = station.split("#");
    if (!read(file).includes(name)) report(task.id, `no ${name} in ${file}`);
  }
}
console.log(wrong === 0 ? "all truths fit" : `${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
