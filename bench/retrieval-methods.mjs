#!/usr/bin/env node
// What each part of the ranking is worth on labelled sets: words alone, meaning alone, both, and both with the learned ranker.
//
//   npm run build
//   node bench/retrieval-methods.mjs --sets DIR --mirror DIR --work DIR [--suite semble|localize|swebench]... [--repo NAME]...
//                                     [--json FILE]
//
// The folders are those of retrieval.mjs. Prints NDCG@10 (mean over repositories) and success@10 by suite, category and language,
// and for each method the difference from words alone with a paired bootstrap interval of 95%.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./lib/bundle.mjs";
import { corporaOf, treeOf } from "./lib/labelled-sets.mjs";
import { METHODS, rankByMethods } from "./lib/ranking-methods.mjs";

const options = readArguments(process.argv.slice(2));
const clew = await import(new URL("../dist/index.js", import.meta.url));
const bundled = await bundle("./ranking-parts.mjs");
process.on("exit", bundled.remove);
const parts = await import(pathToFileURL(bundled.file).href);
const sets = resolve(options.sets);
const { compare, loadAnnotations, score } = await import(pathToFileURL(join(sets, "score.mjs")));
const engine = await clew.openEngine({ home: join(resolve(options.work), "home") });
const report = {};
for (const suite of options.suite) report[suite] = await runSuite(suite);
printTogether();
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
await engine.close();

async function runSuite(suite) {
  const wanted = corporaOf(sets, suite, options.set).filter(
    (one) => options.repo.length === 0 || options.repo.includes(one.name),
  );
  const languages = new Map(wanted.map((one) => [one.name, one.language]));
  const tasks = loadAnnotations(
    join(sets, suite),
    (name) => languages.get(name) ?? "unknown",
    new Set(languages.keys()),
  );
  const answers = Object.fromEntries(METHODS.map((method) => [method, new Map()]));
  for (const corpus of wanted) {
    const tree = await treeOf(sets, corpus, options.work, options.mirror);
    if (!tree) continue;
    await askTree(
      tree,
      tasks.filter((task) => task.repo === corpus.name),
      answers,
    );
    console.error(`${suite} ${corpus.name}`);
  }
  const scores = Object.fromEntries(METHODS.map((method) => [method, score(tasks, answers[method])]));
  printSuite(suite, scores);
  return Object.fromEntries(
    METHODS.map((method) => {
      const { rows: _rows, ...rest } = scores[method];
      return [method, rest];
    }),
  );
}

async function askTree(tree, tasks, answers) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  await engine.readView(
    root,
    async (session) => {
      const cache = new parts.SearchIndexCache();
      const view = await cache.open(session.reader, session.readText, session.queryModels);
      for (const task of tasks) {
        const ranked = await rankByMethods(parts, view, task.query);
        for (const method of METHODS) answers[method].set(`${task.repo}\u0000${task.query}`, ranked[method]);
      }
    },
    { isStaleAllowed: true },
  );
}

function printSuite(suite, scores) {
  console.log(`\n${suite}: ${scores.lexical.queries} queries`);
  row("", METHODS);
  row(
    "NDCG@10",
    METHODS.map((method) => scores[method].overall.ndcg10),
  );
  row(
    "success@10",
    METHODS.map((method) => scores[method].micro.s10),
  );
  row(
    "success@1",
    METHODS.map((method) => scores[method].micro.s1),
  );
  row(
    "against lexical",
    METHODS.map((method) => (method === "lexical" ? "" : intervalOf(scores[method], scores.lexical))),
  );
  for (const group of ["byCategory", "byLanguage"]) {
    for (const name of Object.keys(scores.lexical[group]))
      row(
        `  ${name}`,
        METHODS.map((method) => scores[method][group][name].ndcg10),
      );
  }
}

/** Mean of the two differences: suites count alike, however many trees they have. */
function printTogether() {
  const suites = ["localize", "swebench"].map((suite) => report[suite]);
  if (suites.some((one) => one === undefined)) return;
  const gain = (method) =>
    suites.reduce((sum, one) => sum + one[method].overall.ndcg10 - one.lexical.overall.ndcg10, 0) /
    suites.length;
  console.log("\nlocalize and swebench together, against lexical");
  row(
    "",
    METHODS.map((method) => signed(gain(method))),
  );
}

function intervalOf(a, b) {
  const { diff, ci95 } = compare(a, b);
  return `${signed(diff)} (${ci95.map(signed).join(" ")})`;
}

function signed(value) {
  return `${value >= 0 ? "+" : ""}${value.toFixed(3)}`;
}

function row(label, cells) {
  const texts = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(3) : cell));
  console.log(`${label.padEnd(18)}${texts.map((text) => text.padStart(24)).join("")}`);
}

function readArguments(words) {
  const read = { suite: [], repo: [], set: "mini" };
  for (let at = 0; at < words.length; at += 2) {
    const key = words[at].replace(/^--/, "");
    if (key === "suite" || key === "repo") read[key].push(words[at + 1]);
    else read[key] = words[at + 1];
  }
  if (!read.sets || !read.work) {
    console.error(
      readFileSync(new URL(import.meta.url), "utf8")
        .split("\n")
        .slice(1, 8)
        .join("\n"),
    );
    process.exit(2);
  }
  if (read.suite.length === 0) read.suite = ["semble", "localize", "swebench"];
  return read;
}
