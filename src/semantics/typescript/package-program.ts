/**
 * One program of a view: the sources of a package, or of several small ones, and what they import of others. Trees are
 * shared by all programs of a view; a checker lives only while its program is worked with.
 */
import { getHeapStatistics } from "node:v8";
import ts from "typescript";
import type { FileLinks } from "../../core/edges.ts";
import { foldersUp } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import { compilerDependencies } from "../compiler-dependencies.ts";
import { EdgeSink } from "../edge-sink.ts";
import { affectsEverything, declaresForAll } from "./affected-files.ts";
import { aliasNames } from "./alias-names.ts";
import { linkProps } from "./collect-props.ts";
import { collectUses } from "./collect-uses.ts";
import { programOptions } from "./compiler-host.ts";
import type { CompilerView } from "./compiler-view.ts";
import type { ProgramShare } from "./divide-view.ts";
import { TYPESCRIPT_REVISION } from "./protocol.ts";
import { Targets } from "./targets.ts";
import { viewPath, virtualPath } from "./view-files.ts";

/** Name and version of what makes these edges; part of every FileLinks. */
export const TYPESCRIPT_EXTRACTOR = `typescript-${ts.version}/${TYPESCRIPT_REVISION}`;

const MAX_HEAP_SHARE = 0.7;
/** A checker that is dropped too soon does the same work again and again. */
const MIN_FILES_PER_CHECKER = 100;

export type AnalysedFile =
  | { path: string; links: FileLinks }
  /** The file keeps the links it has: its content differs from the view by now, or the compiler failed on it. */
  | { path: string; skipped: "changed-on-disk" | "unreadable" | "compiler-error"; detail: string };

interface Made {
  program: ts.Program;
  version: number;
  rootNames: readonly string[];
  options: ts.CompilerOptions;
  host: ts.CompilerHost;
}

export class PackageProgram {
  readonly #view: CompilerView;
  #share: ProgramShare;
  #made: Made | null = null;
  /** As it was when it was last said what a change touches; null while that one stands. */
  #former: ts.Program | null = null;
  #work: { checker: ts.TypeChecker; targets: Targets } | null = null;
  #aliases = new Set<string>();
  /** Sources of other packages that declare for its own. */
  #others: readonly string[] = [];
  #sinceNewChecker = 0;
  /** Files whose declarations all of its files see without an import. */
  globals: ReadonlySet<string> = new Set();

  constructor(view: CompilerView, share: ProgramShare) {
    this.#view = view;
    this.#share = share;
  }

  get share(): ProgramShare {
    return this.#share;
  }

  set share(share: ProgramShare) {
    this.#share = share;
  }

  get isMade(): boolean {
    return this.#made !== null;
  }

  get isCurrent(): boolean {
    return this.#made?.version === this.#view.version;
  }

  /** Before the changes since the last `settle`, and now; null when there is none. */
  get before(): ts.Program | null {
    return this.#former ?? this.#made?.program ?? null;
  }

  get now(): ts.Program | null {
    return this.#made?.program ?? null;
  }

  /** What the present program is compared with from now on. */
  settle(): void {
    this.#former = null;
  }

  /** Makes the program of the view as it is. */
  update(): void {
    if (this.isCurrent) return;
    const { project } = this.#view.shape;
    const options = programOptions(this.#share.checking);
    const former = this.#made;
    this.#former ??= former?.program ?? null;
    this.#work = null;
    const make = (others: readonly string[], oldProgram: ts.Program | undefined): Made => {
      const rootNames = [...this.#share.sources, ...others].map(virtualPath);
      const creation = { rootNames, options, host: project.host };
      const program = ts.createProgram({ ...creation, ...(oldProgram && { oldProgram }) });
      return { program, version: this.#view.version, ...creation };
    };
    // What imports mean is only taken over from a program of the same shape.
    const isSameShape = former?.host === project.host;
    const others = isSameShape ? this.#others : [];
    let made = make(others, isSameShape ? former.program : undefined);
    this.#others = this.#globalsOfOthers(made, others);
    if (this.#others.join() !== others.join()) made = make(this.#others, made.program);
    this.#made = made;
    const paths = pathsIn(made.program);
    this.#view.noteOutdated(made.program, [...this.#share.sources, ...paths]);
    this.#aliases = new Set();
    for (const file of made.program.getSourceFiles())
      if (viewPath(file.fileName) !== null) for (const name of aliasNames(file)) this.#aliases.add(name);
    this.globals = new Set(paths.filter((path) => affectsEverything(made.program, path)));
  }

  /** Files of declarations for everybody in packages that it imports from, that lie around it, or that its tsconfig names. */
  #globalsOfOthers({ program, options, host }: Made, former: readonly string[]): string[] {
    const { packageOf } = this.#view.shape.division;
    const { around, alsoReads } = this.#share;
    const reached = new Set(around);
    const own = new Set(pathsIn(program));
    for (const path of former) own.delete(path);
    for (const path of own) reached.add(packageOf.get(path) ?? "");
    return this.#view.declarationFiles.filter((path) => {
      const isNamed = () => [...foldersUp(dirname(path))].some((one) => alsoReads.has(one));
      if (own.has(path) || !(reached.has(packageOf.get(path) ?? "") || isNamed())) return false;
      const file = host.getSourceFile(virtualPath(path), options.target!);
      return file !== undefined && declaresForAll(file);
    });
  }

  /** Edges of one file of it. */
  analyse(path: string): AnalysedFile {
    this.#makeRoom();
    const file = this.#made?.program.getSourceFile(virtualPath(path));
    if (!file) return { path, skipped: "unreadable", detail: "not part of the program" };
    const { outdated, symbolsOf, names, shape } = this.#view;
    const reason = outdated.get(path);
    if (reason) return { path, skipped: reason, detail: "its content is not that of the view" };
    try {
      const edges = new EdgeSink();
      const context = {
        ...this.#workNow(),
        file,
        own: symbolsOf(file)!,
        edges,
        names: { has: (name: string) => names.has(name) || this.#aliases.has(name) },
        callables: names.callables,
        resolveModule: (specifier: string) => shape.project.resolver.resolve(specifier, path),
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

  /** Another program is worked with: what the checker has worked out is worth less than its memory. */
  rest(): void {
    this.#sinceNewChecker = 0;
    this.#work = null;
    const made = this.#made;
    if (!made) return;
    if (!this.isCurrent) {
      this.update();
      return;
    }
    const { rootNames, options, host, program: oldProgram } = made;
    this.#made = { ...made, program: ts.createProgram({ rootNames, options, host, oldProgram }) };
  }

  #workNow(): { checker: ts.TypeChecker; targets: Targets } {
    if (!this.#work) {
      const checker = this.#made!.program.getTypeChecker();
      this.#work = { checker, targets: new Targets(checker, this.#view.symbolsOf) };
    }
    return this.#work;
  }

  /**
   * What the checker has worked out stays in memory for good. Before the heap is full it is dropped and a new checker
   * starts over the same trees: the rest costs more time, but a large package gets through.
   */
  #makeRoom(): void {
    this.#sinceNewChecker += 1;
    if (this.#sinceNewChecker < MIN_FILES_PER_CHECKER) return;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used >= limit * MAX_HEAP_SHARE) this.rest();
  }
}

function pathsIn(program: ts.Program): string[] {
  return program.getSourceFiles().flatMap(({ fileName }) => viewPath(fileName) ?? []);
}
