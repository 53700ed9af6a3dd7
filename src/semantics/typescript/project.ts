/**
 * A view as programs of its packages. A run speaks first of the files that were edited; then it finds out what the changes
 * since the last run touch, says so, and goes on with that, one program after the other.
 */
import type ts from "typescript";
import { comparePaths, dirname } from "../../core/rel-path.ts";
import type { PackageProblem } from "../contract.ts";
import { affectsEverything, surfaceOf, withImporters } from "./affected-files.ts";
import { CompilerView } from "./compiler-view.ts";
import { type AnalysedFile, PackageProgram } from "./package-program.ts";
import type { ModuleResolver } from "./resolve-modules.ts";
import type { SymbolRow } from "./symbol-table.ts";
import {
  isCompilerSource,
  isDeclarationFile,
  isProjectConfig,
  type ReadBytes,
  virtualPath,
} from "./view-files.ts";

export { type AnalysedFile, TYPESCRIPT_EXTRACTOR } from "./package-program.ts";

/** More are no edits that somebody waits for: a branch was switched, or the compiler sees the tree for the first time. */
const MAX_FIRST = 500;
const FIRST_OF_MANY = 20;

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

export interface Work {
  /** Files that were edited, the most urgent ones first. */
  wanted: readonly string[];
  /** What is owed of former runs. */
  behind: readonly string[] | "all";
}

export type Step =
  /** A program is about to be made, which takes a while. */
  | { type: "loading" }
  /** What is left: all that the changes since the last such step may touch. */
  | { type: "planned"; paths: string[] }
  | { type: "file"; file: AnalysedFile };

/** How things were when it was last said what a change touches. */
interface Settled {
  resolver: ModuleResolver;
  /** What the files of a program see without an import, by its key. */
  surroundings: Map<string, string>;
  programOf: ReadonlyMap<string, string>;
}

export class Project {
  readonly #view: CompilerView;
  #programs = new Map<string, PackageProgram>();
  #programOf = new Map<string, string>();
  #inHand: PackageProgram | null = null;
  #settled: Settled | null = null;
  /** Paths that changed since then; their former symbol names. */
  readonly #pending = new Map<string, ReadonlySet<string> | null>();
  #isDivided = false;

  constructor(read: ReadBytes) {
    this.#view = new CompilerView(read);
  }

  update({ changed, removed }: ProjectChange): void {
    for (const { path, hash, rows } of changed) {
      const decidesShape = isProjectConfig(path) || isDeclarationFile(path);
      if (decidesShape || !this.#view.files.has(path)) this.#changeShape();
      this.#remember(path);
      this.#view.set(path, hash, rows);
    }
    for (const path of removed) {
      this.#changeShape();
      this.#remember(path);
      this.#view.delete(path);
    }
  }

  #changeShape(): void {
    this.#view.changeShape();
    this.#isDivided = false;
  }

  #remember(path: string): void {
    if (!this.#pending.has(path)) this.#pending.set(path, signatureOf(this.#view.rowsOf(path)));
  }

