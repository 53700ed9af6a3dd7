/**
 * Facts: all that can be learned from one blob alone, wherever it lies. Keyed by (content hash, language,
 * extractor version), computed once, never changed. Everything here is plain data that survives JSON, and the
 * same bytes always give the same facts.
 */
import type { Problem } from "./errors.ts";
import type { Position, Span } from "./span.ts";

export const SYMBOL_KINDS = [
  "namespace",
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "enum-member",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "variable",
  "constant",
  "macro",
  "section",
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** Kinds whose name names a type; ranked as type names and offered as receivers. */
export const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "type",
]);

export interface ParameterFact {
  name: string;
  type?: string;
}

export interface BaseFact {
  /** As written, without type arguments: `Base`, `ns.Base`. */
  name: string;
  relation: "extends" | "implements";
  /** Where types are told apart by it. */
  typeArgumentCount?: number;
}

/** What a name is initialised with, as far as syntax tells: `new Foo()`, `foo(...)`, `a.foo(...)`, `a.b`, `a[0]`. */
export interface ValueFact {
  kind: "new" | "call" | "name";
  /** `[]` for what an index takes from the receiver, `[*]` for what a loop or a callback is given of it, `#1` for the second of its results, `[as]` for what entering it gives. */
  name: string;
  /** Source text left of the name's dot. */
  receiver?: string;
}

export interface SymbolFact {
  kind: SymbolKind;
  name: string;
  /** Dotted within the file: `Outer.Inner.method`. Together with `overload` unique in its blob. */
  qualifiedName: string;
  /** 0 for the first symbol of this qualified name in document order, 1.. for true overloads and re-openings. */
  overload: number;
  /** Index into `symbols`, -1 at top level. Parents come before their children. */
  parent: number;
  /** One line, white space folded, at most 300 characters, without the body. */
  signature: string;
  parameters: ParameterFact[];
  returnType?: string;
  /** Declared type of a variable, property or parameter property. */
  valueType?: string;
  /**
   * Initialiser of a variable or property that has no declared type (`logger = new Logger()`, `self.db = connect()`),
   * or what a function without a declared return type always returns (`new Foo()`, `this`).
   */
  value?: ValueFact;
  /** Comment markers removed, at most 2,000 characters. */
  doc?: string;
  /** As written, lower case, in document order: export, default, static, async, abstract, override, partial, ... */
  modifiers: string[];
  /** `exported`: reachable from other files by the language's rules; `internal`: this file; `local`: inside a body. */
  scope: "exported" | "internal" | "local";
  /** The declaration with its decorators and body, without the doc comment. */
  span: Span;
  namePosition: Position;
  /** Cyclomatic: 1 + branches. Functions, methods and constructors only; 0 elsewhere. */
  complexity: number;
  bases: BaseFact[];
  /** Type that an extension method or out-of-class definition belongs to (Go receiver, Kotlin/C#/Swift extension, Rust impl, C++ `A::f`). */
  receiverType?: string;
  /** The text that a variable, constant or property is initialised with, when it is one plain string of at most 200 characters. */
  literal?: string;
  /** How many arguments it takes at most, where overloads are told apart by them. */
  arity?: number;
  /** The type that the initialising call is given: `Store` in `build(Store, settings)`, `build<Store>()`, `build(Store.class)`. */
  givenType?: string;
  /** How many of its arguments must be given, where that is fewer than `arity`. */
  required?: number;
  /** How many type arguments a type or a function takes, where that tells them apart. */
  typeArity?: number;
  /** What its type parameters are at least: `T: Shape & Named; K: Key`. */
  typeBounds?: string;
}

export type ReferenceKind = "call" | "new" | "type" | "read" | "jsx" | "decorator" | "macro";

export interface ReferenceFact {
  kind: ReferenceKind;
  name: string;
  /**
   * Source text of what the name is taken from, without the final dot and without what stands in argument lists
   * and indexes: `this.config`, `pkg`, `Foo.Bar`, `make().items[]`, `new Foo()`. `…` in front when it was cut.
   */
  receiver?: string;
  /** Innermost enclosing symbol, -1 at top level. */
  from: number;
  position: Position;
  /** Of a call, where overloads are told apart by their parameters. */
  argumentCount?: number;
  /** Of a type or a call, where they are told apart by it. */
  typeArgumentCount?: number;
}

/** A name that shadows outer ones inside a stretch of the file, and what its type is known to be. */
export interface LocalFact {
  name: string;
  /** Innermost enclosing symbol, -1 at top level. */
  from: number;
  /** Where the name is visible: from `startColumn` of the first line to before `endColumn` of the last, 0 for all of it. */
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
  isParameter: boolean;
  type?: string;
  value?: ValueFact;
  /** As in `SymbolFact`. */
  givenType?: string;
}

/** An object or a function that is written where a type is expected: `return { … }`, `new Listener() { … }`. */
export interface ObjectFact {
  /** The type, as written. */
  type: string;
  /** Innermost enclosing symbol, -1 at top level. */
  from: number;
  position: Position;
  endLine: number;
}

export interface ImportBinding {
  /** Name in the other module; `*` for the module itself, `default` for its default export. */
  imported: string;
  local: string;
}

export interface ImportFact {
  /** As written: `./a`, `os.path`, `java.util.List`, `crate::a::b`, `stdio.h`. */
  source: string;
  kind: "import" | "require" | "dynamic" | "include" | "type";
  /** Everything the module exports becomes visible unqualified (`from a import *`, `using X;`, `import a.*`, `#include`). */
  isWildcard: boolean;
  bindings: ImportBinding[];
  line: number;
}

