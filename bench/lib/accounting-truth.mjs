// @ts-check
/**
 * Where a symbol is really used: by the TypeScript language service where a tree is TypeScript, otherwise by the compiler or server
 * of its main language, which is asked about calls alone.
 */
import path from "node:path";
import { callSitesOf, mainLanguage } from "./call-bench.mjs";
import { askReferences, createService } from "./reference-truth.mjs";
import { nameOffsets } from "./sample-symbols.mjs";
import { readView } from "./view.mjs";

/**
 * @typedef {{ handle: string, path: string, name: string, qualifiedName: string, lines: number[] }} Sampled
 * @typedef {{ path: string, line: number }} Site
 * @typedef {{ knows: (path: string) => boolean, sitesOf: (symbol: Sampled) => Site[] | null }} Truth
 * @typedef {{ keep?: string | undefined, pyright?: string | undefined, define: string[] }} Options
 */

/** Null when no compiler of the tree's main language is at hand. @param {any} internals @param {string} tree @param {Options} options @returns {Promise<Truth | null>} */
export async function openTruth(internals, tree, options) {
  const language = mainLanguage(tree);
  if (language === "typescript") return serviceTruth(internals, tree);
  if (language === null || (language === "python" && !options.pyright)) return null;
  return callTruth(await callSitesOf(internals, path.resolve(tree), language, [], options));
}

/** @param {import("./call-sites.mjs").CallSite[]} calls @returns {Truth} */
function callTruth(calls) {
  /** @type {Map<string, Site[]>} */
  const byTarget = new Map();
  const known = new Set(calls.map((call) => call.path));
  for (const { path: at, line, name, targets } of calls)
    for (const target of targets) {
      const key = `${target.path}:${target.line}:${name}`;
      byTarget.set(key, [...(byTarget.get(key) ?? []), { path: at, line }]);
    }
  return {
    knows: (at) => known.has(at),
    sitesOf: (symbol) =>
      symbol.lines.flatMap((line) => byTarget.get(`${symbol.path}:${line}:${symbol.name}`) ?? []),
  };
}

/** @param {any} internals @param {string} tree @returns {Promise<Truth>} */
async function serviceTruth(internals, tree) {
  const files = await readView(internals, tree);
  const jail = internals.openRoot(tree);
  const view = new internals.ViewFiles(internals.readThroughJail(jail));
  for (const file of files) view.set(file.path, file.hash);
  const { service } = createService(internals, view);
  const facts = new Map(files.filter((file) => file.facts).map((file) => [file.path, file]));
  const names = nameOffsets(facts);
  const isKnownName = (/** @type {string} */ at, /** @type {number} */ offset) =>
    names.get(at)?.has(offset) ?? false;
  return {
    knows: (at) => facts.has(at),
    sitesOf: (symbol) => {
      const file = facts.get(symbol.path);
      const own =
        file?.facts.symbols.filter((/** @type {any} */ one) => one.qualifiedName === symbol.qualifiedName) ??
        [];
      const starts = own.map(({ namePosition }) => offsetOf(file?.text ?? "", namePosition));
      const sites = askReferences(internals, service, symbol.path, isKnownName, starts);
      // A use under another name (an alias, a default import) is none of the name's occurrences.
      const isNamed = (/** @type {any} */ site) =>
        facts.get(site.path)?.text.startsWith(symbol.name, site.offset) ?? false;
      return sites?.filter((site) => site.isExact && !site.isImport && isNamed(site)) ?? null;
    },
  };
}

/** @param {string} text @param {{ line: number, column: number }} position */
function offsetOf(text, { line, column }) {
  let at = 0;
  for (let left = line - 1; left > 0; left--) at = text.indexOf("\n", at) + 1;
  return at + column;
}
