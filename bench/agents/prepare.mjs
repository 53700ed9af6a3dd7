#!/usr/bin/env node
// @ts-check
/**
 * Makes a trial ready to run: trees with their history up to the commit, indexes, instruction sheets, `look` and `answer`.
 * Nothing of the truth is written there.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sheetOf } from "./sheets.mjs";
import { ARMS, KINDS, readRepositories, treeOf } from "./tasks.mjs";

const USAGE = `Usage: node bench/agents/prepare.mjs --mirror DIR --trial DIR [options]

  --mirror DIR  bare repositories, OWNER+NAME/repo each
  --trial DIR   where trees, indexes, sheets, logs and answers go
  --clew FILE   command line of the build to try (default dist/cli.js)
  --help
`;

const { values } = parseArgs({
  options: {
    mirror: { type: "string" },
    trial: { type: "string" },
    clew: { type: "string", default: "dist/cli.js" },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.mirror || !values.trial) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const trial = path.resolve(values.trial);
const clew = path.resolve(values.clew);
const home = path.join(trial, "clew-home");
fs.mkdirSync(trial, { recursive: true });
for (const { name, github, commit } of readRepositories()) {
  const gitDirectory = path.resolve(values.mirror, github.replace("/", "+"), "repo");
  if (!fs.existsSync(gitDirectory)) throw new Error(`${gitDirectory} is missing: fetch github.com/${github}`);
  exportTree(gitDirectory, commit, treeOf(trial, name));
  console.log(`${name}: ${index(treeOf(trial, name))}`);
}
const commands = { look: writeCommand("look"), answer: writeCommand("answer") };
for (const arm of ARMS)
  for (const kind of KINDS)
    fs.writeFileSync(path.join(trial, `${arm}-${kind}.md`), sheetOf(arm, kind, commands));

/**
 * Objects are shared with the mirror; no ref leads to a commit after this one.
 * @param {string} gitDirectory @param {string} commit @param {string} tree
 */
function exportTree(gitDirectory, commit, tree) {
  if (fs.existsSync(path.join(tree, ".git", "HEAD"))) return;
  fs.mkdirSync(tree, { recursive: true });
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-C", tree, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  git("init", "-q", "-b", "main");
  fs.writeFileSync(path.join(tree, ".git/objects/info/alternates"), `${gitDirectory}/objects\n`);
  git("update-ref", "refs/heads/main", commit);
  git("read-tree", commit);
  try {
    git("checkout-index", "-a", "-f", "-q");
  } catch {
    console.log(`${tree}: the mirror lacks some large files`);
  }
}

/** @param {string} tree */
function index(tree) {
  const env = { ...process.env, CLEW_HOME: home };
  return execFileSync("node", [clew, "index", tree], { env, encoding: "utf8" }).split("\n")[0];
}

/** @param {string} name */
function writeCommand(name) {
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const file = path.join(trial, name);
  const text = `#!/bin/sh\nexport TRIAL='${trial}' CLEW="\${CLEW:-${clew}}"\nexec node '${script}' "$@"\n`;
  fs.writeFileSync(file, text, { mode: 0o755 });
  return file;
}
