// @ts-check
/**
 * Every call of a C tree: a name before a parenthesis, outside of comments, strings and directives; what it means, by
 * clangd. The list of commands is made up: every folder with a header is searched for includes. What stands in the body of
 * a macro has no meaning of its own for a compiler: there a name means the one function of the tree that has it.
 */
import fs from "node:fs";
import path from "node:path";
import { askDefinitions } from "../lib/ask-definitions.mjs";
import { formOf } from "../lib/call-sites.mjs";
import { LanguageServer } from "../lib/language-server.mjs";
import { listFiles } from "../lib/view.mjs";
import { targetsIn } from "./targets.mjs";

/** @typedef {import("../lib/call-sites.mjs").CallSite} CallSite */
/** @typedef {import("../lib/ask-definitions.mjs").Place & { name: string, receiver: string, isInMacro: boolean }} Called */

const SOURCE = /\.(?:c|h)$/;
const KEYWORDS = new Set(
  "if for while switch return sizeof defined case do else typeof __typeof__ alignof _Alignof static_assert _Static_assert __attribute__ __asm__ asm".split(
    " ",
  ),
);

/** @param {string} root a copy that may be written to @param {string[]} defines @returns {Promise<CallSite[]>} */
export async function cCalls(root, defines) {
  const files = listFiles(root).filter((name) => SOURCE.test(name));
  writeCommands(root, files, defines);
  const server = new LanguageServer("clangd", ["--background-index", "-j=2", "--log=error"], root);
  const indexed = untilIndexed(server);
  await server.initialize(root);
  const places = files.flatMap((file) => calledIn(file, fs.readFileSync(path.join(root, file), "utf8")));
  const [first] = places;
  if (first) await askDefinitions(server, root, "c", [first], () => {});
  await indexed;
  /** @type {CallSite[]} */
  const sites = [];
  /** @type {Map<string, Set<string>>} */
  const byName = new Map();
  await askDefinitions(
    server,
    root,
    "c",
    places.filter(({ isInMacro }) => !isInMacro),
    (place, definitions) => {
      const targets = targetsIn(root, definitions, isCFunction);
      const site = siteOf(place, definitions !== null, targets);
      // The server names the declared name itself when it knows no more.
      if (targets.some((target) => target.path === place.path && target.line === place.line)) return;
      sites.push(site);
      for (const target of targets)
        if (target.isFunction)
          byName.set(place.name, (byName.get(place.name) ?? new Set()).add(JSON.stringify(target)));
    },
  );
  server.end();
  for (const place of places.filter(({ isInMacro }) => isInMacro)) {
    const known = [...(byName.get(place.name) ?? [])];
    if (known.length === 1)
      sites.push({
        ...siteOf(place, true, [JSON.parse(/** @type {string} */ (known[0]))]),
        form: "macro body",
      });
    else sites.push(siteOf(place, false, []));
  }
  return sites;
}

/** @param {Called} place @param {boolean} isKnown @param {import("../lib/call-sites.mjs").Target[]} targets @returns {CallSite} */
function siteOf({ path, line, name, receiver }, isKnown, targets) {
  return { path, line, name, form: formOf(receiver), isKnown, targets };
}

/** @param {string} root @param {string[]} files @param {string[]} defines */
function writeCommands(root, files, defines) {
  const folders = [
    ...new Set(
      files
        .filter((name) => name.endsWith(".h"))
        .flatMap((name) => [path.dirname(name), path.dirname(path.dirname(name))]),
    ),
  ];
  const flags = [
    ...folders.map((folder) => `-I${path.join(root, folder)}`),
    ...defines.map((name) => `-D${name}`),
  ];
  const commands = files
    .filter((name) => name.endsWith(".c"))
    .map((file) => ({
      directory: root,
      file: path.join(root, file),
      arguments: ["cc", "-std=gnu11", ...flags, "-c", path.join(root, file)],
    }));
  fs.writeFileSync(path.join(root, "compile_commands.json"), JSON.stringify(commands));
}

/** @param {LanguageServer} server @returns {Promise<void>} */
function untilIndexed(server) {
  return new Promise((resolve) => {
    server.onNotification(({ method, params }) => {
      if (
        method === "$/progress" &&
        params.token === "backgroundIndexProgress" &&
        params.value.kind === "end"
      )
        resolve();
    });
  });
}

/** @param {string} file @param {string} text @returns {Called[]} */
function calledIn(file, text) {
  const code = blankAsides(text);
  const macros = [...code.matchAll(/^[ \t]*#(?:[^\\\n]|\\[\s\S])*/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    bodyStart:
      match.index +
      (/^[ \t]*#[ \t]*define[ \t]+\w+(?:\([^)]*\))?/.exec(match[0])?.[0].length ?? Number.POSITIVE_INFINITY),
  }));
  const starts = lineStarts(text);
  /** @type {Called[]} */
  const found = [];
  for (const match of code.matchAll(/\b([A-Za-z_]\w*)[ \t]*\(/g)) {
    const name = /** @type {string} */ (match[1]);
    if (KEYWORDS.has(name)) continue;
    const macro = macros.find(({ start, end }) => match.index >= start && match.index < end);
    if (macro && match.index < macro.bodyStart) continue;
    const line = lineOf(starts, match.index);
    const lineStart = starts[line - 1] ?? 0;
    const before = code.slice(lineStart, match.index);
    if (!macro && (isDeclared(before) || isOutside(code, match.index))) continue;
    const receiver = /([\w)\]]+(?:(?:->|\.)\w+)*)(?:->|\.)[ \t]*$/.exec(before)?.[1] ?? "";
    found.push({
      path: file,
      line,
      column: match.index - lineStart,
      name,
      receiver,
      isInMacro: macro !== undefined,
    });
  }
  return found;
}

/** A type stands before the name, which no expression has. @param {string} before on its line */
function isDeclared(before) {
  const words = /^\s*((?:[A-Za-z_]\w*[\s*]+)+)$/
    .exec(before)?.[1]
    ?.trim()
    .split(/[\s*]+/);
  return words !== undefined && !/^(?:return|else|do|case|goto|sizeof)$/.test(words.at(-1) || "");
}

/** Outside of all braces nothing is called. @param {string} code @param {number} at */
function isOutside(code, at) {
  let depth = 0;
  for (let i = at; i >= 0; i--) {
    if (code[i] === "}") depth += 1;
    else if (code[i] === "{" && depth-- === 0) return /\bextern\s*$/.test(code.slice(Math.max(0, i - 20), i));
  }
  return true;
}

/** Comments, strings and characters, the same length in blanks. @param {string} text */
function blankAsides(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'/g, (match) =>
    match.replace(/[^\n]/g, " "),
  );
}

/** @param {string} line @param {{ lines: string[], line: number, column: number }} at */
function isCFunction(line, { lines, line: number, column }) {
  if (/^\s*#\s*define\s+\w+\(/.test(line)) return true;
  // A function that nobody declares is taken for declared where it is first called.
  const before = line.slice(0, column);
  if (/^\s*#/.test(line) || !(before === "" || isDeclared(before) || /\)\s*$/.test(before))) return false;
  const rest = [line.slice(column), ...lines.slice(number, number + 3)].join("\n");
  return /^\w+\s*\(/.test(rest);
}

/** @param {string} text */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** @param {number[]} starts @param {number} offset */
function lineOf(starts, offset) {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (starts[middle]) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
