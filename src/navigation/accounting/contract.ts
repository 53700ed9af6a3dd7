/**
 * Every occurrence of a symbol's name, accounted for: so many mean the symbol, so many are proven to mean something else,
 * the rest is undecided and listed. Words in comments, strings and documents are counted apart.
 */
import type { Handle, Tier } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { LanguageFamily } from "../../languages/family.ts";

/** The symbol whose name is looked for. */
export interface Sought {
  /** As it is written where the symbol is used: the name of the type for a constructor. */
  name: string;
  path: RelPath;
  /** All overloads and parts of it, and what announces it elsewhere (a prototype in a header). */
  handles: ReadonlySet<Handle>;
  /** What it overrides or implements: a use of one of them may reach it. */
  bases: ReadonlySet<Handle>;
  /** What overrides or implements it: a use of one of them must follow when its signature changes. */
  overrides: ReadonlySet<Handle>;
  family: LanguageFamily;
  /** It belongs to a type, so that it is used through a value of that type. */
  isMember: boolean;
  /** It is called, so that it cannot stand where only a type, a module or a word of the language can. */
  isFunction: boolean;
  /** Name of the type it belongs to. */
  owner: string | null;
  /** Nothing outside of its file can name it. */
  isOfItsFileAlone: boolean;
  /** Another file may define it in its place, and only the build says which is linked (C). */
  isForLinker: boolean;
  /** It is seen without being imported: a script without exports. */
  isGlobal: boolean;
}

/** `dispatch`: a use of what it implements or overrides, which may run it. `override`: a use of what overrides it. */
export type UseRole = "call" | "reference" | "import" | "dispatch" | "override";

export const DOUBTS = {
  import: "imported from a path that is not indexed",
  several: "one of several definitions",
  receiver: "receiver of unknown type",
  guess: "guessed to be another",
  key: "key or pattern",
  scope: "name not found in scope",
  language: "file of another language",
  partial: "file parsed in part",
  changed: "file changed since it was indexed",
  skipped: "file not indexed",
} as const;
export type Doubt = keyof typeof DOUBTS;

export type Verdict =
  | { is: "text" }
  /** `of` is set to the handle of what overrides the symbol where that is declared. */
  | { is: "declaration"; of?: Handle }
  | { is: "this"; role: UseRole; tier: Tier; isLinked: boolean }
  /** `what`: the handle of the other symbol, or what kind of thing it is. */
  | { is: "other"; what: string }
  | { is: "undecided"; doubt: Doubt; detail?: string; likelihood: number };

/** Occurrences of one line and enclosing symbol that are undecided for one reason. */
export interface UndecidedSite {
  path: string;
  line: number;
  /** The symbol around it, or the file. */
  from: Handle;
  doubt: Doubt;
  detail?: string;
  /** Of one line. */
  count: number;
  likelihood: number;
}

/** A use that no edge stands for, since facts do not hold it: found by the scope of its name. */
export interface NamedSite {
  path: string;
  line: number;
  from: Handle;
  role: UseRole;
}

/** Where something is declared that overrides or implements the symbol. */
export interface OverrideSite {
  path: string;
  line: number;
  from: Handle;
}

export interface Accounting {
  name: string;
  /** Of the name as a whole word in the files that were read; all below add up to it. */
  occurrences: number;
  declarations: number;
  calls: number;
  /** Lines with calls that edges hold: a list of callers has all of them. */
  callLines: number;
  /** Calls of what it implements or overrides. */
  dispatched: number;
  /** Uses of what overrides or implements it. */
  overridden: number;
  references: number;
  imports: number;
  /** Declarations of what overrides or implements it. */
  overrides: OverrideSite[];
  /** Proven to mean something else, by what, most first. */
  others: { what: string; count: number }[];
  undecided: UndecidedSite[];
  /** In comments, strings, documents and data. */
  inText: number;
  /** Of what is not `inText`, names in quotes that are uses all the same: `a["name"]`. */
  quoted: number;
  /** Uses that edges do not hold. */
  unlinked: NamedSite[];
  /** Files that have the word, or may have it, and were not looked into. */
  unread: { files: number; reason: string }[];
  /** The sum is right, nothing is undecided and every file was read. */
  isComplete: boolean;
}

/** A file's text, and whether it is what the generation was made from. */
export interface SourceText {
  text: string;
  isAsIndexed: boolean;
}

export interface SourceReader {
  /** Of an indexed file; null when it cannot be read. */
  read: (path: string) => Promise<SourceText | null>;
  /** Of a file that is there and not indexed, up to a size; null when it cannot be read. */
  readSkipped: (path: string, maxBytes: number) => Promise<string | null>;
  /** Throws when nobody waits for the answer any more. */
  check: () => void;
}
