// @ts-check
/** "Go to definition" of a language server at every call. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const AT_ONCE = 40;

/**
 * @typedef {object} Place
 * @property {string} path
 * @property {number} line from 1
 * @property {number} column from 0, in UTF-16 units
 */

/**
 * Where each of these names is defined: null when the server does not know.
 * @template {Place} P
 * @param {import("./language-server.mjs").LanguageServer} server @param {string} root @param {string} languageId
 * @param {P[]} places @param {(place: P, definitions: Place[] | null) => void} take
 */
export async function askDefinitions(server, root, languageId, places, take) {
  const byFile = new Map();
  for (const place of places) byFile.set(place.path, [...(byFile.get(place.path) ?? []), place]);
  for (const [file, here] of byFile) {
    const uri = pathToFileURL(path.join(root, file)).href;
    const text = fs.readFileSync(path.join(root, file), "utf8");
    server.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    for (let at = 0; at < here.length; at += AT_ONCE) {
      await Promise.all(
        here.slice(at, at + AT_ONCE).map(async (/** @type {P} */ place) => {
          const position = { line: place.line - 1, character: place.column };
          const result = await server.request("textDocument/definition", { textDocument: { uri }, position });
          take(place, definitionsOf(result));
        }),
      );
    }
    server.notify("textDocument/didClose", { textDocument: { uri } });
  }
}

/** @param {any} result @returns {Place[] | null} with absolute paths */
function definitionsOf(result) {
  const all = result === null ? [] : Array.isArray(result) ? result : [result];
  const found = all.map((/** @type {any} */ one) => {
    const range = one.range ?? one.targetSelectionRange;
    return {
      path: fileURLToPath(one.uri ?? one.targetUri),
      line: range.start.line + 1,
      column: range.start.character,
    };
  });
  return found.length === 0 ? null : found;
}
