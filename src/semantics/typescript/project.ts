/**
 * One view as one TypeScript program. All sources are roots, whatever their tsconfig includes: importers of a file
 * often lie outside its own project (tests, samples), and one program gives one identity per symbol.
 */
import { getHeapStatistics } from "node:v8";
import ts from "typescript";
import type { FileLinks } from "../../core/edges.ts";
import { comparePaths, dirname } from "../../core/rel-path.ts";
import { compilerDependencies } from "../compiler-dependencies.ts";
import type { PackageProblem } from "../contract.ts";
import { EdgeSink } from "../edge-sink.ts";
import { affectsEverything, surfaceOf, withImporters } from "./affected-files.ts";
import { addAliasNames } from "./alias-names.ts";
import { linkProps } from "./collect-props.ts";
import { collectUses } from "./collect-uses.ts";
import { createProjectHost, type ProjectHost, parsedKey } from "./compiler-host.ts";
import { TYPESCRIPT_REVISION } from "./protocol.ts";
import { FileSymbols, type SymbolRow } from "./symbol-table.ts";
import { Targets } from "./targets.ts";
import {
  isCompilerSource,
  isProjectConfig,
  type ReadBytes,
  ViewFiles,
  viewPath,
  virtualPath,
} from "./view-files.ts";

/** Name and version of what makes these edges; part of every FileLinks. */
export const TYPESCRIPT_EXTRACTOR = `typescript-${ts.version}/${TYPESCRIPT_REVISION}`;

const MAX_HEAP_SHARE = 0.7;
/** A checker that is dropped too soon does the same work again and again. */
const MIN_FILES_PER_CHECKER = 100;

export interface FileInput {
  path: string;
  hash: string;
  /** Empty for configuration files. */
  rows: readonly SymbolRow[];
}

export interface ProjectChange {
  changed: readonly FileInput[];
  removed: readonly string[];
}

export type AnalysedFile =
  | { path: string; links: FileLinks }
  /** The file keeps the links it has: its content differs from the view by now, or the compiler failed on it. */
  | { path: string; skipped: "changed-on-disk" | "unreadable" | "compiler-error"; detail: string };

interface Built {
  program: ts.Program;
  project: ProjectHost;
  targets: Targets;
  names: ReadonlySet<string>;
  callables: ReadonlyMap<string, number>;
}

export class Project {
  readonly #files: ViewFiles;
  readonly #rows = new Map<string, readonly SymbolRow[]>();
  readonly #symbols = new Map<string, FileSymbols>();
  readonly #outdated = new Map<string, "changed-on-disk" | "unreadable">();
  #parsed = new Map<string, ts.SourceFile>();
  #built: Built | null = null;
  /** Paths whose rows or content changed since the program was built; their former symbol names. */
  readonly #pending = new Map<string, ReadonlySet<string> | null>();
  #sinceNewChecker = 0;
  #isNewProject = true;
  #hasOtherFiles = true;

  constructor(read: ReadBytes) {
    this.#files = new ViewFiles(read);
  }

