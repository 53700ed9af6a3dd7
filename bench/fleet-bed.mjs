#!/usr/bin/env node
// @ts-check
// Every scope on a fleet of real repositories: monorepos of two managers, services in three languages with the libraries and
// the contract they share, a reference framework, documentation.
//
//   npm run build
//   node bench/fleet-bed.mjs --mirror DIR --work DIR [--only TEXT]
//
// --mirror: a folder with `OWNER+NAME/repo` git directories; --work: where trees and the index go, and are found again. The
// repositories and questions are in bench/data/fleet-bed.json. Exits with 1 when an answer is not as it says.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exportRepository } from "./lib/export-repository.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const BED = JSON.parse(readFileSync(new URL("./data/fleet-bed.json", import.meta.url), "utf8"));
const { values } = parseArgs({
  options: {
    mirror: { type: "string", default: "" },
    work: { type: "string", default: "" },
    only: { type: "string", default: "" },
  },
});
const work = resolve(values.work);
const clones = join(work, "clones");
const env = { ...process.env, CLEW_HOME: join(work, "home") };

for (const one of BED.repositories) exportRepository(one, values.mirror, join(clones, one.name));
for (const { name, type } of BED.repositories)
  if (type) clew(["index", join(clones, name), "--type", type], work);
console.log(clew(["fleet", "init", clones], work).stdout);
console.log(clew(["fleet", "status"], clones).stdout);

let wrong = 0;
for (const question of BED.questions.filter(({ scope }) => scope.includes(values.only))) {
  const { answer, fault } = ask(question);
  const problems = answer ? problemsOf(question, answer) : [fault];
  wrong += problems.length > 0 ? 1 : 0;
  const told = problems.length > 0 ? `WRONG ${problems.join("; ")}` : "as expected";
  console.log(`${question.scope.padEnd(40)} ${question.args.slice(0, 2).join(" ").padEnd(60)} ${told}`);
}
console.log(`${BED.questions.length - wrong} of ${BED.questions.length} as expected`);
process.exitCode = wrong > 0 ? 1 : 0;

/** @param {string[]} args @param {string} cwd */
function clew(args, cwd) {
  return spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** All pages of the answer as one. @param {{ args: string[], from: string }} question */
function ask({ args, from }) {
  /** @type {any} */
  let answer = null;
  let cursor = [];
  do {
    const { stdout, stderr } = clew([...args, ...cursor, "--json"], join(clones, from));
    if (stdout === "") return { answer: null, fault: stderr };
    const page = JSON.parse(stdout);
    answer = answer ? { ...answer, results: [...answer.results, ...page.results] } : page;
    cursor = page.results && page.cursor ? ["--cursor", page.cursor] : [];
  } while (cursor.length > 0);
  return { answer, fault: "" };
}

/** @param {any} question @param {any} answer @returns {string[]} */
function problemsOf(question, answer) {
  const { file, repository, members, top, without = [], atMost = {}, brings, caller } = question;
  const results = answer.results ?? [];
  const rows = (answer.rows ?? []).map((/** @type {any} */ row) => String(row.handle));
  const asked = (answer.repositories ?? [{}]).map((/** @type {any} */ one) => one.repository);
  const shown = results.map((/** @type {any} */ one) => one.repository);
  const count = (/** @type {string} */ name) =>
    shown.filter((/** @type {string} */ one) => one === name).length;
  const problems = [];
  const demand = (/** @type {boolean} */ holds, /** @type {string} */ what) => {
    if (!holds) problems.push(what);
  };
  if (file)
    demand(
      results.some((/** @type {any} */ one) => one.file.endsWith(file)),
      `no ${file}`,
    );
  if (top) demand(String(results[0]?.file).includes(top), `first is ${results[0]?.file}, not ${top}`);
  if (repository) demand(count(repository) > 0, `nothing of ${repository} among ${[...new Set(shown)]}`);
  if (members) demand(asked.length === members, `${asked.length} repositories asked, not ${members}`);
  for (const name of without) demand(!asked.includes(name), `${name} was asked`);
  for (const [name, most] of Object.entries(atMost))
    demand(count(name) <= Number(most), `${count(name)} files of ${name}`);
  if (brings) demand(asked.includes(brings), `${brings} is not in the scope ${asked}`);
  if (caller)
    demand(
      rows.some((/** @type {string} */ row) => row.startsWith(`${caller}:`)),
      `no use in ${caller} among ${rows.length}`,
    );
  return problems;
}
