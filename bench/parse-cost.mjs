#!/usr/bin/env node
// CPU seconds that one parsing process needs for a tree: start-up, reading, parsing, extraction, terms, tokens, sending.
// usage: node bench/parse-cost.mjs FOLDER [--cpu-prof]   (after npm run build)
import { execFileSync, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.argv[2];
const WANTED = new Set([
  ".ts",
  ".tsx",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".mts",
  ".cts",
  ".json",
  ".md",
  ".yml",
  ".yaml",
]);

function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== ".git" && entry.name !== "node_modules") yield* filesOf(path);
    } else if (entry.isFile() && WANTED.has(extname(entry.name)) && entry.name !== "package-lock.json")
      yield relative(root, path);
  }
}

const paths = [...filesOf(root)].sort();
const bundle = join(dirname(fileURLToPath(import.meta.url)), "../dist/parse-worker.js");
const flags = process.argv.slice(3);
const child = fork(bundle, [], {
  serialization: "advanced",
  execArgv: ["--max-old-space-size=512", ...flags],
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
const BATCH = 24;
let next = 0;
let bytes = 0;
let sent = 0;
const counts = {};
const cpuOf = () => {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / Number(execFileSync("getconf", ["CLK_TCK"]));
};
const feed = () => {
  if (next >= paths.length) {
    const cpu = cpuOf();
    const rss = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
    const parent = process.cpuUsage();
    console.log(
      JSON.stringify({
        files: paths.length,
        sourceBytes: bytes,
        sentBytes: sent,
        workerCpuSeconds: cpu,
        parentCpuSeconds: +((parent.user + parent.system) / 1e6).toFixed(2),
        peakRssMb: Math.round(rss),
        ...counts,
      }),
    );
    child.disconnect();
    return;
  }
  const jobs = paths.slice(next, next + BATCH).map((path) => ({ path, language: null }));
  next += BATCH;
  child.send({ rules: { root, hashAlgorithm: "sha1" }, jobs, fallbackOnly: false });
};
child.on("message", (message) => {
  if (message.type === "ready") return feed();
  for (const outcome of message.outcomes) {
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
    if (outcome.kind !== "facts") continue;
    sent += outcome.facts.length + outcome.dictionary.length + outcome.entries.byteLength;
    bytes += JSON.parse(outcome.facts).bytes;
  }
  if (message.done) feed();
});
