// @ts-check
/** Every call of a Python tree: where, by Python's own parser; what, by the server of Pyright. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { askDefinitions } from "../lib/ask-definitions.mjs";
import { formOf } from "../lib/call-sites.mjs";
import { LanguageServer } from "../lib/language-server.mjs";
import { jsonLines, targetsIn } from "./targets.mjs";

/** @typedef {import("../lib/call-sites.mjs").CallSite} CallSite */

/** @param {string} root @param {string} server path of pyright's langserver.index.js @returns {Promise<CallSite[]>} */
export async function pythonCalls(root, server) {
  const script = fileURLToPath(new URL("python/call_sites.py", import.meta.url));
  const places = jsonLines(execFileSync("python3", [script, root], { maxBuffer: 1 << 30, encoding: "utf8" }));
  const client = new LanguageServer(process.execPath, [server, "--stdio"], root);
  await client.initialize(root);
  /** @type {CallSite[]} */
  const sites = [];
  await askDefinitions(client, root, "python", places, (place, definitions) => {
    const { path, line, name, receiver } = place;
    // The server names the parameter, not the class that it stands for.
    const isKnown = definitions !== null && name !== "cls";
    sites.push({
      path,
      line,
      name,
      form: formOf(receiver),
      isKnown,
      targets: targetsIn(root, definitions, isPythonFunction),
    });
  });
  client.end();
  return sites;
}

/** A name behind `def` or `class`; a parameter may stand on the same line. @param {string} line @param {{ column: number }} at */
function isPythonFunction(line, { column }) {
  return /^\s*(?:async\s+)?(?:def|class)\s+$/.test(line.slice(0, column));
}
