#!/usr/bin/env node
// What an answer costs beside reading the files that ripgrep finds: tokens and right files, on labelled sets.
//
//   npm run build
//   node bench/answer-cost.mjs --sets DIR --work DIR [--suite semble|localize]... [--repo NAME]... [--tokens 4000]
//                              [--json FILE]
//
// --sets: folder with corpora.json, score.mjs and one folder of annotations per suite. --work: folder whose `corpora`
// holds the trees; the index is kept beside them. Needs `rg`.
//
// ripgrep's ten files: those with the most different words of the query, then the most matches. Their cost is that of
// reading them whole, as an agent without an index does. Both sides get the query as it is.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TOP = 10;
const MAX_WORDS = 40;
const STOP_WORDS = new Set(
  "the and for that this with from are was were has have had not but can how what where when which why who does did its into use used using should would could when then than also only been being they their there these those you your our all any will about".split(
    " ",
  ),
);

const options = readArguments(process.argv.slice(2));
const clew = await import(new URL("../dist/index.js", import.meta.url));
const sets = resolve(options.sets);
const { loadAnnotations, pathMatches } = await import(pathToFileURL(join(sets, "score.mjs")));
const corpora = JSON.parse(readFileSync(join(sets, "corpora.json"), "utf8"));
const work = resolve(options.work);
const engine = await clew.openEngine({ home: join(work, "home") });
const tools = new Map(clew.TOOLS.map((tool) => [tool.name, tool]));
const report = {};
for (const suite of options.suite) {
  report[suite] = await runSuite(suite);
  printTable({ [suite]: report[suite] });
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
await engine.close();

async function runSuite(suite) {
  const wanted = corpora.filter(
    (one) => one.suite === suite && (options.repo.length === 0 || options.repo.includes(one.name)),
  );
  const names = new Set(wanted.map((one) => one.name));
  const tasks = loadAnnotations(join(sets, suite), () => "", names);
  const sums = { search: newSum(), context: newSum(), ripgrep: newSum() };
  for (const { name } of wanted) {
    const tree = join(work, "corpora", name);
    if (!existsSync(tree)) {
      console.error(`${name}: no tree`);
      continue;
    }
    const own = tasks.filter((task) => task.repo === name);
    await askAll(tree, own, sums);
    console.error(`${name.padEnd(30)} ${own.length} queries`);
  }
  return sums;
}

function newSum() {
  return { queries: 0, tokens: 0, gold: 0, found: 0, hit: 0, recall: 0 };
}

async function askAll(tree, tasks, sums) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  const indexed = await engine.readView(root, (session) => session.reader.files(), { isStaleAllowed: true });
  const paths = new Set(indexed.map((file) => file.path));
  // The trees do not change, so answers need not be compared with them.
  const still = {
    ...engine,
    read: (at, use, given) => engine.read(at, use, { ...given, isStaleAllowed: true }),
  };
  const call = { engine: still, root, signal: new AbortController().signal };
  const tokensOfFile = new Map();
  for (const task of tasks) {
    add(
      sums.search,
      task,
      await ask("search", { query: task.query }, call, (data) => data.results.map((one) => one.file)),
    );
    add(sums.context, task, await ask("context", { task: task.query }, call, (data) => data.files));
    add(sums.ripgrep, task, readTopFiles(tree, task.query, paths, tokensOfFile));
  }
}

async function ask(name, args, call, filesOf) {
  const tool = tools.get(name);
  const input = { ...args, max_tokens: options.tokens };
  const { text } = await clew.answerTool(tool, call, clew.parseInput(tool, input));
  const tokens = clew.countTokens(text);
  if (tokens > options.tokens) throw new Error(`${tokens} tokens in a budget of ${options.tokens}`);
  // The files are taken from the text that was paid for: what is not named in it was not found.
  const json = await clew.answerTool(
    tool,
    call,
    clew.parseInput(tool, { ...args, max_tokens: 1_000_000, format: "json" }),
  );
  return { tokens, files: filesOf(json.data()).filter((file) => text.includes(file)) };
}

