// @ts-check
/**
 * Every call of a C tree: a name before a parenthesis, outside of comments, strings and directives; what it means, by
 * clangd. The list of commands is made up: every folder with a header is searched for includes. What stands in the body of
 * a macro has no meaning of its own for a compiler: there a parameter means nothing of the tree, another name the macro of
 * the file that is called so, or else the one function of the tree; where both exist it takes a build to say.
 */
import fs from "node:fs";
import path from "node:path";
import { askDefinitions } from "../lib/ask-definitions.mjs";
import { formOf } from "../lib/call-sites.mjs";
import { LanguageServer } from "../lib/language-server.mjs";
import { listFiles } from "../lib/view.mjs";
import { targetsIn } from "./targets.mjs";

/** @typedef {import("../lib/call-sites.mjs").CallSite} CallSite */
/** @typedef {import("../lib/call-sites.mjs").Target} Target */
/** @typedef {{ parameters: string[], sameFile: Target[] }} Body a macro's: its parameters, the file's macros of the called name */
/** @typedef {import("../lib/ask-definitions.mjs").Place & { name: string, receiver: string, body: Body | null }} Called */

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
    places.filter(({ body }) => body === null),
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
  for (const place of places) {
    const known = [...(byName.get(place.name) ?? [])].map((text) => JSON.parse(text));
    if (place.body) sites.push(inMacro(place, place.body, known));
  }
  return sites;
}

/** @param {Called} place @param {Body} body @param {Target[]} known what the name means where a compiler can tell */
function inMacro(place, { parameters, sameFile }, known) {
  if (parameters.includes(place.name)) return siteOf(place, true, []);
  const isOwn = (/** @type {Target} */ { path, line }) =>
    sameFile.some((own) => own.path === path && own.line === line);
  if (sameFile.length > 0 && known.every(isOwn))
    return { ...siteOf(place, true, sameFile), form: "macro body" };
  if (sameFile.length > 0 || known.length !== 1) return siteOf(place, false, []);
  return { ...siteOf(place, true, known), form: "macro body" };
}

/** @param {Called} place @param {boolean} isKnown @param {Target[]} targets @returns {CallSite} */
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
  const starts = lineStarts(text);
  const macros = [...code.matchAll(/^[ \t]*#(?:[^\\\n]|\\[\s\S])*/gm)].map((match) => {
    const head = /^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(([^)]*)\))?/.exec(match[0]);
    return {
      start: match.index,
      end: match.index + match[0].length,
      bodyStart: match.index + (head?.[0].length ?? Number.POSITIVE_INFINITY),
      name: head?.[1],
      parameters: head?.[2]?.split(/[\s,\\]+/) ?? null,
      target: { path: file, line: lineOf(starts, match.index), isFunction: true },
    };
  });
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
      // A macro does not mean itself.
      body: macro
        ? {
            parameters: macro.parameters ?? [],
            sameFile: macros
              .filter((other) => other.parameters && other.name === name && name !== macro.name)
              .map(({ target }) => target),
          }
        : null,
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
