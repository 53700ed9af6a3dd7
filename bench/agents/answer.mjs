#!/usr/bin/env node
// @ts-check
/**
 * Records the answer to a task; a later one to the same task replaces it.
 *
 *   TRIAL=DIR node bench/agents/answer.mjs ARM TASK ITEM...
 */
import fs from "node:fs";
import path from "node:path";
import { ARMS, answersOf, taskOf } from "./tasks.mjs";

const [arm = "", id = "", ...items] = process.argv.slice(2);
const trial = process.env.TRIAL;
if (!trial || !ARMS.includes(arm) || items.length === 0) {
  console.error("usage: TRIAL=DIR answer.mjs g|c TASK ITEM...");
  process.exit(2);
}
const file = answersOf(trial, arm, taskOf(id).kind);
fs.mkdirSync(path.dirname(file), { recursive: true });
const named = items.flatMap((item) => item.split(/[\s,]+/)).filter(Boolean);
fs.appendFileSync(file, `${id}\t${named.join(",")}\n`);
console.log(`${id}: ${named.length} noted`);
