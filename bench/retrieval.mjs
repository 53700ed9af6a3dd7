#!/usr/bin/env node
// How good and how fast retrieval is, on labelled sets: index every tree, ask every question in one warm process, score.
//
//   npm run build
//   node bench/retrieval.mjs --sets DIR --mirror DIR --work DIR [--suite semble|localize|swebench]... [--set mini]
//                            [--repo NAME]... [--context 1000,2000,4000,8000] [--json FILE]
//
// --sets: folder with corpora.json, score.mjs, export.mjs and one folder of annotations per suite. --mirror: git
// directories as OWNER+NAME/repo. --work: where trees are exported and the index is kept; never inside a repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AT_RECALL, archetypeOf, outcomeOf, printArchetypes } from "./lib/archetypes.mjs";

const RG_SAMPLE = 5;
const options = readArguments(process.argv.slice(2));
const clew = await import(new URL("../dist/index.js", import.meta.url));
const sets = resolve(options.sets);
const { exportTree, gitDirOf } = await import(pathToFileURL(join(sets, "export.mjs")));
const { loadAnnotations, pathMatches, printScore, score } = await import(
  pathToFileURL(join(sets, "score.mjs"))
);
const corpora = JSON.parse(readFileSync(join(sets, "corpora.json"), "utf8"));
const work = resolve(options.work);
mkdirSync(work, { recursive: true });
const engine = await clew.openEngine({ home: join(work, "home") });
const report = {};
for (const suite of options.suite) report[suite] = await runSuite(suite);
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
await engine.close();

async function runSuite(suite) {
  const wanted = corpora.filter(
    (one) =>
      one.suite === suite &&
      (suite !== "swebench" ||
        !options.set ||
        (options.set === "mini" ? one.mini : one.set === options.set)) &&
      (options.repo.length === 0 || options.repo.includes(one.name)),
  );
  const names = new Set(wanted.map((one) => one.name));
  const languages = new Map(wanted.map((one) => [one.name, one.language]));
  const tasks = loadAnnotations(join(sets, suite), (name) => languages.get(name) ?? "unknown", names);
  const answers = new Map();
  const speed = [];
  const outcomes = [];
  const packs = Object.fromEntries(
    options.context.map((budget) => [budget, { gold: 0, found: 0, queries: 0, hit: 0 }]),
  );
  for (const corpus of wanted) {
    const tree = treeOf(corpus);
    if (!tree) continue;
    const own = tasks.filter((task) => task.repo === corpus.name);
    speed.push({ name: corpus.name, ...(await askAll(tree, own, answers, packs, outcomes)) });
    const last = speed.at(-1);
    console.error(
      `${corpus.name.padEnd(36)} files ${String(last.files).padStart(6)} lines ${String(last.lines).padStart(8)} p50 ${last.p50.toFixed(1)} ms p95 ${last.p95.toFixed(1)} ms CPU p50 ${last.cpu50.toFixed(1)} ms p95 ${last.cpu95.toFixed(1)} ms rg ${last.rg?.toFixed(1) ?? "-"} ms`,
    );
  }
  const result = score(tasks, answers);
  printScore(result, `clew ${suite}`);
  printArchetypes(outcomes);
  for (const [budget, pack] of Object.entries(packs)) {
    if (pack.queries === 0) continue;
    console.log(
      `  context ${String(budget).padStart(6)} tokens: gold files inside ${(pack.found / pack.gold).toFixed(3)}, queries with one inside ${(pack.hit / pack.queries).toFixed(3)}`,
    );
  }
  printSpeed(speed);
  const { rows: _rows, ...rest } = result;
  return { score: rest, packs, speed };
}

/** The exported tree; an export left by an earlier run is used again. */
function treeOf(corpus) {
  const places = [join(work, "corpora", corpus.name), join(work, "swebench", corpus.name)];
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  const git = options.mirror ? gitDirOf(resolve(options.mirror), corpus.github) : null;
  if (!git) {
    console.error(`${corpus.name}: not in the mirror (${corpus.github})`);
    return null;
  }
  const target = places[corpus.suite === "swebench" ? 1 : 0];
  exportTree(git, corpus.rev, target, corpus.subdir);
  return target;
}

