#!/usr/bin/env node
// @ts-check
/**
 * What one call with a task's own words holds of its truth, and what it costs: a cheap look at answers between rounds of agents,
 * who choose better words. Locate and meaning: the right files by search and context; flow: the stations.
 *
 *   node bench/agents/one-call.mjs TRIAL [--kind flow] [--dist DIR] [--mirror DIR] [--show] [--words FILE]
 *
 * --words: `task<TAB>words` lines to ask in place of the texts, such as those that agents used. --mirror: also the share of the
 * places which the later commit changes that the answer shows with their numbers, so that they need not be opened.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { changedLines } from "../lib/changed-lines.mjs";
import { startServer } from "../lib/mcp-server.mjs";
import { shownCode } from "../lib/shown-code.mjs";
import { readRepositories, readTasks, treeOf } from "./tasks.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: "string", multiple: true, default: ["locate", "meaning", "flow"] },
    dist: { type: "string", default: path.join(import.meta.dirname, "../../dist") },
    mirror: { type: "string" },
    words: { type: "string" },
    show: { type: "boolean", default: false },
  },
});
const [trial] = positionals;
if (!trial) throw new Error("usage: one-call.mjs TRIAL");

/** Lines beside a change that show it as well as its own. */
const BESIDE = 3;

/** @type {Map<string, string[]>} */
const words = new Map();
if (values.words)
  for (const line of fs.readFileSync(values.words, "utf8").split("\n")) {
    const [id, text] = line.split("\t");
    if (id && text) words.set(id, [...(words.get(id) ?? []), text]);
  }

/** Tools and inputs that a kind is asked with. @type {Record<string, [string, string, (text: string) => Record<string, unknown>][]>} */
const CALLS = {
  locate: listAndCode(),
  meaning: listAndCode(),
  flow: [["flow", "trace", (text) => ({ symbol: text, relation: "flow" })]],
};

/** @returns {[string, string, (text: string) => Record<string, unknown>][]} */
function listAndCode() {
  return [
    ["search", "search", (text) => ({ query: text })],
    ["context 1500", "context", (text) => ({ task: text, max_tokens: 1500 })],
  ];
}

/** @type {Map<string, Awaited<ReturnType<typeof startServer>>>} */
const servers = new Map();
/** @param {string} repository */
async function serverOf(repository) {
  const known = servers.get(repository);
  if (known) return known;
  const home = path.join(/** @type {string} */ (trial), "clew-home");
  const server = await startServer({
    dist: values.dist,
    cwd: treeOf(/** @type {string} */ (trial), repository),
    home,
  });
  servers.set(repository, server);
  return server;
}

for (const kind of values.kind) {
  const tasks = readTasks(kind).filter(({ id }) => !values.words || words.has(id));
  for (const [label, tool, inputOf] of CALLS[kind] ?? []) {
    let bytes = 0;
    let asked = 0;
    let held = 0;
    let whole = 0;
    /** @type {number[]} */
    const shares = [];
    for (const task of tasks)
      for (const text of values.words ? (words.get(task.id) ?? []) : [task.text]) {
        const server = await serverOf(task.repository);
        const answer = await server.call(tool, inputOf(text));
        const shown = /** @type {any} */ (answer.content)[0].text;
        const wanted = task.stations ?? (task.files ?? []).map((one) => [one].flat());
        const missed = wanted.filter((ways) => !ways.some((way) => holds(shown, way)));
        asked += 1;
        bytes += Buffer.byteLength(shown);
        held += 1 - missed.length / wanted.length;
        whole += missed.length === 0 ? 1 : 0;
        const share = shareOfChanges(task, shown);
        if (share !== null) shares.push(share);
        const missing = missed.map(([first]) => first).join(" ");
        console.log(
          `${task.id} ${label}: ${wanted.length - missed.length} of ${wanted.length}, ${Buffer.byteLength(shown)} bytes${share === null ? "" : `, changes ${share.toFixed(2)}`} ${missing}`,
        );
        if (values.show) console.log(shown);
      }
    const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
    const changes = shares.length > 0 ? `, ${mean.toFixed(3)} of the changes (${shares.length})` : "";
    console.log(
      `${kind} ${label}: ${asked} asked, recall ${(held / asked).toFixed(3)}, all held ${whole}${changes}, ${bytes} bytes`,
    );
  }
}
for (const server of servers.values()) await server.close();

/** Of the places that the task's commit changes in the right files; null where no commit is known. @param {import("./tasks.mjs").Task} task @param {string} text */
function shareOfChanges(task, text) {
  const { mirror } = values;
  const repository = readRepositories().find(({ name }) => name === task.repository);
  if (!mirror || !repository || !/^[0-9a-f]{7,}$/.test(task.from ?? "")) return null;
  const gitDir = path.resolve(mirror, repository.github.replace("/", "+"), "repo");
  const files = (task.files ?? []).flat();
  const changed = changedLines(gitDir, repository.commit, String(task.from), files);
  const shown = shownCode(text, new Set(files));
  const places = [...changed].flatMap(([file, ranges]) =>
    ranges.map(({ start, count }) => {
      const lines = shown.get(file)?.lines ?? new Set();
      const first = start - BESIDE;
      return Array.from({ length: count + 2 * BESIDE }, (_, at) => first + at).some((line) =>
        lines.has(line),
      );
    }),
  );
  return places.length > 0 ? places.filter(Boolean).length / places.length : null;
}

/** A path with a line, or, for `path#function`, a line that names both. @param {string} text @param {string} way */
function holds(text, way) {
  const [file = "", name] = way.split("#");
  const lines = text.split("\n").filter((line) => line.includes(file));
  if (name === undefined) return lines.length > 0;
  return lines.some((line) =>
    line
      .slice(line.indexOf(file) + file.length)
      .match(/\w+/g)
      ?.includes(name),
  );
}