function add(sum, task, { tokens, files }) {
  const found = task.targets.filter((target) => files.some((path) => pathMatches(path, target.path))).length;
  sum.queries += 1;
  sum.tokens += tokens;
  sum.gold += task.targets.length;
  sum.found += found;
  sum.hit += found > 0 ? 1 : 0;
  sum.recall += found / task.targets.length;
}

/** Only files that clew indexes count for ripgrep, too: it gets no worse for finding a lock file. */
function readTopFiles(tree, query, paths, tokensOfFile) {
  const words = [
    ...new Set((query.slice(0, 4_000).match(/[A-Za-z_]\w{2,}/g) ?? []).map((word) => word.toLowerCase())),
  ]
    .filter((word) => !STOP_WORDS.has(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return { tokens: 0, files: [] };
  const { stdout } = spawnSync(
    "rg",
    [
      "-o",
      "-i",
      "-F",
      "--no-ignore",
      "--no-heading",
      "--with-filename",
      "--no-line-number",
      ...words.flatMap((word) => ["-e", word]),
      ".",
    ],
    { cwd: tree, encoding: "utf8", maxBuffer: 1 << 30 },
  );
  const byFile = new Map();
  for (const line of stdout.split("\n")) {
    const at = line.lastIndexOf(":");
    if (at < 0) continue;
    const path = line.slice(2, at);
    if (!paths.has(path)) continue;
    const seen = byFile.get(path) ?? { words: new Set(), matches: 0 };
    seen.words.add(line.slice(at + 1).toLowerCase());
    seen.matches += 1;
    byFile.set(path, seen);
  }
  const files = [...byFile]
    .sort(([a, x], [b, y]) => y.words.size - x.words.size || y.matches - x.matches || (a < b ? -1 : 1))
    .slice(0, TOP)
    .map(([path]) => path);
  const tokens = files.reduce((sum, path) => sum + tokensOf(tree, path, tokensOfFile), 0);
  return { tokens, files };
}

function tokensOf(tree, path, known) {
  if (!known.has(path)) known.set(path, clew.countTokens(readFileSync(join(tree, path), "utf8")));
  return known.get(path);
}

function printTable(suites) {
  console.log("| set | answer | tokens, mean | x ripgrep | recall of gold files | queries with one |");
  console.log("|---|---|---|---|---|---|");
  for (const [suite, sums] of Object.entries(suites)) {
    for (const [name, sum] of Object.entries(sums)) {
      const mean = sum.tokens / sum.queries;
      const share = mean / (sums.ripgrep.tokens / sums.ripgrep.queries);
      const label =
        name === "ripgrep" ? "reading ripgrep's top 10 files" : `clew ${name} at ${options.tokens}`;
      console.log(
        `| ${suite} (${sum.queries}) | ${label} | ${Math.round(mean).toLocaleString("en")} | ${share.toFixed(2)} | ${(sum.recall / sum.queries).toFixed(3)} | ${(sum.hit / sum.queries).toFixed(3)} |`,
      );
    }
  }
}

function readArguments(words) {
  const read = { suite: [], repo: [], tokens: 4_000 };
  for (let at = 0; at < words.length; at += 2) {
    const key = words[at].replace(/^--/, "");
    const value = words[at + 1];
    if (key === "suite" || key === "repo") read[key].push(value);
    else read[key] = key === "tokens" ? Number(value) : value;
  }
  if (!read.sets || !read.work) {
    const help = readFileSync(fileURLToPath(import.meta.url), "utf8")
      .split("\n")
      .slice(1, 12);
    console.error(help.join("\n"));
    process.exit(2);
  }
  if (read.suite.length === 0) read.suite = ["semble", "localize"];
  return read;
}
