#!/usr/bin/env node
// @ts-check
/**
 * What it costs to know that an index is fresh, and whether it ever is not: a question about an unchanged tree by
 * scanning and by watching, edits asked about at once, switches of large branches, a burst that overflows the kernel's
 * queue, and a system without watches. Exits with 1 when a single stale answer was given.
 *
 *   node bench/freshness.mjs --tree path/to/some/repository [--burst 30000] [--switches 6] [--edits 1000]
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEngine } from "../dist/index.js";

const { values } = parseArgs({
  options: {
    tree: { type: "string" },
    burst: { type: "string", default: "30000" },
    switches: { type: "string", default: "6" },
    edits: { type: "string", default: "1000" },
    questions: { type: "string", default: "50" },
    /** Internal: only says how the engine compares, for a run with a lowered limit. */
    limited: { type: "string" },
  },
});

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "clew-freshness-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
let staleAnswers = 0;

if (values.limited) await checkLimited(values.limited);
else await main();
process.exit(staleAnswers > 0 ? 1 : 0);

async function main() {
  if (values.tree) await costPerQuestion(path.resolve(values.tree));
  const repository = makeRepository();
  await editsAskedAtOnce(repository);
  await branchSwitches(repository);
  await burst(repository);
  await limitReached(repository);
  print("stale answers in all", String(staleAnswers));
}

/** @param {string} tree */
async function costPerQuestion(tree) {
  const copy = path.join(scratch, "tree");
  fs.cpSync(tree, copy, { recursive: true });
  for (const isWatching of [false, true]) {
    const engine = await openEngine({ home: path.join(scratch, `home-cost-${isWatching}`), isWatching });
    const { files } = await engine.update(copy);
    // Stamps are believed two seconds after the last change, so the first scans read what is newer.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await engine.update(copy);
    const count = Number(values.questions);
    const cpu = cpuMs();
    const startedAt = performance.now();
    for (let at = 0; at < count; at += 1) await engine.read(copy, async () => {});
    const wall = (performance.now() - startedAt) / count;
    const how = isWatching ? "watching" : "scanning";
    print(
      `question, unchanged tree of ${files} files, ${how}`,
      `CPU ${((cpuMs() - cpu) / count).toFixed(2)} ms, wall ${wall.toFixed(2)} ms`,
    );
    await engine.close();
  }
}

/** @param {string} repository */
async function editsAskedAtOnce(repository) {
  const engine = await openEngine({ home: path.join(scratch, "home-edits"), isWatching: true });
  await engine.update(repository);
  const count = Number(values.edits);
  let stale = 0;
  const startedAt = performance.now();
  for (let at = 0; at < count; at += 1) {
    const file = `src/f${at % 40}.ts`;
    fs.writeFileSync(path.join(repository, file), `export const edited${at} = ${at};\n`);
    const found = await engine.read(repository, (session) => session.searcher.symbols(`edited${at}`));
    if (found.groups.length === 0) stale += 1;
  }
  staleAnswers += stale;
  const ms = ((performance.now() - startedAt) / count).toFixed(1);
  print(`${count} edits, each asked about at once`, `${stale} stale, ${ms} ms each`);
  git(repository, "checkout", "-q", "-f", "main");
  await engine.close();
}

/** @param {string} repository */
async function branchSwitches(repository) {
  const engine = await openEngine({ home: path.join(scratch, "home-switch"), isWatching: true });
  await engine.update(repository);
  let missing = 0;
  let worst = 0;
  const count = Number(values.switches);
  for (let at = 0; at < count; at += 1) {
    git(repository, "checkout", "-q", at % 2 === 0 ? "large" : "main");
    const startedAt = performance.now();
    missing += await differences(engine, repository);
    worst = Math.max(worst, performance.now() - startedAt);
  }
  staleAnswers += missing;
  print(
    `${count} switches of a branch with 5,000 files`,
    `${missing} files wrong, consistent after ${(worst / 1000).toFixed(1)} s at worst`,
  );
  await engine.close();
}

