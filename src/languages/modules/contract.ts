/**
 * How a family of languages finds what lies outside a file. Its rules see the view only through `ModuleQuestions`, which
 * linking answers and keeps a record of; what is not asked there must not influence an answer.
 */
import type { Handle } from "../../core/edges.ts";
import type {
  BaseFact,
  ImportBinding,
  ImportFact,
  SymbolFact,
  SymbolKind,
  ValueFact,
} from "../../core/facts.ts";
import type { LanguageFamily } from "../family.ts";

/** A symbol as other files see it. `SymbolFact` has all of these fields, so a file's own facts can stand in. */
export interface SurfaceSymbol {
  kind: SymbolKind;
  name: string;
  qualifiedName: string;
  overload: number;
  /** Index into the surface's `symbols`, -1 at top level. */
  parent: number;
  scope: SymbolFact["scope"];
  /** Only those that change what a name means to others. */
  modifiers: readonly string[];
  bases: readonly BaseFact[];
  returnType?: string;
  valueType?: string;
  value?: ValueFact;
  receiverType?: string;
  arity?: number;
  givenType?: string;
  required?: number;
  typeArity?: number;
  typeBounds?: string;
}

export interface SurfaceImport {
  source: string;
  kind: ImportFact["kind"];
  isWildcard: boolean;
  bindings: readonly ImportBinding[];
}

export interface SurfaceExport {
  exported: string;
  local: string;
  source?: string;
}

export interface ImportedName {
  source: SurfaceImport;
  imported: string;
  local: string;
}

/** A file of the view, as far as rules look at it. */
export interface ScopedFile {
  readonly path: string;
  readonly language: string;
  readonly family: LanguageFamily;
  readonly packageName: string | undefined;
}

/** One per symbol of a file, made by it. */
export interface SymbolEntity<F extends ScopedFile = ScopedFile> {
  kind: "symbol";
  file: F;
  symbol: SurfaceSymbol;
  /** Made at first use. */
  handle: Handle | null;
}

/** A whole file seen as a module. */
export interface ModuleEntity<F extends ScopedFile = ScopedFile> {
  kind: "module";
  file: F;
}

/** A package or namespace that many files may share; it exists by its name alone. */
export interface NamespaceEntity {
  kind: "namespace";
  /** Id of the family. */
  family: string;
  name: string;
}

/** What a name can mean inside a view. */
export type Entity<F extends ScopedFile = ScopedFile> = SymbolEntity<F> | ModuleEntity<F> | NamespaceEntity;

/**
 * `found`: these definitions, all parts of one thing (overloads, partial types, declaration and definition).
 * `external`: certainly outside the view. `unknown`: syntax does not tell.
 */
export type Meaning<F extends ScopedFile = ScopedFile> =
  | { state: "found"; entities: readonly Entity<F>[]; isHeuristic?: boolean; written?: WrittenType<F> }
  /** `isUnproven`: it may be of this view after all, though nothing says so: what something outside gave back. */
  | { state: "external"; written?: WrittenType<F>; isUnproven?: true }
  | { state: "unknown"; written?: WrittenType<F> };

/** A type as it stands in a declaration, where it names none of the view but may hold one: `Cart[]`, `Map<string, Cart>`. */
export interface WrittenType<F extends ScopedFile = ScopedFile> {
  file: F;
  owner: SymbolEntity<F> | null;
  text: string;
}

/** A module and all that it passes on with `export *`, directly and through others. */
export interface Barrel<F extends ScopedFile = ScopedFile> {
  /** It passes on no module of the view. */
  isEmpty: boolean;
  /** Those of `wanted` that it passes on, itself not included, in the order of a breadth-first walk. */
  passedOn(wanted: ReadonlySet<F>): readonly F[];
  /** True when it also passes on a module outside the view. */
  leavesView: boolean;
}

/** What linking needs of one configuration file, and nothing else of it. Plain data; equal digests link alike. */
export interface ConfigDigest {
  readonly kind: string;
}

export interface ConfigEntry<D extends ConfigDigest = ConfigDigest> {
  path: string;
  digest: D;
}

