/**
 * Adds a table at the end of a TOML text and removes it again, leaving every other byte alone. Exactly one line break
 * goes before the table: it ends a last line that had no end, or makes an empty line; so removing needs no memory.
 */
import { readTomlStatements, type TomlStatement } from "./toml-statements.ts";

/** The parent is written in a form that a table at the end cannot join. */
export class TomlNotExtensible extends Error {}

export function addTomlTable(
  text: string,
  path: readonly string[],
  values: Record<string, string | string[]>,
): string {
  for (const statement of readTomlStatements(text)) {
    const isParentAsValue = statement.kind === "pair" && isPrefix(statement.keys, path);
    const isParentList = statement.kind === "array-table" && isPrefix(statement.keys, path);
    if (isParentAsValue || isParentList) throw new TomlNotExtensible(statement.keys.join("."));
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const lines = [
    `[${path.join(".")}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${formatToml(value)}`),
  ];
  return `${text}${text === "" ? "" : newline}${lines.join(newline)}${newline}`;
}

/** The text of the table itself, without tables below it; null when it is not there. */
export function findTomlTable(text: string, path: readonly string[]): string | null {
  const statements = readTomlStatements(text);
  const at = statements.findIndex((one) => one.kind === "table" && isSame(one.keys, path));
  return at < 0 ? null : text.slice(statements[at]!.start, endOfTable(statements, at));
}

/** Whether anything in the text defines the path: a table of that name, below it, or a pair. */
export function definesTomlPath(text: string, path: readonly string[]): boolean {
  let table: readonly string[] = [];
  for (const statement of readTomlStatements(text)) {
    const full: readonly string[] =
      statement.kind === "pair" ? [...table, ...statement.keys] : statement.keys;
    if (statement.kind !== "pair") table = statement.keys;
    if (isPrefix(path, full)) return true;
  }
  return false;
}

/** The text without the table and the tables below it, which mean nothing without it. */
export function removeTomlTable(text: string, path: readonly string[]): string {
  let edited = text;
  for (;;) {
    const statements = readTomlStatements(edited);
    const at = statements.findLastIndex((one) => one.kind !== "pair" && isPrefix(path, one.keys));
    if (at < 0) return edited;
    const { start } = statements[at]!;
    const before = edited.slice(0, start).replace(/\r?\n$/, "");
    edited = before + edited.slice(endOfTable(statements, at));
  }
}

function endOfTable(statements: readonly TomlStatement[], header: number): number {
  let last = header;
  while (statements[last + 1]?.kind === "pair") last += 1;
  return statements[last]!.end;
}

function isPrefix(prefix: readonly string[], keys: readonly string[]): boolean {
  return prefix.length <= keys.length && prefix.every((key, at) => key === keys[at]);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && isPrefix(a, b);
}

/** JSON's escapes are TOML's too, except that TOML forbids a raw DEL. */
export function formatToml(value: string | string[]): string {
  if (Array.isArray(value)) return `[${value.map(formatToml).join(", ")}]`;
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}
