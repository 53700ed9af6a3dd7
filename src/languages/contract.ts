/**
 * A language is one folder: `language.ts` (this definition), `tags.scm` (what to capture), `fixtures/` with `^^^`
 * assertions, and `family.ts` (what linking knows about it, see `./family.ts`) unless it belongs to the family of another
 * language. The shared extractor (src/parsing/extract/) turns captures into facts; a language adds only what
 * its syntax makes special.
 *
 * ## Captures
 *
 * One query per language; each match is one thing. `@x?` means optional in the match.
 *
 *   @definition.KIND      the declaration node (KIND of SymbolKind), with in the same match:
 *     @name               the name node (required)
 *     @parameters?        the parameter list node          @returns?   the return type node
 *     @value-type?        declared type of a variable or property      @value?     its initialiser
 *     @body?              the body node; the signature ends where it starts
 *     @receiver-type?     the type that an out-of-class definition or extension belongs to
 *   @reference.KIND       KIND of ReferenceKind; with @name (required) and @receiver? (node left of the dot)
 *   @base.extends         the name of a base, inside some @definition (tied to the innermost one that contains it)
 *   @base.implements
 *   @parameter            one parameter inside a parameter list; with @name, @type?  (also becomes a local)
 *   @local                a local binding; with @name, @type?, @value? (initialiser node), @element? (the collection
 *                         that a loop or a callback goes through) or @second?, @third? (the call whose result it is)
 *   @object               an object or function that is written where a type is expected; with @type
 *   @import               one import; with @source, and any of @imported? @alias? @namespace? @default? @wildcard?
 *                         @import.KIND (require, dynamic, include, type) sets the kind of ImportFact. Matches of one
 *                         statement, say one per imported name, are joined.
 *   @export               an export that is not a definition; with @name?, @alias?, @source?, @wildcard?
 *   @package              node naming the package or file-scoped namespace
 *   @modifier             a modifier keyword or list, tied to the innermost definition whose header contains it
 *   @annotation           a decorator or attribute of a definition, inside it or right before it: left out of the
 *                         signature, inside the span
 *   @wrapper              a node around a definition that belongs to it (export statement, decorated definition,
 *                         template): the first definition in it grows to its span
 *   @branch               one decision point (if, case, loop, catch, &&, ?:), for complexity
 *   @scope                a block that limits @local and @parameter
 *   @comment              comments; the ones directly above a definition become its doc
 *   @doc                  a doc string inside a definition (Python), tied to the innermost one that contains it
 *   @section              a section of configuration or markup; with @name
 *   @_anything            for predicates only
 *
 * Where several patterns match the same name, the one that stands first in the query wins, for definitions and for
 * references; a reference on the name of a definition, parameter or local is dropped. A @definition.variable or
 * .constant inside a function or a @scope becomes a local, not a symbol. Symbols nest by their spans: parents and
 * qualified names need no captures. `@name` may be a quoted string, the quotes come off.
 */
import type { BlobFacts, ExportFact, ImportFact, SymbolFact } from "../core/facts.ts";
import type { LanguageFamily } from "./family.ts";
import type { LiteralSyntax } from "./literal-syntax.ts";
import type { MarkupSyntax } from "./outside-markup.ts";

export interface Limits {
  /** Larger files are skipped with reason `too-large`. */
  maxBytes: number;
  /** A parse that takes longer is cancelled and the file falls back to text windows. */
  parseMs: number;
}

export const DEFAULT_LIMITS: Limits = { maxBytes: 2_000_000, parseMs: 1_000 };

/** Files with more lines keep symbols, imports and exports, but no references, locals or bodies' terms. */
export const MAX_LINES_FOR_BODIES = 20_000;

/** A part of a file that another language explains: `<script lang="ts">`, a fenced block. */
export interface EmbeddedPart {
  language: string;
  start: number;
  end: number;
}

/** `T extends Shape`, `T: Shape` and `where T : Shape`, `T <: Shape`, `T Shape`. */
export type TypeBoundSyntax = "extends" | "colon" | "subtype" | "blank";