  update({ changed, removed }: ProjectChange): void {
    for (const { path, hash, rows } of changed) {
      if (isProjectConfig(path)) this.#isNewProject = true;
      if (!this.#files.has(path)) this.#hasOtherFiles = true;
      this.#remember(path);
      this.#files.set(path, hash);
      this.#rows.set(path, rows);
      this.#symbols.delete(path);
    }
    for (const path of removed) {
      if (isProjectConfig(path)) this.#isNewProject = true;
      this.#hasOtherFiles = true;
      this.#remember(path);
      this.#files.delete(path);
      this.#rows.delete(path);
      this.#symbols.delete(path);
    }
  }

  #remember(path: string): void {
    if (!this.#pending.has(path)) this.#pending.set(path, signatureOf(this.#rows.get(path)));
  }

  /** Every source of the view, in the order in which results come. */
  get sources(): string[] {
    return [...this.#files.paths].filter(isCompilerSource).sort(comparePaths);
  }

  /**
   * Builds the program and says which files to compute: `wanted` and everything that the changes since the last
   * program may touch.
   */
  plan(wanted: readonly string[] | "all"): string[] {
    this.#readOutdatedAgain();
    const before = this.#built;
    const pending = new Map(this.#pending);
    const isOtherProject = this.#isNewProject;
    const built = this.#build();
    const all = this.sources;
    // Configuration decides what every import means.
    if (wanted === "all" || (isOtherProject && before !== null)) return all;
    const known = new Set(all);
    const importsOf = (path: string) => built.project.resolver.importsOf(path);
    // Without a history, whatever imports a wanted file may have changed with it.
    if (before === null) return wantedFirst(wanted, withImporters(wanted, all, importsOf), known);
    const seeds = this.#changedSurfaces(before, built, pending);
    if (seeds === "all") return all;
    const reached = withImporters(seeds, all, importsOf);
    for (const path of [...wanted, ...pending.keys()]) reached.add(path);
    return wantedFirst(wanted, reached, known);
  }

  /** A file that was another one on disk may be the view's by now, and no change of the view tells of it. */
  #readOutdatedAgain(): void {
    for (const path of [...this.#outdated.keys()]) {
      this.#outdated.delete(path);
      const hash = this.#files.hashOf(path);
      if (hash === undefined) continue;
      this.#remember(path);
      this.#files.set(path, hash);
      this.#symbols.delete(path);
      // What was read then stands under the name of what should have been read.
      this.#parsed.delete(parsedKey(virtualPath(path), hash));
    }
  }

  #changedSurfaces(
    before: Built,
    now: Built,
    pending: ReadonlyMap<string, ReadonlySet<string> | null>,
  ): Set<string> | "all" {
    const seeds = new Set<string>();
    for (const [path, signature] of pending) {
      if (!isCompilerSource(path)) continue;
      const isSame =
        signature !== null &&
        hasAllOf(signature, this.#rows.get(path)) &&
        isSameSurface(surfaceOf(before.program, path), surfaceOf(now.program, path));
      if (isSame) continue;
      if (affectsEverything(before.program, path) || affectsEverything(now.program, path)) return "all";
      seeds.add(path);
    }
    // A file that came or went can change what an import elsewhere means.
    if (before.project === now.project) return seeds;
    for (const path of this.sources) {
      const [old, current] = [before, now].map(({ project }) =>
        [...project.resolver.importsOf(path)].join("\0"),
      );
      if (old !== current) seeds.add(path);
    }
    return seeds;
  }

  /** What is wrong with the configuration files that count for a source. Call `plan` first. */
  configProblems(): PackageProblem[] {
    const configs = this.#built?.project.resolver.configs;
    if (!configs) return [];
    for (const folder of new Set(this.sources.map(dirname))) configs.forFolder(folder);
    return configs.problems;
  }

  /** Edges of one file. Call `plan` first. */
  analyse(path: string): AnalysedFile {
    this.#makeRoom();
    const built = this.#built;
    const file = built?.program.getSourceFile(virtualPath(path));
    if (!built || !file) return { path, skipped: "unreadable", detail: "not part of the program" };
    const outdated = this.#outdated.get(path);
    if (outdated) return { path, skipped: outdated, detail: "its content is not that of the view" };
    try {
      const own = this.#symbolsOf(file)!;
      const edges = new EdgeSink();
      const context = {
        checker: built.program.getTypeChecker(),
        targets: built.targets,
        file,
        own,
        edges,
        names: built.names,
        callables: built.callables,
        resolveModule: (specifier: string) => built.project.resolver.resolve(specifier, path),
      };
      collectUses(context);
      linkProps(context);
      const links: FileLinks = {
        extractor: TYPESCRIPT_EXTRACTOR,
        edges: edges.edges(),
        unresolved: edges.unresolved(),
        unknown: [],
        dependencies: compilerDependencies(path, "js", edges.unresolved()),
        shown: [],
      };
      return { path, links };
    } catch (error) {
      return { path, skipped: "compiler-error", detail: String((error as Error).message).slice(0, 300) };
    }
  }

  /**
   * What the checker has worked out stays in memory for good. Before the heap is full it is dropped and a new checker
   * starts over the same trees: the rest costs more time, but a large repository gets through.
   */
  #makeRoom(): void {
    this.#sinceNewChecker += 1;
    if (!this.#built || this.#sinceNewChecker < MIN_FILES_PER_CHECKER) return;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used < limit * MAX_HEAP_SHARE) return;
    this.#sinceNewChecker = 0;
    const { project, program: former } = this.#built;
    const rootNames = this.sources.map(virtualPath);
    const program = ts.createProgram({
      rootNames,
      options: project.options,
      host: project.host,
      oldProgram: former,
    });
    const targets = new Targets(program.getTypeChecker(), (file) => this.#symbolsOf(file));
    this.#built = { ...this.#built, program, targets };
  }

  #build(): Built {
    if (this.#built && this.#pending.size === 0) return this.#built;
    const previous = this.#built;
    const isSameShape = previous !== null && !this.#isNewProject && !this.#hasOtherFiles;
    if (this.#isNewProject)
      this.#parsed = new Map([...this.#parsed].filter(([key]) => viewPath(key) === null));
    // The same files and the same configuration: what modules mean cannot have changed.
    const project = isSameShape ? previous.project : createProjectHost(this.#files, this.#parsed);
    const program = ts.createProgram({
      rootNames: this.sources.map(virtualPath),
      options: project.options,
      host: project.host,
      ...(isSameShape ? { oldProgram: previous.program } : {}),
    });
    this.#noteOutdated(program);
    this.#dropUnusedTrees(program);
    const targets = new Targets(program.getTypeChecker(), (file) => this.#symbolsOf(file));
    this.#built = { program, project, targets, ...this.#collectNames(program) };
    this.#pending.clear();
    this.#isNewProject = false;
    this.#hasOtherFiles = false;
    return this.#built;
  }

  #noteOutdated(program: ts.Program): void {
    for (const path of this.sources) {
      const file = program.getSourceFile(virtualPath(path));
      const read = this.#files.readBefore(path);
      if (read === undefined) continue;
      if (!file || read === null) this.#outdated.set(path, "unreadable");
      else if (!read.isCurrent) this.#outdated.set(path, "changed-on-disk");
      else this.#outdated.delete(path);
    }
    this.#files.forgetTexts();
  }

  /** Trees of former contents are of no use once the new program stands. */
  #dropUnusedTrees(program: ts.Program): void {
    const used = new Set<ts.SourceFile>(program.getSourceFiles());
    for (const [key, file] of this.#parsed) if (!used.has(file)) this.#parsed.delete(key);
  }

  #symbolsOf(file: ts.SourceFile): FileSymbols | undefined {
    const path = viewPath(file.fileName);
    if (path === null) return undefined;
    let known = this.#symbols.get(path);
    if (!known) {
      // Places of an outdated file's facts mean nothing in its present text.
      const rows = this.#outdated.has(path) ? [] : (this.#rows.get(path) ?? []);
      known = new FileSymbols(path, rows, file.text);
      this.#symbols.set(path, known);
    }
    return known;
  }

  #collectNames(program: ts.Program): Pick<Built, "names" | "callables"> {
    const names = new Set<string>(["default"]);
    const callables = new Map<string, number>();
    for (const rows of this.#rows.values()) {
      for (const [qualifiedName, overload, kind] of rows) {
        const name = qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1);
        names.add(name);
        if (overload === 0 && (kind === "method" || kind === "function")) {
          callables.set(name, (callables.get(name) ?? 0) + 1);
        }
      }
    }
    for (const file of program.getSourceFiles())
      if (viewPath(file.fileName) !== null) addAliasNames(file, names);
    return { names, callables };
  }
}

/** What was edited is what is asked about next: thousands of importers of it come behind. */
function wantedFirst(
  wanted: readonly string[],
  reached: Iterable<string>,
  known: ReadonlySet<string>,
): string[] {
  const first = new Set(wanted);
  return [...reached]
    .filter((path) => known.has(path))
    .sort((a, b) => Number(first.has(b)) - Number(first.has(a)) || comparePaths(a, b));
}

function signatureOf(rows: readonly SymbolRow[] | undefined): ReadonlySet<string> | null {
  return rows ? new Set(rows.map(([name, overload, kind]) => `${name}~${overload} ${kind}`)) : null;
}

/** Every symbol that others may point at is still there; new ones show in the surface when they matter. */
function hasAllOf(before: ReadonlySet<string>, rows: readonly SymbolRow[] | undefined): boolean {
  const now = signatureOf(rows);
  return now !== null && [...before].every((entry) => now.has(entry));
}

function isSameSurface(before: string | null, now: string | null): boolean {
  return before !== null && before === now;
}
