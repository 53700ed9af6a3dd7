#!/usr/bin/env node
// Before a build: SQLite must load, or nothing that follows works. With Node 20 its binding is compiled on install, for which
// npm fetches Node's headers; where it cannot, npm leaves the package out without a word. Many Nodes have their headers
// beside them: then it is installed again with those. Otherwise one line says what to do.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder that holds include/node/node.h of this very Node; null when its headers are not installed. */
export function headersBeside(execPath, version) {
  const prefix = dirname(dirname(realpathSync(execPath)));
  const file = join(prefix, "include/node/node_version.h");
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  const numbers = ["MAJOR", "MINOR", "PATCH"].map(
    (part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1],
  );
  return numbers.join(".") === version ? prefix : null;
}

function loads(name) {
  // In a process of its own: one that failed to load it before would not look again.
  const script = `new (require(${JSON.stringify(name)}))(":memory:").close()`;
  return spawnSync(process.execPath, ["-e", script], { cwd: root, stdio: "ignore" }).status === 0;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function ensure() {
  const name = Number.parseInt(process.versions.node, 10) >= 22 ? "better-sqlite3-13" : "better-sqlite3";
  if (loads(name)) return;
  const nodedir = headersBeside(process.execPath, process.versions.node);
  if (nodedir) {
    console.log(
      `SQLite was not built on install; installing again with the headers in ${join(nodedir, "include")}`,
    );
    const env = { ...process.env, npm_config_nodedir: nodedir };
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
    spawnSync(command, [...first, "ci", "--no-audit", "--no-fund"], { cwd: root, env, stdio: "inherit" });
    if (loads(name)) return;
  }
  console.error(
    `SQLite (${name}) cannot be loaded: install a C++ compiler, make and Python 3${nodedir ? "" : `, and Node ${process.versions.node}'s headers (package libnode-dev, or npm config set nodedir)`}, then run npm ci again; Node 22 and newer need none of these`,
  );
  process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) ensure();
