// @ts-check
/**
 * Every call of whole trees: what the links say, with and without the compiler pass, against the compiler or language server
 * of the tree's main language. Nothing is sampled. A call counts for recall when a function, method, constructor, class or
 * macro of the tree is called, files of more than 20,000 lines apart; a claim counts for precision unless the compiler itself does not know what is called there.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cCalls } from "../truth/c.mjs";
import { askRoslyn } from "../truth/csharp.mjs";
import { pythonCalls } from "../truth/python.mjs";
import { jsonLines } from "../truth/targets.mjs";
import { typescriptCalls } from "../truth/typescript.mjs";
import { CallScore } from "./call-score.mjs";
import { formOf } from "./call-sites.mjs";
import { compilerLinks } from "./compiler-links.mjs";
import { printRows } from "./report-table.mjs";
import { listFiles, readView } from "./view.mjs";

/** @typedef {import("./call-sites.mjs").CallSite} CallSite */
/** @typedef {{ tree: string[], keep?: string, pyright?: string, define: string[], misses: string, tiers: string, json: boolean }} Options */

const LANGUAGES = [
  { id: "typescript", extension: /\.(?:tsx?|mts|cts|jsx?|mjs|cjs)$/ },
  { id: "c", extension: /\.[ch]$/ },
  { id: "go", extension: /\.go$/ },
  { id: "java", extension: /\.java$/ },
  { id: "python", extension: /\.py$/ },
  { id: "csharp", extension: /\.cs$/ },
];
/** Trees of these are told apart from the others; there is no compiler to ask. */
const WITHOUT_COMPILER = /\.(?:rs|rb|php|kt|swift|scala|cc|cpp|hpp)$/;

/** @param {any} clew @param {any} options */
export async function measureCalls(clew, options) {
  const rows = [];
  for (const tree of options.tree) rows.push(...(await measureTree(clew, path.resolve(tree), options)));
  if (options.json) console.log(JSON.stringify(rows, null, 2));
  else print(rows, Number(options.misses));
}

/** @param {any} clew @param {string} root @param {Options} options */
async function measureTree(clew, root, options) {
  const language = mainLanguage(root);
  if (language === null) throw new Error(`no compiler is known for most files of ${root}`);
  const files = await readView(clew, root, {
    isSource: (name) => clew.detectLanguage(name, "")?.role === "code",
    isConfig: (name) => clew.isLinkConfig(name) || clew.isProjectConfig(name),
  });
  // Of files with very many lines only the symbols are kept.
  const bodies = new Set(
    files.filter(({ facts }) => facts && facts.status !== "structure").map((file) => file.path),
  );
  const sites = (await callSitesOf(clew, root, language, files, options)).filter(({ path }) =>
    bodies.has(path),
  );
  const byPath = new Map(files.filter((file) => file.facts).map((file) => [file.path, file]));
  const common = { tree: path.basename(root), language, files: byPath.size };
  const linked = new CallScore(sites, byPath, clew.linkView(files), ["resolved"]);
  const rows = [
    { ...common, edges: "linked", ...linked.figures(), misses: linked.misses, wrong: linked.wrong },
  ];
  if (language === "typescript" && options.tiers !== "linked") {
    const refined = new CallScore(sites, byPath, compilerLinks(clew, files, root), ["compiler"]);
    rows.push({
      ...common,
      edges: "compiler",
      ...refined.figures(),
      misses: refined.misses,
      wrong: refined.wrong,
    });
  }
  return rows;
}

/** Null where no compiler is known for what the tree is written in. @param {string} root @returns {string | null} */
export function mainLanguage(root) {
  const names = listFiles(root);
  const countOf = (/** @type {RegExp} */ extension) => names.filter((name) => extension.test(name)).length;
  let best = { id: /** @type {string | null} */ (null), count: countOf(WITHOUT_COMPILER) };
  for (const { id, extension } of LANGUAGES) {
    const count = countOf(extension);
    if (count > best.count) best = { id, count };
  }
  return best.id;
}

/** @param {any} clew @param {string} root @param {string} language @param {any[]} files @param {Options} options @returns {Promise<CallSite[]>} */
export async function callSitesOf(clew, root, language, files, options) {
  const kept = options.keep && path.join(options.keep, `${path.basename(root)}.json`);
  if (kept && fs.existsSync(kept)) return JSON.parse(fs.readFileSync(kept, "utf8"));
  const sites = await askCompiler(clew, root, language, files, options);
  if (kept) fs.writeFileSync(kept, JSON.stringify(sites));
  return sites;
}

/** @param {any} clew @param {string} root @param {string} language @param {any[]} files @param {Options} options @returns {Promise<CallSite[]>} */
async function askCompiler(clew, root, language, files, options) {
  if (language === "typescript") return typescriptCalls(clew, root, files);
  if (language === "c") return cCalls(root, options.define);
  if (language === "python") {
    if (!options.pyright) throw new Error("a Python tree needs --pyright FILE");
    return pythonCalls(root, path.resolve(options.pyright));
  }
  const withForm = (/** @type {any} */ { receiver, ...site }) => ({ ...site, form: formOf(receiver) });
  if (language === "csharp") return askRoslyn(root).map(withForm);
  const truth = fileURLToPath(new URL("../truth/", import.meta.url));
  const command =
    language === "go"
      ? ["go", "run", `${truth}go/main.go`, root]
      : ["java", `${truth}java/CallSites.java`, root];
  const out = execFileSync(/** @type {string} */ (command[0]), command.slice(1), {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, GO111MODULE: "off", GOFLAGS: "" },
  });
  return jsonLines(out).map(withForm);
}

/** @param {any[]} rows @param {number} examples */
function print(rows, examples) {
  const header = [
    "tree",
    "language",
    "files",
    "edges",
    "calls",
    "resolved P",
    "resolved R",
    "R",
    "guesses P",
    "guesses",
  ];
  printRows(
    header,
    rows.map((row) => [
      row.tree,
      row.language,
      String(row.files),
      row.edges,
      String(row.sites),
      row.precision.toFixed(4),
      row.resolvedRecall.toFixed(4),
      row.recall.toFixed(4),
      row.guessPrecision.toFixed(4),
      String(row.guesses),
    ]),
  );
  for (const row of rows) {
    const classes = [...row.misses].sort((a, b) => b[1].count - a[1].count);
    console.log(
      `${row.tree} ${row.edges} misses: ${classes.map(([name, { count }]) => `${name} ${count}`).join(", ")}`,
    );
    for (const [label, found] of [...classes, ...row.wrong])
      for (const example of spread(found.examples, examples)) console.log(`  ${label}: ${example}`);
  }
}

/** So many, from all over the list. @param {string[]} list @param {number} most */
function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]);
}
