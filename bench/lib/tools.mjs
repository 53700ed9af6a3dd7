// @ts-check
/** The commands that are measured, and how the other indexers are found in the folder they are installed in. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { note } from "./report.mjs";

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const ABSENT_TEXT = "clew-bench-text-that-is-not-there";
const COLBY = "@colbymchenry/codegraph";
const OPTAVE = "@optave/codegraph";
const PEER_VERSIONS = { [COLBY]: "1.6.1", [OPTAVE]: "3.11.2" };

/**
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} label
 * @property {string[]} index command for a cold index, run in the tree
 * @property {string[]} [update] command that brings an existing index up to date
 * @property {number[]} okCodes
 */

/** @param {string | undefined} command @returns {Tool | null} */
export function clewTool(command) {
  const cli = path.join(REPOSITORY, "dist", "cli.js");
  if (!command && !fs.existsSync(cli)) {
    note("clew is left out: dist/cli.js is not built (npm run build) and no --clew was given");
    return null;
  }
  const argv = command ? ["/bin/sh", "-c", command] : [process.execPath, cli, "index", "."];
  return { id: "clew", label: "clew", index: argv, update: argv, okCodes: [0] };
}

/** @param {string | undefined} dir @returns {Tool[]} */
export function peerTools(dir) {
  const root = path.resolve(dir ?? "peers");
  const missing = Object.keys(PEER_VERSIONS).filter((name) => !packageJson(root, name));
  const node = nodeFor(root);
  if (!dir || missing.length > 0 || !node) {
    note(`left out: ${dir ? [...missing, ...(node ? [] : ["Node 22"])].join(", ") : "other indexers"}`);
    note(installHelp(root));
  }
  if (!dir) return [];
  /** @type {Tool[]} */
  const tools = [];
  if (!missing.includes(COLBY)) {
    const run = [process.execPath, binOf(root, COLBY)];
    tools.push(peer("colby", root, COLBY, [...run, "init"], [...run, "sync"]));
  }
  if (!missing.includes(OPTAVE) && node) {
    const build = [node, binOf(root, OPTAVE), "build", "."];
    tools.push(peer("optave", root, OPTAVE, build, build));
  }
  return tools;
}

/** @param {string} id @param {string} root @param {string} name @param {string[]} index @param {string[]} update @returns {Tool} */
function peer(id, root, name, index, update) {
  return { id, label: `${name} ${packageJson(root, name).version}`, index, update, okCodes: [0] };
}

/** @param {string} root */
function installHelp(root) {
  const node = `node-linux-${process.arch}`;
  const names = Object.entries(PEER_VERSIONS).map(([name, version]) => `${name}@${version}`);
  return [
    "install them with",
    `  npm install --prefix ${root} ${node}@22 ${names.join(" ")}`,
    `  N=${root}/node_modules/${node}`,
    `  PATH="$N/bin:$PATH" npm_config_nodedir="$N" npm rebuild --prefix ${root} better-sqlite3`,
    `then pass --peers ${root}`,
  ].join("\n");
}

/** A Node of at least 22.12: installed beside the peers, or the one running this. @param {string} root */
function nodeFor(root) {
  for (const name of [`node-linux-${process.arch}`, "node"]) {
    const file = path.join(root, "node_modules", name, "bin", "node");
    if (fs.existsSync(file)) return file;
  }
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12) ? process.execPath : null;
}

/** @param {string} root @param {string} name */
function packageJson(root, name) {
  const file = path.join(root, "node_modules", name, "package.json");
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}

/** @param {string} root @param {string} name */
function binOf(root, name) {
  return path.join(root, "node_modules", name, packageJson(root, name).bin.codegraph);
}

/** @returns {Tool | null} */
export function ripgrepTool() {
  try {
    const version = execFileSync("rg", ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
    const index = ["rg", "--no-config", "--hidden", "--no-ignore", "--glob", "!.git", "-c", ABSENT_TEXT, "."];
    return { id: "ripgrep", label: `${version.replace(/ \(.*/, "")}, reading all`, index, okCodes: [0, 1] };
  } catch {
    note("ripgrep is left out: rg is not installed");
    return null;
  }
}
