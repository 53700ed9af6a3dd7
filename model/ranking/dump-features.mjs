#!/usr/bin/env node
// Feature rows of the candidates of every task, computed by the real engine and the real ranking code.
//
//   npm run build
//   node model/ranking/dump-features.mjs --tasks TASKS.jsonl --home DIR --out PREFIX [--keep 200]
//
// TASKS.jsonl: one {suite, repo, tree, query, gold: [path], category?, language?} per line, tasks of one tree together.
// --home: where clew keeps the index; used again by the next run. Writes PREFIX.jsonl (one line per task) and PREFIX.f32 (a row
// of 32-bit floats per kept candidate: the features, in the order of the first line's `features`).
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { bundle } from "../../bench/lib/bundle.mjs";

const options = readArguments(process.argv.slice(2));
const clew = await import(new URL("../../dist/index.js", import.meta.url));
const bundled = await bundle("../../model/ranking/lib/internals.mjs");
process.on("exit", bundled.remove);
const parts = await import(pathToFileURL(bundled.file).href);
const tasks = readFileSync(options.tasks, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line));
const layout = parts.layOutFeatures(parts.CHANNELS);
const engine = await clew.openEngine({ home: options.home });
const matrix = openSync(`${options.out}.f32`, "w");
const index = openSync(`${options.out}.jsonl`, "w");
writeSync(index, `${JSON.stringify({ features: layout.features.map(({ name }) => name) })}\n`);
const failed = [];
for (const [tree, own] of groupByTree(tasks)) {
  const started = performance.now();
  try {
    await dumpTree(tree, own);
  } catch (error) {
    failed.push(tree);
    console.error(`${tree}: ${error.message}`);
    continue;
  }
  console.error(`${tree} ${own.length} tasks ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
closeSync(matrix);
closeSync(index);
await engine.close();
if (failed.length > 0) writeFileSync(`${options.out}.failed.txt`, `${failed.join("\n")}\n`);

async function dumpTree(tree, own) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  await engine.readView(
    root,
    async (session) => {
      const view = await session.openSearchable();
      // History is read in the background; rows of a tree must not depend on when it is there.
      for (let tries = 0; tries < 60 && view.commits && !(await view.commits.read()); tries++);
      for (const task of own) await dumpTask(view, task);
    },
    { isStaleAllowed: true },
  );
}

async function dumpTask(view, task) {
  const understanding = parts.understandQuery(task.query);
  const { corpus } = view.index;
  const scope = new parts.Scope([{ name: "", view }]);
  const ranking = await parts.rankScope(scope, understanding, layout);
  const targets = task.gold;
  const kept = [];
  ranking.files.forEach((entry, rank) => {
    const path = corpus.files[entry.file].path;
    const matched = targets.flatMap((target, at) => (matches(path, target) ? [at] : []));
    if (rank < options.keep || matched.length > 0) kept.push({ entry, path, matched });
  });
  const width = layout.features.length;
  const rows = new Float32Array(kept.length * width);
  kept.forEach(({ entry }, at) => {
    rows.set(entry.row, at * width);
  });
  writeSync(matrix, new Uint8Array(rows.buffer));
  const { tree: _tree, gold: _gold, ...rest } = task;
  const line = {
    ...rest,
    gold: targets.length,
    kind: understanding.classification.kind,
    files: corpus.files.length,
    candidates: ranking.files.length,
    paths: kept.map(({ path }) => path),
    scores: kept.map(({ entry }) => Number(entry.score.toFixed(4))),
    goldRows: kept.flatMap(({ matched }, at) => (matched.length > 0 ? [[at, ...matched]] : [])),
  };
  writeSync(index, `${JSON.stringify(line)}\n`);
}

function matches(a, b) {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function groupByTree(all) {
  const groups = new Map();
  for (const task of all) {
    const own = groups.get(task.tree);
    if (own) own.push(task);
    else groups.set(task.tree, [task]);
  }
  return groups;
}

function readArguments(words) {
  const read = { keep: 200 };
  for (let at = 0; at < words.length; at += 2) read[words[at].replace(/^--/, "")] = words[at + 1];
  if (!read.tasks || !read.home || !read.out) {
    console.error("usage: dump-features.mjs --tasks FILE --home DIR --out PREFIX [--keep 200]");
    process.exit(2);
  }
  read.keep = Number(read.keep);
  return read;
}