/** A captured node, copied out of the tree so that nothing of it outlives the parse. */
export interface CapturedNode {
  type: string;
  text: string;
  start: number;
  end: number;
  startLine: number;
  endLine: number;
  startColumn: number;
}

/** One query match: capture name → nodes in document order. */
export type CapturedMatch = Readonly<Record<string, readonly CapturedNode[]>>;

/**
 * `code`: symbols and references, which are linked.
 * `support`: part of a program, ranked like its code, but linked to nothing: build rules, infrastructure, schemas,
 * templates, preprocessed style sheets.
 * `data`: sections of configuration. `docs`: markup read as documentation.
 */
export type LanguageRole = "code" | "support" | "data" | "docs";

export interface LanguageDefinition {
  /** Lower case, stable: part of the key of facts. */
  id: string;
  /** Shown to people. */
  label: string;
  /** Other names that people filter by, lower case: `py`, `c#`. */
  aliases?: readonly string[];
  /** Id of the language that a filter means this one by, too: `typescript` also finds tsx. */
  variantOf?: string;
  /** With the dot, lower case; the longest match wins. */
  extensions: readonly string[];
  /** Exact base names, such as `Makefile`. */
  filenames?: readonly string[];
  /** Interpreter names in a `#!` line. */
  shebangs?: readonly string[];
  /** Folder in tree-sitter-wasm; absent for languages read as text windows. */
  grammar?: string;
  /** A grammar that the user added lies here, and must have this content. */
  grammarFile?: { path: string; sha256: string };
  /** Text of tags.scm. */
  query?: string;
  role: LanguageRole;
  /** Base names by which the test runners of the language find their files; see `test-paths.ts`. */
  testFiles?: RegExp;
  /** What linking knows about the language; without one, its names link to nothing outside their file. */
  family?: LanguageFamily;
  /** Elements of markup stand in the code, and functions called with a capital are components (React). */
  hasComponents?: boolean;
  /** A file is a component that others use by the name of the file. */
  fileIsComponent?: boolean;
  limits?: Partial<Limits>;
  /** How strings and arguments are written; absent: calls and annotations are not kept with what they are given. */
  literals?: LiteralSyntax;
  /** Set where code stands in markup: what of a template is evaluated. */
  markup?: MarkupSyntax;
  /** Overloads are told apart by how many arguments they take, and every argument stands in one list. */
  countsArguments?: boolean;
  /** Types are told apart by how many type arguments they take: `Policy` and `Policy<T>`. */
  countsTypeArguments?: boolean;
  /** How a type parameter says what it is at least. */
  typeBounds?: TypeBoundSyntax;
  /** Whether a declaration may be one of several parts of one symbol, in other files too (partial classes). */
  isPart?: (symbol: SymbolFact) => boolean;
  /** Neighbouring definitions of one name are clauses of one function (Elixir, Haskell). */
  mergesClauses?: boolean;
  /** What a definition's scope is, when modifiers and exports do not say (Python `_x`, Go capitals). */
  scopeOf?: (symbol: SymbolFact, facts: BlobFacts) => SymbolFact["scope"];
  /** Turns one @import match into facts; the default covers one source with named bindings. */
  readImport?: (match: CapturedMatch) => ImportFact[];
  readExport?: (match: CapturedMatch) => ExportFact[];
  /** Last look at the facts: merge, rename kinds, add what queries cannot say. Must be total. */
  refine?: (facts: BlobFacts, source: string) => void;
  /**
   * A text of the same length for the grammar to read in place of the source, with what it cannot know blanked out
   * (macros). Names and signatures are taken from the source itself.
   */
  mask?: (source: string) => string;
  /** Parts of the file that are in another language; they are parsed on their own and merged in place. */
  embedded?: (source: string) => EmbeddedPart[];
}

export function defineLanguage(definition: LanguageDefinition): LanguageDefinition {
  return definition;
}
