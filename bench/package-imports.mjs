#!/usr/bin/env node
// @ts-check
// Imports by alias and by package name, as clew resolves them and as the TypeScript compiler does, in trees without
// installed packages.
//
//   npm run build
//   node bench/package-imports.mjs --tree path/to/tree [--tree ...] --work path/to/scratch [--misses]
//
// The compiler gets a copy of the tree in which the packages of its workspaces are linked into node_modules, as their manager
// would do, and answers with the options of the project that a file belongs to. Counted are imports that neither start with a
// dot nor leave the tree. Precision: of those that both resolve, how many lead to the same file. Recall: of those that the
// compiler resolves, how many clew does, to the same file. What the compiler cannot resolve, because a package points at
// output that is not built, is counted apart.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";

const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true, default: [] },
    work: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});
const clew = await import(new URL("../dist/index.js", import.meta.url).href);
const work = resolve(values.work ?? "");
mkdirSync(work, { recursive: true });
const engine = await clew.openEngine({ home: join(work, "home") });

/** @param {string} tree */
async function compare(tree) {
  const root = await engine.resolveRoot(tree, { isExact: true });
  await engine.update(root);
  const { packages } = (await engine.catalog()).find((/** @type {any} */ one) => one.path === root);
  const copy = join(work, "linked", basename(tree));
  rmSync(copy, { recursive: true, force: true });
  cpSync(tree, copy, { recursive: true, verbatimSymlinks: true });
  linkPackages(copy, packages);
  await engine.readView(
    root,
    async (/** @type {any} */ { reader }) => {
      const files = (await reader.files()).filter((/** @type {any} */ { path }) =>
        /\.[cm]?[jt]sx?$/.test(path),
      );
      const indexed = new Set(files.map((/** @type {any} */ { path }) => path));
      const links = await reader.linksOf(files.map((/** @type {any} */ { path }) => path));
      const compiler = new Compiler(copy, indexed);
      const counts = { asked: 0, compiler: 0, both: 0, same: 0, alone: 0 };
      for (const [at, { path }] of files.entries())
        for (const { spec, line } of importsOf(join(copy, path))) {
          const found = (links[at]?.edges ?? [])
            .filter((/** @type {any} */ edge) => edge.kind === "imports" && edge.lines.includes(line))
            .map((/** @type {any} */ { to }) => to.replace(/#.*$/, ""));
          count(counts, { path, spec, line, expected: compiler.resolve(spec, path), found });
        }
      print(basename(tree), counts);
    },
    { isStaleAllowed: true },
  );
}

/** @param {Record<string, number>} counts @param {{path: string, spec: string, line: number, expected: string | null, found: string[]}} one */
function count(counts, { path, spec, line, expected, found }) {
  if (expected === null && found.length === 0) return;
  counts.asked += 1;
  if (expected === null) counts.alone += 1;
  else {
    counts.compiler += 1;
    if (found.length > 0) counts.both += 1;
    if (found.includes(expected)) counts.same += 1;
    else if (values.misses)
      console.error(`${path}:${line} ${spec}: ${expected}, not ${found.join(", ") || "nothing"}`);
  }
}

/** @param {string} name @param {Record<string, number>} counts */
function print(name, { asked, compiler, both, same, alone }) {
  const share = (/** @type {number} */ of) => (of === 0 ? "-" : (same / of).toFixed(4));
  console.log(
    `| ${name} | ${asked} | ${compiler} | ${both} | ${same} | ${share(both)} | ${share(compiler)} | ${alone} |`,
  );
}

/** As an installation of the workspace leaves them. @param {string} copy @param {any[]} packages */
function linkPackages(copy, packages) {
  for (const { ecosystem, name, root, isDeclared } of packages) {
    const link = join(copy, "node_modules", name);
    if (ecosystem !== "npm" || !isDeclared || root === "" || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(copy, root), link);
  }
}

/** @param {string} file */
function importsOf(file) {
  const text = readFileSync(file, "utf8");
  const starts = ts.computeLineStarts ? /** @type {any} */ (ts).computeLineStarts(text) : [0];
  const lineOf = (/** @type {number} */ at) => {
    let line = 0;
    while (line + 1 < starts.length && starts[line + 1] <= at) line++;
    return line + 1;
  };
  return statementsOf(file, text)
    .filter(({ spec }) => !/^[./]|^node:|^https?:/.test(spec))
    .map(({ spec, at }) => ({ spec, line: lineOf(at) }));
}

/** Specifiers with the place where their statement begins. @param {string} file @param {string} text */
function statementsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  /** @type {{spec: string, at: number}[]} */
  const found = [];
  for (const node of source.statements) {
    const spec = /** @type {any} */ (node).moduleSpecifier;
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && spec && ts.isStringLiteral(spec))
      found.push({ spec: spec.text, at: node.getStart(source) });
  }
  return found;
}

class Compiler {
  /** @param {string} root @param {Set<string>} indexed */
  constructor(root, indexed) {
    this.root = realpathSync(root);
    this.indexed = indexed;
    /** @type {Map<string, ts.ParsedCommandLine[]>} */
    this.projects = new Map();
  }

  /** From the root of the tree; null when it resolves to nothing that is indexed. @param {string} spec @param {string} path */
  resolve(spec, path) {
    const file = join(this.root, path);
    const { options } = this.projectOf(file);
    const { resolvedModule } = ts.resolveModuleName(spec, file, options, ts.sys);
    if (!resolvedModule) return null;
    const target = relative(this.root, realpathSync(resolvedModule.resolvedFileName));
    return this.indexed.has(target) ? target : null;
  }

  /** The nearest configuration, or the one among its references that lists the file. @param {string} file */
  projectOf(file) {
    for (let folder = dirname(file); folder.startsWith(this.root); folder = dirname(folder)) {
      const parsed = this.projectsIn(folder);
      if (parsed.length === 0) continue;
      return (
        parsed.find(({ fileNames }) => fileNames.includes(file)) ??
        /** @type {ts.ParsedCommandLine} */ (parsed[0])
      );
    }
    return { options: {}, fileNames: [] };
  }

  /** @param {string} folder */
  projectsIn(folder) {
    const known = this.projects.get(folder);
    if (known) return known;
    /** @type {ts.ParsedCommandLine[]} */
    const found = [];
    const main = ["tsconfig.json", "jsconfig.json"]
      .map((name) => join(folder, name))
      .find((one) => existsSync(one));
    const queue = main ? [main] : [];
    for (const config of queue) {
      const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
      const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
      if (!parsed) continue;
      found.push(parsed);
      for (const one of parsed.projectReferences ?? []) {
        const path =
          existsSync(one.path) && !one.path.endsWith(".json") ? join(one.path, "tsconfig.json") : one.path;
        if (dirname(path) === folder && existsSync(path) && !queue.includes(path)) queue.push(path);
      }
    }
    this.projects.set(folder, found);
    return found;
  }
}

console.log("| tree | imports in question | compiler | both | same | precision | recall | clew alone |");
console.log("|---|---|---|---|---|---|---|---|");
for (const tree of values.tree) await compare(realpathSync(tree));
await engine.close();
