#!/usr/bin/env node
// Pseudo-queries from the history of training repositories: messages of commits, and the source files they changed in a tree
// from before them.
//
//   node model/ranking/tasks-of-history.mjs --repositories REPOS.tsv --exclude exclude.txt --trees DIR > tasks.jsonl
//
// REPOS.tsv: owner/name, language, licence, head, git directory, commits, files. A repository that the list of exclusions names
// ends the run. --trees: where the trees are exported; one that is there already is used again. --only OWNER/NAME restricts,
// --most-files skips larger trees.
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { cleanMessage, isNoise } from "./lib/clean-message.mjs";
import { takeDocTasks } from "./lib/doc-tasks.mjs";
import { ancestorOf, commitsOf, exportTree, git } from "./lib/history.mjs";
import { isSource, isTestPath } from "./lib/paths.mjs";

const STEPS_BACK = [250, 180, 120, 70];
const MAX_GOLD = 6;
const MAX_CHANGED = 14;
const SHORT_TASKS = 75;
const LONG_TASKS = 35;
const LONG_WORDS = 60;

const options = readArguments(process.argv.slice(2));
const excluded = new Set(readFileSync(options.exclude, "utf8").toLowerCase().split(/\s+/).filter(Boolean));
const repositories = readFileSync(options.repositories, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => {
    const [name, language, licence, head, gitDir, commits, files] = line.split("\t");
    return { name, language, licence, head, gitDir, commits: Number(commits), files: Number(files) };
  });
for (const repository of repositories) {
  if (excluded.has(repository.name.toLowerCase()))
    throw new Error(`${repository.name} must not be used for training`);
}
for (const repository of repositories) {
  if (options.only && options.only !== repository.name) continue;
  if (repository.files > options["most-files"]) continue;
  try {
    const tasks = tasksOf(repository);
    for (const task of tasks) process.stdout.write(`${JSON.stringify(task)}\n`);
    console.error(`${repository.name} ${tasks.length}`);
  } catch (error) {
    console.error(`${repository.name}: ${error.message}`);
  }
}

function tasksOf({ name, language, head, gitDir }) {
  const base = baseOf(gitDir, head);
  if (base === null) return [];
  const tree = join(resolve(options.trees), name.replace("/", "+"));
  const present = new Set(git(gitDir, ["ls-tree", "-r", "-z", "--name-only", base]).split("\0"));
  const common = { repo: name, github: name, tree, language };
  const commits = commitsOf(gitDir, `${base}..${head}`);
  const short = [];
  const long = [];
  const seen = new Set();
  for (const commit of commits) {
    const task = taskOf(commit, present);
    if (!task || seen.has(task.query)) continue;
    seen.add(task.query);
    const isLong = task.query.split(/\s+/).length >= LONG_WORDS;
    (isLong ? long : short).push({
      suite: isLong ? "history-long" : "history",
      ...common,
      ...task,
      category: "history",
    });
  }
  const docs = exportOnce(gitDir, base, tree, present);
  return [
    ...evenly(short, SHORT_TASKS),
    ...evenly(long, LONG_TASKS),
    ...docs.map((task) => ({ suite: "docs", ...common, ...task, category: "docs" })),
  ];
}

function baseOf(gitDir, head) {
  for (const steps of STEPS_BACK) {
    const found = ancestorOf(gitDir, head, steps);
    if (found !== null) return found;
  }
  return null;
}

function taskOf({ message, author, changes }, present) {
  if (isNoise(message.split("\n")[0], author)) return null;
  const sources = changes.filter(({ path }) => isSource(path) && !isTestPath(path));
  const gold = sources
    .filter(({ status, path }) => status !== "A" && present.has(path))
    .map(({ path }) => path);
  if (gold.length === 0 || gold.length > MAX_GOLD || sources.length > MAX_CHANGED) return null;
  const query = cleanMessage(message);
  if (query.split("\n")[0].split(/\s+/).length < 3 || query.length > 12_000) return null;
  return { query, gold };
}

/** The tree, once, with the comments that became questions taken out. */
function exportOnce(gitDir, base, tree, present) {
  const list = `${tree}.docs.json`;
  if (existsSync(list)) return JSON.parse(readFileSync(list, "utf8"));
  rmSync(`${tree}.tmp`, { recursive: true, force: true });
  exportTree(gitDir, base, `${tree}.tmp`);
  const tasks = takeDocTasks(`${tree}.tmp`, [...present], list);
  renameSync(`${tree}.tmp`, tree);
  return tasks;
}

function evenly(items, most) {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_none, at) => items[Math.floor((at * items.length) / most)]);
}

function readArguments(words) {
  const read = { "most-files": "9000" };
  for (let at = 0; at < words.length; at += 2) read[words[at].replace(/^--/, "")] = words[at + 1];
  if (!read.repositories || !read.exclude || !read.trees) {
    console.error(
      "usage: tasks-of-history.mjs --repositories FILE --exclude FILE --trees DIR [--only OWNER/NAME]",
    );
    process.exit(2);
  }
  read["most-files"] = Number(read["most-files"]);
  return read;
}