/** @param {string} repository */
async function burst(repository) {
  const engine = await openEngine({ home: path.join(scratch, "home-burst"), isWatching: true });
  await engine.update(repository);
  await engine.read(repository, async () => {});
  const count = Number(values.burst);
  const script = `for (let i = 0; i < ${count}; i += 1) {
    if (i % 500 === 0) require("node:fs").mkdirSync("burst/" + i, { recursive: true });
    require("node:fs").writeFileSync("burst/" + (i - (i % 500)) + "/b" + i + ".ts", "export const burst" + i + " = 1;\\n");
  }`;
  // The loop of this process stands still meanwhile, so its queue of events overflows.
  execFileSync(process.execPath, ["-e", script], { cwd: repository });
  const startedAt = performance.now();
  const first = await engine.readView(repository, async (session) => session.freshness, { waitMs: 200 });
  const detected = first.isFresh ? "NOT NOTICED" : "noticed by the first question";
  const missing = await differences(engine, repository);
  staleAnswers += missing + (first.isFresh ? 1 : 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(
    `burst of ${count.toLocaleString("en")} files`,
    `${detected}; ${missing} missing when fresh, after ${seconds} s`,
  );
  fs.rmSync(path.join(repository, "burst"), { recursive: true });
  const removedAt = performance.now();
  const left = await differences(engine, repository);
  staleAnswers += left;
  print(
    "and their removal",
    `${left} wrong when fresh, after ${((performance.now() - removedAt) / 1000).toFixed(1)} s`,
  );
  await engine.close();
}

/** In a user namespace the limit can be lowered for one process. @param {string} repository */
async function limitReached(repository) {
  const self = fileURLToPath(import.meta.url);
  const command = 'echo 3 > /proc/sys/user/max_inotify_watches && exec "$0" "$1" --limited "$2"';
  const run = spawnSync("unshare", ["-Ur", "sh", "-c", command, process.execPath, self, repository], {
    encoding: "utf8",
  });
  print(
    "no watches left",
    run.status === 0
      ? run.stdout.trim()
      : `not tried: ${(run.stderr || run.error?.message || "").trim().slice(0, 200)}`,
  );
  if (run.status === 1) staleAnswers += 1;
}

/** @param {string} repository */
async function checkLimited(repository) {
  const engine = await openEngine({ home: path.join(scratch, "home-limited"), isWatching: true });
  await engine.update(repository);
  const file = path.join(repository, "src/f1.ts");
  fs.writeFileSync(file, "export const afterTheLimit = 1;\n");
  const { found, watching } = await engine.read(repository, async (session) => ({
    found: await session.searcher.symbols("afterTheLimit"),
    watching: session.one.watching,
  }));
  if (found.groups.length === 0 || watching?.isWatching !== false) staleAnswers += 1;
  console.log(`${found.groups.length === 0 ? "STALE" : "fresh by a scan"}; ${JSON.stringify(watching)}`);
  await engine.close();
}

/** How many paths differ between a fresh answer and what git says is there. @param {import("../dist/index.js").Engine} engine @param {string} repository */
async function differences(engine, repository) {
  const indexed = new Set(
    await engine.readView(repository, async (session) => {
      if (!session.freshness.isFresh) throw new Error(`not fresh: ${session.freshness.reason}`);
      return (await session.reader.files()).map((file) => String(file.path));
    }),
  );
  const listed = git(repository, "ls-files", "-z", "-c", "-o", "--exclude-standard")
    .split("\0")
    .filter(Boolean);
  const there = new Set(listed.filter((file) => fs.existsSync(path.join(repository, file))));
  return (
    [...there].filter((file) => !indexed.has(file)).length +
    [...indexed].filter((file) => !there.has(file)).length
  );
}

function makeRepository() {
  const repository = path.join(scratch, "repository");
  fs.mkdirSync(path.join(repository, "src"), { recursive: true });
  git(repository, "init", "-q", "-b", "main");
  for (let at = 0; at < 200; at += 1)
    fs.writeFileSync(path.join(repository, `src/f${at}.ts`), `export const f${at} = ${at};\n`);
  commit(repository);
  git(repository, "checkout", "-q", "-b", "large");
  for (let at = 0; at < 5_000; at += 1) {
    const folder = path.join(repository, `large/${at % 100}`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `l${at}.ts`), `export function large${at}() {\n  return ${at};\n}\n`);
  }
  commit(repository);
  git(repository, "checkout", "-q", "main");
  return repository;
}

/** @param {string} repository */
function commit(repository) {
  git(repository, "add", "-A");
  git(repository, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "x");
}

/** @param {string} repository @param {...string} args */
function git(repository, ...args) {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** User and system time of this process and of its ended children. */
function cpuMs() {
  const fields = fs.readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

/** @param {string} what @param {string} result */
function print(what, result) {
  console.log(`${what}: ${result}`);
}
