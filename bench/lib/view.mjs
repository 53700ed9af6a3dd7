// @ts-check
/** A source tree as a view: facts of its sources (TypeScript and JavaScript unless told), texts of its configuration. */
import fs from "node:fs";
import path from "node:path";

const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);
const MAX_BYTES = 2_000_000;
const PARSE_MS = 60_000;

/** @param {string} root @returns {string[]} */
export function listFiles(root) {
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {string} */ folder) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) walk(name);
      } else if (entry.isFile()) found.push(name);
    }
  };
  walk("");
  return found.sort();
}

/**
 * @typedef {object} ViewFile
 * @property {string} path
 * @property {string} hash
 * @property {any} facts Facts of a source; null for a configuration file.
 * @property {string} text
 */

/**
 * @param {any} clew parts of clew @param {string} root
 * @param {{ isSource: (path: string) => boolean, isConfig: (path: string) => boolean }} [kinds] which files count
 * @returns {Promise<ViewFile[]>}
 */
export async function readView(
  clew,
  root,
  kinds = { isSource: clew.isCompilerSource, isConfig: clew.isProjectConfig },
) {
  /** @type {ViewFile[]} */
  const files = [];
  for (const name of listFiles(root)) {
    const isSource = kinds.isSource(name);
    if (!isSource && !kinds.isConfig(name)) continue;
    const bytes = fs.readFileSync(path.join(root, name));
    if (bytes.length > MAX_BYTES) continue;
    const text = new TextDecoder().decode(bytes);
    const hash = clew.hashContent(bytes);
    const language = isSource ? clew.detectLanguage(name, "") : null;
    if (!isSource || !language) {
      files.push({ path: name, hash, facts: null, text });
      continue;
    }
    const { facts } = await clew.extractBlob({
      language,
      source: text,
      bytes: bytes.length,
      parseMs: PARSE_MS,
    });
    files.push({ path: name, hash, facts, text });
  }
  return files;
}
