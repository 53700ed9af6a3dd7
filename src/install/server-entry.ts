/** The entry `clew` in a client's configuration, whatever the format: find, add, replace, remove. */
import { AppError } from "../core/errors.ts";
import { JsonSyntaxError } from "../core/jsonc-tree.ts";
import { displayPath } from "../core/rel-path.ts";
import { type Launch, OFFERED_ONLY, type ServerForm } from "./clients.ts";
import {
  addJsonEntry,
  findJsonEntry,
  type JsonTraces,
  NotAnObject,
  removeJsonEntry,
  replaceJsonEntry,
} from "./edit-json.ts";
import {
  addTomlTable,
  definesTomlPath,
  findTomlTable,
  formatToml,
  removeTomlTable,
  TomlNotExtensible,
} from "./edit-toml.ts";
import { INSTALL_ERRORS } from "./errors.ts";
import { TomlSyntaxError } from "./toml-statements.ts";

const SERVER_NAME = "clew";

/** `absent`; `current`: what would be written; `outdated`: written by us for another place; `foreign`: by hand. */
export type EntryState = "absent" | "current" | "outdated" | "foreign";

export function entryState(text: string, form: ServerForm, launch: Launch): EntryState {
  if (form.format === "toml") return tomlState(text, form.parents, launch);
  const entry = findJsonEntry(text, form.parents(text), SERVER_NAME);
  if (entry === undefined) return "absent";
  const wanted = form.entry(launch);
  if (isSameJson(entry.value.value, wanted)) return "current";
  return hasOurShape(entry.value.value, wanted) ? "outdated" : "foreign";
}

export function addEntry(
  text: string,
  form: ServerForm,
  launch: Launch,
): { text: string; traces: JsonTraces | null } {
  if (form.format === "json") return addJsonEntry(text, form.parents(text), SERVER_NAME, form.entry(launch));
  return { text: addTomlTable(text, [...form.parents, SERVER_NAME], { ...launch }), traces: null };
}

export function replaceEntry(text: string, form: ServerForm, launch: Launch): string {
  if (form.format === "json")
    return replaceJsonEntry(text, form.parents(text), SERVER_NAME, form.entry(launch));
  const path = [...form.parents, SERVER_NAME];
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const lines = tomlLines(path, launch).join(newline) + newline;
  // As a function: a path may hold what a replacement string would take for a reference.
  return text.replace(findTomlTable(text, path)!, () => lines);
}

export function removeEntry(text: string, form: ServerForm, traces: JsonTraces | null): string {
  if (form.format === "json") return removeJsonEntry(text, form.parents(text), SERVER_NAME, traces);
  return removeTomlTable(text, [...form.parents, SERVER_NAME]);
}

function tomlState(text: string, parents: readonly string[], launch: Launch): EntryState {
  const path = [...parents, SERVER_NAME];
  if (!definesTomlPath(text, path)) return "absent";
  const lines = findTomlTable(text, path)
    ?.split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const wanted = tomlLines(path, launch);
  if (lines?.length !== wanted.length) return "foreign";
  if (lines.every((line, at) => line === wanted[at])) return "current";
  const isOurs =
    lines[0] === wanted[0] &&
    /^command = "/.test(lines[1]!) &&
    OUR_TOML_ARGS.some((end) => lines[2]!.endsWith(end));
  return isOurs ? "outdated" : "foreign";
}

/** Entries of installs before and since servers are kept to what the client offers. */
const OUR_ENDS: readonly (readonly string[])[] = [["mcp"], ["mcp", ...OFFERED_ONLY]];
const OUR_TOML_ARGS = OUR_ENDS.map((end) => formatToml([...end]).slice(1));

function tomlLines(path: readonly string[], { command, args }: Launch): string[] {
  return [`[${path.join(".")}]`, `command = ${formatToml(command)}`, `args = ${formatToml(args)}`];
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The same keys, and a command that ends as ours do: written by an install from another place or of another time. */
function hasOurShape(value: unknown, wanted: Record<string, unknown>): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Record<string, unknown>;
  if (Object.keys(entry).join() !== Object.keys(wanted).join()) return false;
  // OpenCode has the whole command as one list.
  const words = [entry.command, entry.args ?? []].flat();
  if (!OUR_ENDS.some((end) => isSameJson(words.slice(-end.length), end))) return false;
  return words.some((word) => typeof word === "string" && /(?:^|[\\/])(?:clew|cli\.js)$/.test(word));
}

/** Turns what an editor throws into an error a person can act on. */
export function describingFile<T>(path: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    const what = describeSyntax(error);
    if (what === null) throw error;
    throw new AppError("INSTALL_FILE_MALFORMED", `${displayPath(path)} ${what}`, {
      hint: INSTALL_ERRORS.INSTALL_FILE_MALFORMED,
      cause: error,
    });
  }
}

function describeSyntax(error: unknown): string | null {
  if (error instanceof JsonSyntaxError) return `is not valid JSON: line ${error.line}: ${error.message}`;
  if (error instanceof TomlSyntaxError) return `is not valid TOML: line ${error.line}: ${error.message}`;
  if (error instanceof NotAnObject) return `cannot take a server: ${error.message} is not an object`;
  if (error instanceof TomlNotExtensible)
    return `cannot take a server: ${error.message} is written as one value; turn it into a table`;
  return null;
}
