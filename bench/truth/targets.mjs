// @ts-check
/** Definitions that a server names → targets inside the tree. */
import fs from "node:fs";
import path from "node:path";

/** @type {Map<string, string[]>} */
const texts = new Map();

/**
 * @param {string} root @param {import("../lib/ask-definitions.mjs").Place[] | null} definitions
 * @param {(line: string, at: { lines: string[], line: number, column: number }) => boolean} isFunction tells by the text of the definition
 */
export function targetsIn(root, definitions, isFunction) {
  return (definitions ?? []).flatMap((definition) => {
    const relative = path.relative(root, definition.path).split(path.sep).join("/");
    if (relative.startsWith("..")) return [];
    const lines = linesOf(definition.path);
    const { line, column } = definition;
    return [{ path: relative, line, isFunction: isFunction(lines[line - 1] ?? "", { lines, line, column }) }];
  });
}

/** @param {string} file */
export function linesOf(file) {
  const known = texts.get(file);
  if (known) return known;
  const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n") : [];
  texts.set(file, lines);
  return lines;
}

/** @param {string} text @returns {any[]} */
export function jsonLines(text) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
