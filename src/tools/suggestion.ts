/**
 * What to ask next: a tool with its inputs, or a sentence of ours. Tools say what they mean; how it is spelled depends on
 * who reads it, so the command line prints a command and a client of a server is given a call.
 */
import { sanitizeText } from "../core/sanitize.ts";
import { toJson } from "./to-json.ts";

export type Suggestion = SuggestedCall | SuggestedWords;

interface SuggestedCall {
  tool: string;
  inputs: readonly SuggestedInput[];
  /** Repositories to ask; the one that was asked when empty. */
  repositories: readonly string[];
  /** An input comes from the index, so it may hold whatever somebody named a file or a symbol. */
  isRepositoryText: boolean;
}

export interface SuggestedInput {
  name: string;
  value: string;
  /** How a command spells it: as it is, as `--value`, or as `--name value`. */
  as: "argument" | "flag" | "option";
}

interface SuggestedWords {
  onCommandLine: string;
  toClients: string;
}

/** Who reads a suggestion. */
export type Reader = "command line" | "client";

/** Tools that take the repositories they ask. */
const SPANNING_TOOLS: ReadonlySet<string> = new Set(["search", "symbol", "trace"]);

/** Sentences of ours; they never hold a name from a repository. */
export function suggestWords(onCommandLine: string, toClients: string): Suggestion {
  return { onCommandLine, toClients };
}

export const SHOWS_WHAT_IS_INDEXED = suggestWords(
  "clew status shows what is indexed",
  "status shows what is indexed",
);

/** The words are the caller's own. */
export function suggestSearch(query: string): Suggestion {
  return call("search", [{ name: "query", value: query, as: "argument" }], false);
}

/** The words are a name from the index. */
export function suggestSearchForName(name: string): Suggestion {
  return call("search", [{ name: "query", value: name, as: "argument" }], true);
}

/** For a handle, or for a path, whose outline it is. */
export function suggestSymbol(handle: string): Suggestion {
  return call("symbol", [{ name: "name", value: handle, as: "argument" }], true);
}

export function suggestTrace(handle: string, relation: string): Suggestion {
  return call(
    "trace",
    [
      { name: "symbol", value: handle, as: "argument" },
      { name: "relation", value: relation, as: "flag" },
    ],
    true,
  );
}

/** The chain of uses between two symbols. */
export function suggestPath(from: string, to: string): Suggestion {
  return call(
    "trace",
    [
      { name: "symbol", value: from, as: "argument" },
      { name: "path_to", value: to, as: "option" },
    ],
    true,
  );
}

export function suggestWhy(path: string): Suggestion {
  return call("status", [{ name: "why", value: path, as: "option" }], true);
}

/** Of a folder that the caller named. */
export function suggestStatusOf(folder: string): Suggestion {
  return { ...call("status", [], false), repositories: [folder] };
}

function call(tool: string, inputs: readonly SuggestedInput[], isRepositoryText: boolean): SuggestedCall {
  return { tool, inputs, repositories: [], isRepositoryText };
}

/** The same question to the repositories that were asked, where the tool can ask several. */
export function askingAgain(suggestion: Suggestion, repositories: readonly string[] | "all"): Suggestion {
  if (!("tool" in suggestion) || !SPANNING_TOOLS.has(suggestion.tool)) return suggestion;
  if (repositories !== "all") return { ...suggestion, repositories };
  return { ...suggestion, inputs: [...suggestion.inputs, { name: "scope", value: "global", as: "option" }] };
}

/** Whether a name in it may speak to the reader. */
export function holdsRepositoryText(suggestion: Suggestion): boolean {
  return "tool" in suggestion && suggestion.isRepositoryText;
}

/** One line; empty when it cannot be spelled so that it means the same. */
export function spellSuggestion(suggestion: Suggestion, reader: Reader): string {
  if (!("tool" in suggestion)) return reader === "client" ? suggestion.toClients : suggestion.onCommandLine;
  return reader === "client" ? spellCall(suggestion) : spellCommand(suggestion);
}

/** `trace {"symbol": "src/a.ts#f", "relation": "callers"}`. */
function spellCall({ tool, inputs, repositories }: SuggestedCall): string {
  const [only] = repositories;
  const repo = repositories.length > 1 ? repositories : only;
  const all = [...inputs, ...(repo === undefined ? [] : [{ name: "repo", value: repo }])];
  const fields = all.map(({ name, value }) => `${toJson(name, 0)}: ${toJson(value, 0)}`);
  return `${tool} {${fields.join(", ")}}`;
}

/** A line that a POSIX shell reads as the command and its arguments, whatever they hold. */
function spellCommand({ tool, inputs, repositories }: SuggestedCall): string {
  const values = [...inputs.map(({ value }) => value), ...repositories];
  // It would not name the same thing once it is printed: no line at all is better than one that fails.
  if (values.some((value) => sanitizeText(value) !== value || /[\t\n]/.test(value))) return "";
  const options = [
    ...inputs.filter(({ as }) => as === "flag").map(({ value }) => `--${value}`),
    // `--name=value`, so that a value is never taken for an option.
    ...inputs
      .filter(({ as }) => as === "option")
      .map(({ name, value }) => {
        const flag = `--${name.replaceAll("_", "-")}`;
        return `${flag}${value.startsWith("-") ? "=" : " "}${quoteUnlessPlain(value)}`;
      }),
    ...repositories.map((one) => spellRepository(tool, one)),
  ];
  const given = inputs.filter(({ as }) => as === "argument").map(({ value }) => value);
  const isLikeOption = given.some((value) => value.startsWith("-"));
  const words = given.map(quote);
  const parts = isLikeOption ? [...options, "--", ...words] : [...words, ...options];
  return ["clew", tool, ...parts].join(" ");
}

function spellRepository(tool: string, name: string): string {
  if (!SPANNING_TOOLS.has(tool)) return `--root ${quote(name)}`;
  return `--repo ${quoteUnlessPlain(name)}`;
}

function quoteUnlessPlain(value: string): string {
  return /^\w[\w.-]*$/.test(value) ? value : quote(value);
}

/** Nothing in these is special to a shell within double quotes, which read better. */
const PLAIN_IN_DOUBLE_QUOTES = /^[\p{L}\p{N} _./#:@%+=,~-]*$/u;

function quote(value: string): string {
  return PLAIN_IN_DOUBLE_QUOTES.test(value) ? `"${value}"` : `'${value.replaceAll("'", "'\\''")}'`;
}