export interface ExportFact {
  /** Name seen by importers; `*` re-exports everything. */
  exported: string;
  /** Local name, or the name in `source`. */
  local: string;
  /** Module it is re-exported from. */
  source?: string;
  line: number;
}

/** An expression inside a template, or one that stands where a literal could: `${id}`, `BASE +`, `handler`. */
export interface HoleFact {
  /** Offset in the literal's text where the value would stand. */
  at: number;
  /** Source text of the expression, at most 80 characters. */
  text: string;
}

/**
 * A literal given to a call or an annotation. The members of a list or an object given as one argument are facts of
 * their own with the position of that argument.
 */
export interface ArgumentFact {
  /** Place of the argument, from 0; that of a named argument too. */
  position: number;
  /** `methods` in `methods=["GET"]`. */
  name?: string;
  /** `method` in `{ method: "POST" }`. */
  key?: string;
  /** Without quotes and holes, escapes resolved, at most 200 characters; ends with `…` when it was cut. */
  text: string;
  holes: HoleFact[];
}

/** A call that is given at least one literal, or has a name that frameworks give a meaning with names alone. */
export interface CallFact {
  name: string;
  /** As in `ReferenceFact`. */
  receiver?: string;
  /** Innermost enclosing symbol, -1 at top level. */
  from: number;
  /** From the called name to the end of what was read of its arguments. */
  span: Span;
  /** Literals, templates and plain names; other expressions are left out and keep their positions. */
  arguments: ArgumentFact[];
  /** As written: `IStore`, `SqlStore` in `AddScoped<IStore, SqlStore>()`. Only of calls kept for their names. */
  typeArguments: string[];
  /** `api` in `api := r.Group("/api")`: the name that is given what the call returns. */
  target?: string;
  /** Where the function or block ends that the call is given, `scope "/api" do … end`; 0 without one. Only of calls kept for their names. */
  blockEnd: number;
}

/** A decorator, attribute or annotation. */
export interface AnnotationFact {
  name: string;
  receiver?: string;
  /** The symbol it stands on, -1 for one that speaks of the file. */
  symbol: number;
  /** The parameter of that symbol it stands on. */
  parameter?: string;
  span: Span;
  arguments: ArgumentFact[];
}

export type ChunkKind =
  | "function"
  | "method"
  | "class"
  | "imports"
  | "module-doc"
  | "section"
  | "block"
  | "fallback";

/** Chunks cover what is worth reading without overlap, except `fallback` windows, which overlap. */
export interface ChunkFact {
  kind: ChunkKind;
  span: Span;
  /** The symbol whose text this is, or that encloses it; -1 when none does. */
  symbol: number;
  tokens: number;
  /** Sorted sketch of winnowed k-gram hashes (unsigned 32 bit, at most 32); empty when too short to compare. */
  fingerprint: number[];
}

/** `full`: no syntax error; `partial`: errors, intact parts extracted; `structure`: symbols only, too long for bodies; `fallback`: text windows only. */
export type ParseStatus = "full" | "partial" | "structure" | "fallback";

export interface BlobFacts {
  language: string;
  status: ParseStatus;
  bytes: number;
  lines: number;
  tokens: number;
  /** `package x.y`, file-scoped namespace; not part of qualified names. */
  packageName?: string;
  /** Comment at the top of the file, markers removed, at most 2,000 characters. */
  header?: string;
  symbols: SymbolFact[];
  references: ReferenceFact[];
  locals: LocalFact[];
  objects: ObjectFact[];
  imports: ImportFact[];
  exports: ExportFact[];
  calls: CallFact[];
  annotations: AnnotationFact[];
  /** False when a file has more literals than are kept, or was extracted before there were any. */
  hasAllLiterals: boolean;
  chunks: ChunkFact[];
  problems: Problem[];
}

/** What rules over calls and annotations read of a file beside its symbols and imports. */
export type LiteralFacts = Pick<BlobFacts, "calls" | "annotations" | "hasAllLiterals">;

/** All that linking reads. */
export type LinkableFacts = Omit<BlobFacts, "chunks" | keyof LiteralFacts>;

/**
 * What linking looks at in files other than the one it links; `BlobFacts` has all of it. Of `locals` only names at top
 * level with a value are sure to be there.
 */
export interface OutwardFacts {
  readonly language: string;
  readonly packageName?: string;
  readonly symbols: readonly OutwardSymbol[];
  readonly imports: readonly Omit<ImportFact, "line">[];
  readonly exports: readonly Omit<ExportFact, "line">[];
  readonly locals: readonly Pick<LocalFact, "name" | "from" | "value">[];
}

export type OutwardSymbol = Omit<
  SymbolFact,
  "signature" | "parameters" | "doc" | "span" | "namePosition" | "complexity" | "literal"
>;

/** Lexical fields of a chunk; a term's count is kept per field. */
export const FIELDS = ["body", "name", "type", "doc", "header"] as const;
export type Field = (typeof FIELDS)[number];

/**
 * Terms of one blob. Pairs of unsigned 32-bit numbers, sorted:
 * [index into `dictionary`, chunk << 16 | field << 12 | count], count capped at 4095, chunk below 65,536.
 */
export interface BlobTerms {
  dictionary: string[];
  entries: Uint32Array;
}

/** What a parsing worker makes of one blob. */
export interface ExtractedBlob {
  facts: BlobFacts;
  terms: BlobTerms;
}
