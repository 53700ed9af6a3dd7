// @ts-check
/**
 * C#: callers and references of sampled methods, constructors and properties, by our edges and by Roslyn's FindReferences over
 * the restored solution. Three kinds of edges: of the compiler with the packages of this machine, of the compiler without
 * any, and of linking alone. Sites in files that no project of the solution has do not count.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { csharpReferences } from "../truth/csharp-references.mjs";
import { EdgeIndex } from "./edge-index.mjs";
import { compareSymbol, Score } from "./edge-score.mjs";
import { shuffle } from "./sample-symbols.mjs";
import { readView } from "./view.mjs";

const SAMPLED = new Set(["method", "function", "constructor", "property"]);

/** @param {any} clew @param {string} root @param {any} options @returns {Promise<any[]>} */
export async function measureCSharp(clew, root, options) {
  const files = await readView(clew, root, {
    isSource: clew.isCSharpSource,
    isConfig: clew.isCSharpProjectFile,
  });
  const facts = new Map(files.filter((file) => file.facts).map((file) => [file.path, file]));
  const symbols = sample(facts, Number(options.seed)).slice(0, Number(options.sample));
  const truth = csharpReferences(
    root,
    options.solution,
    symbols.map(({ path, nameOffsets }) => ({ path, offset: nameOffsets[0] ?? 0 })),
  );
  const rows = [];
  for (const { label, links, tiers } of await subjects(clew, root, files)) {
    const index = new EdgeIndex(new Map([...links].filter(([at]) => truth.documents.has(at))));
    const score = { index, tiers, exact: new Score(), family: new Score() };
    let asked = 0;
    for (const [at, symbol] of symbols.entries()) {
      const { sites, isOpen } = /** @type {typeof truth.symbols[0]} */ (truth.symbols[at]);
      if (!sites) continue;
      asked += 1;
      const placed = sites
        .filter((site) => facts.has(site.path))
        .map((site) => ({
          ...site,
          line: lineOf(/** @type {any} */ (facts.get(site.path)).text, site.offset),
        }));
      // A family that hangs together by a member of a framework is none that edges of the tree could show.
      const subject = isOpen ? { ...score, family: new Score() } : score;
      compareSymbol(symbol, placed, subject, facts, Number(options.misses));
    }
    const unresolved = [...links.values()].reduce((sum, { unresolved }) => sum + unresolved.length, 0);
    for (const reading of ["exact", "family"]) {
      const one = /** @type {any} */ (score)[reading];
      rows.push({
        tree: path.basename(root),
        files: facts.size,
        symbols: asked,
        edges: label,
        reading,
        ...one.figures(),
        unresolved,
        misses: one.misses,
      });
    }
  }
  return rows;
}

/** @param {any} clew @param {string} root @param {any[]} files */
async function subjects(clew, root, files) {
  const linked = clew.linkView(files);
  // As an index holds them: where the compiler cannot tell, what rules found stands.
  const tiers = { precision: ["compiler", "resolved"], recall: ["compiler", "resolved", "heuristic"] };
  const { edgeKinds } = clew.roslyn.open();
  const provider = { id: "roslyn", edgeKinds, leavesUsesToRules: true, seesTargetsIn: clew.isCSharpSource };
  const merged = (/** @type {Map<string, any>} */ made) =>
    new Map([...made].map(([at, links]) => [at, clew.mergeLinks(linked.get(at), links, provider)]));
  return [
    {
      label: "compiler",
      links: merged(await compiled(clew, root, files, clew.packageFolder(process.env))),
      tiers,
    },
    { label: "no packages", links: merged(await compiled(clew, root, files, null)), tiers },
    {
      label: "linked",
      links: linked,
      tiers: { precision: ["resolved"], recall: ["resolved", "heuristic"] },
    },
  ];
}

/** @param {any} clew @param {string} root @param {any[]} files @param {string | null} packages @returns {Promise<Map<string, any>>} */
async function compiled(clew, root, files, packages) {
  const sdk = clew.findSdk();
  if (typeof sdk === "string") throw new Error(sdk);
  const program = fileURLToPath(new URL("../../dist/sidecars/roslyn/clew-roslyn.dll", import.meta.url));
  const service = new clew.RoslynService({
    command: sdk.dotnet,
    args: [program, sdk.roslyn, sdk.root],
    packages,
  });
  const byPath = new Map(files.map((file) => [file.path, file]));
  const links = new Map();
  try {
    const request = {
      root,
      files,
      wanted: files.filter(({ facts }) => facts).map((file) => file.path),
      symbolsOf: (/** @type {string} */ at) => byPath.get(at)?.facts?.symbols ?? [],
    };
    for await (const result of service.analyse(request)) {
      if (result.links) links.set(result.path, result.links);
      else console.error(`${result.path}: ${result.skipped}: ${result.detail}`);
    }
    for (const { path: project, missing } of service.projects)
      if (missing.length > 0)
        console.error(`${project || "loose files"}: not on this machine: ${missing.join(", ")}`);
  } finally {
    service.close();
  }
  return links;
}

/** Each overload is a symbol of its own. @param {Map<string, any>} files @param {number} seed */
function sample(files, seed) {
  const all = [];
  for (const [at, { text, facts }] of files) {
    for (const { kind, name, qualifiedName, overload, namePosition } of facts.symbols) {
      if (!SAMPLED.has(kind) || !/^@?\w+$/.test(name)) continue;
      const handle = `${at}#${qualifiedName}${overload > 0 ? `~${overload}` : ""}`;
      all.push({ path: at, handle, name, nameOffsets: [offsetOf(text, namePosition)] });
    }
  }
  return shuffle(all, seed);
}

/** @param {string} text @param {{ line: number, column: number }} position */
function offsetOf(text, { line, column }) {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf("\n", start) + 1;
  return start + column;
}

/** @param {string} text @param {number} offset */
function lineOf(text, offset) {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