/** A kind of configuration file that decides what imports mean. */
export interface LinkConfig<D extends ConfigDigest = ConfigDigest> {
  kind: D["kind"];
  /** By base name. */
  fits: (basename: string) => boolean;
  /** Total: a broken file says nothing. */
  read: (text: string, basename: string) => D | null;
  /** The name by which other packages of the view import this one. */
  packageNameOf?(digest: D): string | undefined;
}

/** When so many definitions share a name it leads nowhere. */
export const MOST_NAMED = 25;

/** Qualified name of what a module exports by default; a space keeps it apart from any identifier called `default`. */
export const DEFAULT_EXPORT = " default";

/** Families are asked for by their id. */
export interface ModuleQuestions<F extends ScopedFile = ScopedFile> {
  /** The file being linked, with its locals; its own facts are an input, not a question. */
  readonly own: F | null;
  file(path: string): F | null;
  /** Files at this path, whatever their extension. */
  filesWithStem(stem: string): readonly F[];
  filesWithBasename(name: string): readonly F[];
  symbols(file: F, qualifiedName: string): readonly SymbolEntity<F>[];
  parentOf(entity: SymbolEntity<F>): SymbolEntity<F> | null;
  exports(file: F, name: string): readonly SurfaceExport[];
  /** Modules that export `name` themselves or re-export it by name, ascending by path; some may appear twice. */
  exporters(family: string, name: string): readonly F[];
  barrel(file: F): Barrel<F>;
  imports(file: F, local: string): readonly ImportedName[];
  wildcardImports(file: F): readonly SurfaceImport[];
  /** Imports that bind no name: wildcards, and languages that only name a file. */
  namelessImports(file: F): readonly SurfaceImport[];
  /** Wildcard imports that count for every file of a project. */
  globalImports(family: string): readonly SurfaceImport[];
  /** Definitions by full name, package included. */
  globals(family: string, fullName: string): readonly SymbolEntity<F>[];
  /** Definitions by simple name, anywhere in the family: the first `MOST_NAMED` by path. */
  named(family: string, name: string): readonly SymbolEntity<F>[];
  filesOfPackage(family: string, packageName: string): readonly F[];
  /** The digest of the configuration file at `path`; null when there is none or it is of another kind. */
  config<D extends ConfigDigest>(path: string, kind: D["kind"]): D | null;
  /** All configuration digests of one kind, ascending by path. */
  configsOfKind<D extends ConfigDigest>(kind: D["kind"]): readonly ConfigEntry<D>[];
  /** Configuration files that give their package this name. */
  packagesNamed(name: string): readonly ConfigEntry[];
  /**
   * Computes once per view what many files ask. `compute` must depend on `topic` and on questions alone. When it comes
   * back to its own topic, as modules that re-export each other do, the inner call gets `whenCyclic`.
   * Not `isShared`: for this file only, because the answer shows more of it than its surface.
   */
  remember<T>(topic: string, compute: () => T, isShared?: boolean, whenCyclic?: T): T;
}

export interface ModuleRules<F extends ScopedFile = ScopedFile> {
  /** What an imported name stands for. */
  imported(q: ModuleQuestions<F>, file: F, name: ImportedName): Meaning<F>;
  /** What a name means that is neither defined nor imported by name in the file: package, wildcards, globals. */
  ambient(q: ModuleQuestions<F>, file: F, name: string, owner: SymbolEntity<F> | null): Meaning<F>;
  /** A name taken from a module. */
  moduleMember(q: ModuleQuestions<F>, module: F, name: string): Meaning<F>;
  /** A name taken from a package or namespace. */
  namespaceMember?(q: ModuleQuestions<F>, namespace: string, name: string): Meaning<F>;
  /** Files that an import statement as a whole points at; empty when it names a package or something external. */
  importedFiles(q: ModuleQuestions<F>, file: F, source: SurfaceImport): readonly F[];
  /** Package that an import statement opens; files of it that are used count as imported. */
  packageOfImport?(q: ModuleQuestions<F>, file: F, source: SurfaceImport): string | null;
  /** Where definitions are announced by prototypes: whether the file sees this one. */
  seesPrototype?(q: ModuleQuestions<F>, file: F, prototype: SymbolEntity<F>): boolean;
}
