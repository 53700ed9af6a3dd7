#!/usr/bin/env node
// What asking many repositories at once costs in quality and in time: every question of a labelled set, asked of its own
// repository, of all of them as one scope, and of all with `repo:` typed before it.
//
//   npm run build
//   node bench/federation.mjs --sets DIR --mirror DIR --work DIR [--suite semble] [--repo NAME]... [--json FILE]
//                             [--ways alone,all,typed]
//
// --sets, --mirror, --work: as for bench/retrieval.mjs. Times are CPU of a warm process for a whole question, one at a time,
// without comparing the trees with the index.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { importBundled } from "./lib/bundle.mjs";
import { corporaOf, treeOf } from "./lib/labelled-sets.mjs";

const options = readArguments(process.argv.slice(2));
const clew = await import(new URL("../dist/index.js", import.meta.url));
const sets = resolve(options.sets);
const { scopeRequest, takeScope } = await importBundled("scope-internals.mjs");
const searchTool = clew.TOOLS.find(({ name }) => name === "search");
const { loadAnnotations, score } = await import(pathToFileURL(join(sets, "score.mjs")).href);
const work = resolve(options.work);
mkdirSync(work, { recursive: true });
const engine = await clew.openEngine({ home: join(work, "home") });
const members = await indexAll();
const tasks = loadAnnotations(join(sets, options.suite), () => "", new Set(members.keys()));
const ways = {
  alone: (task) => ask(scopes.get(task.repo), task.query, task),
  all: (task) => ask(all, task.query, task),
  typed: async (task) => {
    const query = `repo:${members.get(task.repo).name} ${task.query}`;
    const { asked, input } = takeScope(searchTool, { query, scope: "global" });
    const scope = await engine.resolveScope(scopeRequest(searchTool, asked), work);
    return ask(scope, input.query, task);
  },
};
const all = await engine.resolveScope({ kind: "global", repositories: [] }, work);
const scopes = new Map();
for (const [name, { root }] of members)
  scopes.set(name, await engine.resolveScope({ kind: "repository", repositories: [root] }, work));
console.log(`${all.length} repositories in the scope of all, ${tasks.length} questions`);
const report = {};
for (const way of options.ways.split(",")) report[way] = await measure(way, ways[way]);
if (report.alone && report.typed) compareRows("alone", "typed");
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
await engine.close();

async function indexAll() {
  const found = new Map();
  for (const corpus of corporaOf(sets, options.suite, "")) {
    if (options.repo.length > 0 && !options.repo.includes(corpus.name)) continue;
    const tree = await treeOf(sets, corpus, work, options.mirror);
    if (!tree) continue;
    const root = await engine.resolveRoot(tree, { isExact: true });
    await engine.update(root);
    found.set(corpus.name, { root, name: "" });
  }
  for (const { path, name } of await engine.list())
    for (const one of found.values()) if (one.root === path) one.name = name;
  return found;
}

/** Files in their order, with the repository they are of: a file of another one is never the right one. */
async function ask(scope, query, task) {
  const start = process.cpuUsage();
  const { hits } = await engine.read(scope, ({ searcher }) => searcher.search(query, {}), {
    isStaleAllowed: true,
  });
  const { user, system } = process.cpuUsage(start);
  const own = members.get(task.repo).name;
  return {
    ms: (user + system) / 1_000,
    files: hits.map(({ repository, path }) =>
      repository === undefined || repository === own ? path : `${repository}\u0000${path}`,
    ),
  };
}

async function measure(way, run) {
  // Answers of the way before must not be repeated.
  engine.releaseMemory();
  for (const task of tasks.slice(0, 5)) await run({ ...task, query: `${task.query} warm` });
  const answers = new Map();
  const times = [];
  for (const task of tasks) {
    const { ms, files } = await run(task);
    times.push(ms);
    answers.set(
      `${task.repo}\u0000${task.query}`,
      files.map((file) => ({ file })),
    );
  }
  const result = score(tasks, answers);
  const { ndcg10, s1, s5, s10 } = result.micro;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
  console.log(
    `${way.padEnd(6)} NDCG@10 ${result.overall.ndcg10.toFixed(4)} macro ${ndcg10.toFixed(4)} micro, success@1 ${s1.toFixed(4)} @5 ${s5.toFixed(4)} @10 ${s10.toFixed(4)}; CPU p50 ${at(0.5)} p95 ${at(0.95)} ms`,
  );
  return {
    overall: result.overall,
    micro: result.micro,
    p50: at(0.5),
    p95: at(0.95),
    rows: result.rows.map(({ repo, query, ranks }) => ({ repo, query, ranks })),
    answers: Object.fromEntries(answers),
  };
}

function compareRows(first, second) {
  const other = report[second].rows;
  const differing = report[first].rows.filter(
    ({ ranks }, at) => JSON.stringify(ranks) !== JSON.stringify(other[at].ranks),
  );
  console.log(
    `questions whose right files have other ranks when asked ${first} and ${second}: ${differing.length} of ${other.length}`,
  );
  for (const { repo, query } of differing.slice(0, 10)) console.log(`  ${repo}: ${query}`);
}

function readArguments(words) {
  const read = { suite: "semble", repo: [], ways: "alone,all,typed" };
  for (let at = 0; at < words.length; at += 2) {
    const key = words[at].replace(/^--/, "");
    if (key === "repo") read.repo.push(words[at + 1]);
    else read[key] = words[at + 1];
  }
  if (read.sets && read.work) return read;
  const lines = readFileSync(fileURLToPath(import.meta.url), "utf8").split("\n");
  console.error(lines.slice(1, 11).join("\n"));
  process.exit(2);
}