async function askAll(tree, tasks, answers, packs, outcomes) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  const indexed = performance.now();
  await engine.update(root);
  const indexMs = performance.now() - indexed;
  return engine.readView(
    root,
    async (session) => {
      const view = await session.openSearchable();
      // History is read in the background; the first questions must not be asked without it.
      for (let tries = 0; tries < 60 && view.commits && !(await view.commits.read()); tries++);
      const files = await session.reader.files();
      let lines = 0;
      for (const file of files) {
        const [chunks] = await session.reader.chunks([file.blob]);
        lines += chunks.reduce((most, chunk) => Math.max(most, chunk.span.endLine), 0);
      }
      await clew.search(view, "warm up the caches of this process");
      const times = [];
      const cpuTimes = [];
      for (const task of tasks) {
        const start = performance.now();
        const cpuStart = process.cpuUsage();
        const answer = await clew.search(view, task.query);
        const { user, system } = process.cpuUsage(cpuStart);
        times.push(performance.now() - start);
        cpuTimes.push((user + system) / 1_000);
        const results = answer.hits.map((hit) => ({
          file: hit.path,
          startLine: hit.spans[0]?.startLine,
          endLine: hit.spans[0]?.endLine,
        }));
        answers.set(`${task.repo}\u0000${task.query}`, results);
        const files = await clew.search(view, task.query, { limit: AT_RECALL });
        outcomes.push({
          archetype: archetypeOf(task),
          outcome: outcomeOf(
            task,
            files.hits.map((hit) => hit.path),
            pathMatches,
          ),
        });
        for (const budget of options.context) await addPack(packs[budget], view, task, budget);
      }
      const rg = ripgrepMs(tree, tasks);
      return {
        files: files.length,
        lines,
        indexMs,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        cpu50: quantile(cpuTimes, 0.5),
        cpu95: quantile(cpuTimes, 0.95),
        rg,
      };
    },
    { isStaleAllowed: true },
  );
}

async function addPack(pack, view, task, budget) {
  const answer = await clew.context(view, task.query, { budget });
  if (answer.tokens > budget)
    throw new Error(`${answer.tokens} tokens in a budget of ${budget}: ${task.query.slice(0, 80)}`);
  const found = task.targets.filter((target) =>
    answer.files.some((path) => pathMatches(path, target.path)),
  ).length;
  pack.gold += task.targets.length;
  pack.found += found;
  pack.queries += 1;
  pack.hit += found > 0 ? 1 : 0;
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Median time of one ripgrep over the tree for the words of a query, any of them. */
function ripgrepMs(tree, tasks) {
  if (spawnSync("rg", ["--version"]).status !== 0) return null;
  const times = tasks.slice(0, RG_SAMPLE).map((task) => {
    const words = [...new Set(task.query.slice(0, 2_000).match(/[A-Za-z_]\w{3,}/g) ?? [])].slice(0, 40);
    if (words.length === 0) return null;
    const start = performance.now();
    spawnSync("rg", ["-c", "-i", "-F", "--no-ignore", ...words.flatMap((word) => ["-e", word]), "."], {
      cwd: tree,
      stdio: "ignore",
    });
    return performance.now() - start;
  });
  const known = times.filter((time) => time !== null).sort((a, b) => a - b);
  return known.length > 0 ? known[known.length >> 1] : null;
}

function printSpeed(speed) {
  const groups = [
    ["up to 100k lines", (one) => one.lines <= 100_000],
    ["100k to 300k lines", (one) => one.lines > 100_000 && one.lines <= 300_000],
    ["300k to 1.2M lines", (one) => one.lines > 300_000 && one.lines <= 1_200_000],
    ["more", (one) => one.lines > 1_200_000],
  ];
  for (const [label, belongs] of groups) {
    const own = speed.filter(belongs);
    if (own.length === 0) continue;
    const worst = (key) => Math.max(...own.map((one) => one[key] ?? 0)).toFixed(1);
    const mean = (key) => (own.reduce((sum, one) => sum + (one[key] ?? 0), 0) / own.length).toFixed(1);
    console.log(
      `  warm query, ${label} (${own.length}): p50 mean ${mean("p50")} worst ${worst("p50")} ms, p95 mean ${mean("p95")} worst ${worst("p95")} ms; CPU of it p50 mean ${mean("cpu50")} worst ${worst("cpu50")} ms, p95 mean ${mean("cpu95")} worst ${worst("cpu95")} ms; ripgrep mean ${mean("rg")} ms`,
    );
  }
}

function readArguments(words) {
  const read = { suite: [], repo: [], context: [1_000, 2_000, 4_000, 8_000] };
  for (let at = 0; at < words.length; at += 2) {
    const key = words[at].replace(/^--/, "");
    const value = words[at + 1];
    if (key === "suite" || key === "repo") read[key].push(value);
    else if (key === "context") read.context = value === "none" ? [] : value.split(",").map(Number);
    else read[key] = value;
  }
  if (!read.sets || !read.work) {
    console.error(
      readFileSync(fileURLToPath(import.meta.url), "utf8")
        .split("\n")
        .slice(1, 10)
        .join("\n"),
    );
    process.exit(2);
  }
  if (read.suite.length === 0) read.suite = ["semble", "localize", "swebench"];
  read.set ??= "mini";
  return read;
}
