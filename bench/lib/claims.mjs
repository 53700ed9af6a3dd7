// @ts-check
/**
 * Of every function and method of a tree: what line 1 of `trace` claims about its callers, against every call that the compiler or
 * server of the tree's main language knows.
 *
 *   zeros          answers with no caller at all; `proven` is how many of them say so, `false` how many of these have a call
 *   lists          answers with callers; `complete` says that they are all, `false` how many of these lack a call
 *   unhedged       answers that lack a call and say nothing of it: neither undecided places nor files that were not read
 */
import path from "node:path";
import { importBundled } from "./bundle.mjs";
import { callSitesOf, mainLanguage } from "./call-bench.mjs";
import { readView } from "./view.mjs";

/** @typedef {import("./accounting-truth.mjs").Options} Options */

/** The calls of each definition: `path:line:name` of its name → `path:line` of the calls. @param {string} tree @param {Options} options */
export async function callsByTarget(tree, options) {
  const language = mainLanguage(tree);
  if (language === null) throw new Error(`no compiler is known for most files of ${tree}`);
  const clew = await importBundled("./edges-internals.mjs");
  const files = language === "typescript" ? await readView(clew, tree) : [];
  const calls = await callSitesOf(clew, path.resolve(tree), language, files, options);
  /** @type {Map<string, Set<string>>} */
  const byTarget = new Map();
  for (const { path: at, line, name, targets } of calls)
    for (const target of targets) {
      const key = `${target.path}:${target.line}:${name}`;
      const sites = byTarget.get(key) ?? new Set();
      byTarget.set(key, sites.add(`${at}:${line}`));
    }
  return { byTarget, paths: new Set(calls.map((call) => call.path)) };
}

/** @param {string} tree */
export function newClaims(tree) {
  return {
    tree,
    asked: 0,
    zeros: 0,
    proven: 0,
    falseZeros: 0,
    lists: 0,
    complete: 0,
    falseLists: 0,
    unhedged: 0,
    /** @type {string[]} */
    misses: [],
  };
}

/**
 * @param {ReturnType<typeof newClaims>} claims
 * @param {{ handle: string, sites: ReadonlySet<string>, head: string, rows: any[], accounting: any }} answer
 */
export function addClaim(claims, { handle, sites, head, rows, accounting }) {
  claims.asked += 1;
  const listed = new Set([
    ...rows.flatMap((row) => row.lines.map((/** @type {number} */ line) => `${row.site}:${line}`)),
    ...accounting.unlinked.map((/** @type {any} */ site) => `${site.path}:${site.line}`),
  ]);
  const lacking = [...sites].filter((site) => !listed.has(site));
  const isZero = /^(?:not )?proven\b/.test(head);
  const isSure = /^(?:proven|complete)\b/.test(head);
  const isHedged = !isSure && (accounting.undecided.length > 0 || accounting.unread.length > 0 || isZero);
  const isFalse = isSure && lacking.length > 0;
  if (isZero) {
    claims.zeros += 1;
    claims.proven += Number(isSure);
    claims.falseZeros += Number(isFalse);
  } else {
    claims.lists += 1;
    claims.complete += Number(isSure);
    claims.falseLists += Number(isFalse);
  }
  if (lacking.length === 0 || isHedged) return;
  claims.unhedged += 1;
  claims.misses.push(`${handle}: ${head.split(" · ")[0]}; lacks ${lacking.slice(0, 3).join(", ")}`);
}

/** @param {ReturnType<typeof newClaims>[]} all @param {number} examples */
export function printClaims(all, examples) {
  const sum = newClaims("all");
  for (const claims of all)
    for (const [key, value] of Object.entries(claims))
      if (typeof value === "number") /** @type {any} */ (sum)[key] += value;
  console.log(
    "| tree | functions | zeros | said proven | of these false | lists | said complete | of these false | lacking without a word | share |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const row of [...all, sum])
    console.log(
      `| ${row.tree} | ${row.asked} | ${row.zeros} | ${row.proven} | ${row.falseZeros} | ${row.lists} | ${row.complete} | ${row.falseLists} | ${row.unhedged} | ${((100 * row.unhedged) / Math.max(1, row.asked)).toFixed(2)} % |`,
    );
  for (const row of all) for (const miss of row.misses.slice(0, examples)) console.log(`${row.tree} ${miss}`);
}
