/**
 * How a language writes what calls and annotations are given: strings with their holes, comments, names of arguments.
 * The extractor finds calls by the grammar and reads the arguments off the text with this (src/parsing/extract/).
 */

/** Where values stand inside a string: `${x}`, `#{x}`, `{x}`, `{$x}`, `\(x)`, `$(x)`, `$x`. */
export type HoleForm =
  | "dollar-braces"
  | "hash-braces"
  | "braces"
  | "braces-dollar"
  | "backslash-parentheses"
  | "dollar-parentheses"
  | "dollar-name";

export interface StringForm {
  open: string;
  close: string;
  /** What makes a closing quote plain: a backslash before it, a second quote, or nothing. */
  escaping: "backslash" | "doubled" | "none";
  /** May go on in the next line. */
  isMultiline: boolean;
  holes: readonly HoleForm[];
}

export interface LiteralSyntax {
  /** Of those that open with the same characters the longer ones first. */
  strings: readonly StringForm[];
  lineComments: readonly string[];
  blockComments: readonly (readonly [open: string, close: string])[];
  /** Operators that join strings, longer ones first. */
  joins: readonly string[];
  /** `'x'` is a character, and `'` alone may be something else. */
  hasCharacters?: boolean;
  /** `/x/` may stand where a value does. */
  hasPatterns?: boolean;
  /** Neighbouring strings are one. */
  joinsNeighbours?: boolean;
  /** `:name` is a text. */
  hasAtoms?: boolean;
  /** `key => value` in lists of arguments. */
  hasArrowKeys?: boolean;
  /** Arguments without parentheses: separated by commas up to the end of the line, or by spaces. */
  bareArguments?: "commas" | "spaces";
  /** `@name` is an annotation even where the grammar sees a call. */
  hasAtAnnotations?: boolean;
  /** Annotations that hold documentation or types. */
  docAnnotations?: readonly string[];
}

type FormOptions = Partial<Omit<StringForm, "open">>;

export function stringForm(open: string, options: FormOptions = {}): StringForm {
  return { open, close: open, escaping: "backslash", isMultiline: false, holes: [], ...options };
}

/** The same form behind each of the prefixes. */
export function prefixed(prefixes: readonly string[], form: StringForm): StringForm[] {
  return prefixes.map((prefix) => ({ ...form, open: `${prefix}${form.open}`, close: form.close }));
}

const C_COMMENTS = { lineComments: ["//"], blockComments: [["/*", "*/"]] } as const;
const MULTILINE = { isMultiline: true } as const;

export const ECMASCRIPT_LITERALS: LiteralSyntax = {
  ...C_COMMENTS,
  strings: [stringForm('"'), stringForm("'"), stringForm("`", { ...MULTILINE, holes: ["dollar-braces"] })],
  joins: ["+"],
  hasPatterns: true,
};

export const C_LITERALS: LiteralSyntax = {
  ...C_COMMENTS,
  strings: [
    ...prefixed(
      ["R", "LR", "u8R", "uR", "UR"],
      stringForm('"(', { ...MULTILINE, close: ')"', escaping: "none" }),
    ),
    ...prefixed(["L", "u8", "u", "U", ""], stringForm('"')),
  ],
  joins: [],
  hasCharacters: true,
  joinsNeighbours: true,
};

/** `"""` before `"`, with these holes in both. */
export function tripleAndSingle(holes: readonly HoleForm[], triple: FormOptions = {}): StringForm[] {
  return [stringForm('"""', { ...MULTILINE, holes, ...triple }), stringForm('"', { holes })];
}

export const JAVA_LITERALS: LiteralSyntax = {
  ...C_COMMENTS,
  strings: tripleAndSingle([]),
  joins: ["+"],
  hasCharacters: true,
};