  /** What is wrong with the configuration files that count for a source. */
  configProblems(): PackageProblem[] {
    const { configs } = this.#view.shape.project.resolver;
    for (const folder of new Set(this.#view.sources.map(dirname))) configs.forFolder(folder);
    return configs.problems;
  }

  /** May be left early: what it planned is the caller's to ask for again, all else is not forgotten. */
  *run({ wanted, behind }: Work): Generator<Step> {
    this.#readOutdatedAgain();
    this.#divide();
    const known = new Set(this.#view.sources);
    const first = wanted.slice(0, wanted.length > MAX_FIRST ? FIRST_OF_MANY : undefined);
    const done = new Set<string>();
    for (const path of this.#byProgram(first.filter((one) => known.has(one)))) {
      yield* this.#analyse(path);
      done.add(path);
    }
    const reached = yield* this.#reach(wanted, behind, known);
    const left = [...reached].filter((path) => known.has(path) && !done.has(path)).sort(comparePaths);
    const paths = this.#byProgram(left);
    this.#settle();
    yield { type: "planned", paths };
    for (const path of paths) yield* this.#analyse(path);
  }

  *#analyse(path: string): Generator<Step> {
    const program = this.#programs.get(this.#programOf.get(path)!)!;
    if (this.#inHand !== program) this.#inHand?.rest();
    this.#inHand = program;
    yield* this.#bring(program);
    yield { type: "file", file: program.analyse(path) };
  }

  *#bring(program: PackageProgram): Generator<Step> {
    if (program.isCurrent) return;
    yield { type: "loading" };
    program.update();
    // One that is made for the first time has no other past.
    const { key } = program.share;
    const surroundings = this.#settled?.surroundings;
    if (surroundings && !surroundings.has(key)) surroundings.set(key, surroundingsOf(program));
  }

  /** The program in hand first, each program's files together, in the given order. */
  #byProgram(paths: readonly string[]): string[] {
    const byKey = new Map<string, string[]>();
    const inHand = this.#inHand?.share.key;
    if (inHand !== undefined) byKey.set(inHand, []);
    for (const path of paths) {
      const key = this.#programOf.get(path)!;
      const list = byKey.get(key);
      if (list) list.push(path);
      else byKey.set(key, [path]);
    }
    return [...byKey.values()].flat();
  }

  #divide(): void {
    if (this.#isDivided) return;
    const former = this.#programs;
    this.#programs = new Map();
    this.#programOf = new Map();
    for (const share of this.#view.shape.division.shares) {
      const program = former.get(share.key) ?? new PackageProgram(this.#view, share);
      program.share = share;
      this.#programs.set(share.key, program);
      for (const path of share.sources) this.#programOf.set(path, share.key);
    }
    if (this.#inHand && this.#programs.get(this.#inHand.share.key) !== this.#inHand) this.#inHand = null;
    this.#isDivided = true;
  }

  /** A file that was another one on disk may be the view's by now, and no change of the view tells of it. */
  #readOutdatedAgain(): void {
    for (const path of [...this.#view.outdated.keys()]) {
      this.#view.outdated.delete(path);
      const hash = this.#view.files.hashOf(path);
      if (hash === undefined) continue;
      this.#remember(path);
      this.#view.set(path, hash, this.#view.rowsOf(path) ?? []);
    }
  }

  /** Everything that the changes since the last plan may touch, and what is asked for. */
  *#reach(
    wanted: readonly string[],
    behind: readonly string[] | "all",
    known: ReadonlySet<string>,
  ): Generator<Step, Iterable<string>> {
    const settled = this.#settled;
    const asked = new Set([...wanted, ...(behind === "all" ? known : behind)]);
    if ([...known].every((path) => asked.has(path))) return known;
    const { resolver } = this.#view.shape.project;
    const importsOf = (path: string) => resolver.importsOf(path);
    if (!settled) {
      // Without a history, whatever imports a wanted file may have changed with it.
      for (const program of this.#programs.values()) yield* this.#bring(program);
      return withImporters(asked, known, importsOf);
    }
    const hasOtherShape = settled.resolver !== resolver;
    if (hasOtherShape)
      resolver.resolveAgain(settled.resolver, (path) => known.has(path) && !this.#pending.has(path));
    const mayHaveOtherGlobals = [...this.#pending.keys()].some(
      (path) => isDeclarationFile(path) || isProjectConfig(path),
    );
    const touched = new Set(
      mayHaveOtherGlobals ? this.#programs.values() : this.#programsOf(this.#pending.keys()),
    );
    for (const program of touched) yield* this.#bring(program);
    const seeds = this.#changedSurfaces(settled);
    if (hasOtherShape) for (const path of otherImports(settled.resolver, resolver, known)) seeds.add(path);
    for (;;) {
      this.#addSurrounded(settled, touched, seeds);
      const reached = withImporters(seeds, known, importsOf);
      const others = [...this.#programsOf(reached)].filter((program) => !touched.has(program));
      if (others.length === 0) return new Set([...reached, ...asked, ...this.#pending.keys()]);
      for (const program of others) {
        touched.add(program);
        yield* this.#bring(program);
      }
    }
  }

  *#programsOf(paths: Iterable<string>): Generator<PackageProgram> {
    for (const path of paths) {
      const program = this.#programs.get(this.#programOf.get(path) ?? "");
      if (program) yield program;
    }
  }

  #changedSurfaces(settled: Settled): Set<string> {
    const seeds = new Set<string>();
    for (const [path, signature] of this.#pending) {
      if (!isCompilerSource(path)) continue;
      const before = this.#programs.get(settled.programOf.get(path) ?? "")?.before ?? null;
      const now = this.#programs.get(this.#programOf.get(path) ?? "")?.now ?? null;
      const isSame =
        signature !== null &&
        hasAllOf(signature, this.#view.rowsOf(path)) &&
        isSameSurface(before && surfaceOf(before, path), now && surfaceOf(now, path));
      if (isSame) continue;
      seeds.add(path);
      if (!(before && affectsEverything(before, path)) && !(now && affectsEverything(now, path))) continue;
      for (const program of this.#programs.values())
        if (isAmong(program.before, path) || isAmong(program.now, path))
          for (const one of program.share.sources) seeds.add(one);
    }
    return seeds;
  }

  /** Files of programs that see other declarations without an import than before, or are checked by other rules. */
  #addSurrounded(settled: Settled, touched: Iterable<PackageProgram>, seeds: Set<string>): void {
    for (const program of touched) {
      const now = surroundingsOf(program);
      for (const path of program.share.sources) {
        const before = settled.surroundings.get(settled.programOf.get(path) ?? "");
        if (before !== undefined && before !== now) seeds.add(path);
      }
    }
  }

  #settle(): void {
    const surroundings = new Map<string, string>();
    for (const [key, program] of this.#programs) {
      program.settle();
      if (program.isMade) surroundings.set(key, surroundingsOf(program));
    }
    this.#settled = {
      resolver: this.#view.shape.project.resolver,
      surroundings,
      programOf: this.#programOf,
    };
    this.#pending.clear();
  }
}

function surroundingsOf({ share, globals }: PackageProgram): string {
  return JSON.stringify([share.checking, [...globals].sort(comparePaths)]);
}

function isAmong(program: ts.Program | null, path: string): boolean {
  return program?.getSourceFile(virtualPath(path)) !== undefined;
}

/** Files whose imports lead elsewhere than before. */
function otherImports(before: ModuleResolver, now: ModuleResolver, paths: Iterable<string>): string[] {
  const textOf = (resolver: ModuleResolver, path: string) => [...resolver.importsOf(path)].join("\0");
  return [...paths].filter((path) => textOf(before, path) !== textOf(now, path));
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
