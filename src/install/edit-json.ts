/**
 * Adds and removes one named entry of an object deep in a JSON text, leaving every other byte alone. Removing is the
 * exact reverse of adding, also after edits elsewhere: what the text alone cannot tell is kept as `JsonTraces`.
 */
import { findProperty, type JsonNode, type JsonProperty, parseJsonc, triviaEnd } from "../core/jsonc-tree.ts";

/** What adding made besides the entry itself. */
export interface JsonTraces {
  /** How many objects on the way to the entry did not exist, counted from the innermost. */
  createdParents: number;
  /** The spaces inside the object that was empty before. */
  emptyInside: string | null;
  /** The text, of nothing but spaces and comments, before which no document was there. */
  emptyDocument: string | null;
}

export interface JsonEdit {
  text: string;
  traces: JsonTraces;
}

/** The value on the way is there and is no object. */
export class NotAnObject extends Error {}

interface Style {
  newline: string;
  /** One level. */
  unit: string;
}

/** Adds `name` to the object at `parents`; makes the objects that are missing. The entry must not exist. */
export function addJsonEntry(
  text: string,
  parents: readonly string[],
  name: string,
  value: unknown,
): JsonEdit {
  const root = parseJsonc(text);
  const style = styleOf(text, root);
  if (root === null) {
    const document = nest(parents, { [name]: value });
    const isAfterLine = text !== "" && !text.endsWith("\n");
    const added = `${isAfterLine ? style.newline : ""}${format(document, "", style)}${style.newline}`;
    return {
      text: text + added,
      traces: { createdParents: parents.length, emptyInside: null, emptyDocument: text },
    };
  }
  const { node, missing } = descend(root, parents);
  const [key, added] =
    missing.length === 0 ? [name, value] : [missing[0]!, nest(missing.slice(1), { [name]: value })];
  const { edited, emptyInside } = insertProperty(text, node, key, added, style);
  return { text: edited, traces: { createdParents: missing.length, emptyInside, emptyDocument: null } };
}

/** The entry's value and where it lies; undefined when it is not there. */
export function findJsonEntry(
  text: string,
  parents: readonly string[],
  name: string,
): JsonProperty | undefined {
  const root = parseJsonc(text);
  if (root === null) return undefined;
  const { node, missing } = descend(root, parents);
  return missing.length > 0 ? undefined : findProperty(node, name);
}

/** Puts another value in the place of the entry's. */
export function replaceJsonEntry(
  text: string,
  parents: readonly string[],
  name: string,
  value: unknown,
): string {
  const entry = findJsonEntry(text, parents, name)!;
  const style = styleOf(text, parseJsonc(text));
  const before = spacesBefore(text, entry.keyStart);
  const formatted = before.includes("\n") ? format(value, indentIn(before), style) : JSON.stringify(value);
  return text.slice(0, entry.value.start) + formatted + text.slice(entry.value.end);
}

/** The text without the entry and, as far as the traces tell and nothing was added since, without what adding made. */
export function removeJsonEntry(
  text: string,
  parents: readonly string[],
  name: string,
  traces: JsonTraces | null,
): string {
  let edited = removeProperty(text, objectAt(text, parents)!, name);
  let created = traces?.createdParents ?? 0;
  let path = parents;
  while (created > 0 && isEmptyAt(edited, path)) {
    edited = removeProperty(edited, objectAt(edited, path.slice(0, -1))!, path.at(-1)!);
    path = path.slice(0, -1);
    created -= 1;
  }
  const left = objectAt(edited, path)!;
  if (created > 0 || !isEmptyAt(edited, path)) return edited;
  if (traces !== null && traces.emptyDocument !== null && path.length === 0) {
    const { emptyDocument } = traces;
    const around = edited.slice(emptyDocument.length, left.start) + edited.slice(left.end);
    return edited.startsWith(emptyDocument) && around.trim() === "" ? emptyDocument : edited;
  }
  return `${edited.slice(0, left.start + 1)}${traces?.emptyInside ?? ""}${edited.slice(left.end - 1)}`;
}

function nest(keys: readonly string[], innermost: Record<string, unknown>): Record<string, unknown> {
  return keys.reduceRight<Record<string, unknown>>((inner, key) => ({ [key]: inner }), innermost);
}

/** The deepest object that exists on the way, and the keys that are missing below it. */
function descend(root: JsonNode, keys: readonly string[]): { node: JsonNode; missing: readonly string[] } {
  let node = root;
  if (node.kind !== "object") throw new NotAnObject("the document");
  for (const [at, key] of keys.entries()) {
    const next = findProperty(node, key)?.value;
    if (next === undefined) return { node, missing: keys.slice(at) };
    if (next.kind !== "object") throw new NotAnObject(keys.slice(0, at + 1).join("."));
    node = next;
  }
  return { node, missing: [] };
}

function objectAt(text: string, keys: readonly string[]): JsonNode | null {
  const { node, missing } = descend(parseJsonc(text)!, keys);
  return missing.length > 0 ? null : node;
}

function isEmptyAt(text: string, keys: readonly string[]): boolean {
  const node = objectAt(text, keys);
  return node !== null && text.slice(node.start + 1, node.end - 1).trim() === "";
}

function insertProperty(
  text: string,
  node: JsonNode,
  key: string,
  value: unknown,
  style: Style,
): { edited: string; emptyInside: string | null } {
  const last = node.properties.at(-1);
  if (last === undefined) return insertIntoEmpty(text, node, key, value, style);
  const hasTrailingComma = last.commaAt !== null;
  const afterLast = hasTrailingComma ? last.commaAt! + 1 : last.value.end;
  const { end: anchor, isAfterLineComment } = sameLineCommentsEnd(text, afterLast);
  const spaces = spacesBefore(text, last.keyStart);
  const isOnOwnLine = isAfterLineComment || spaces.includes("\n");
  const before = isOnOwnLine ? style.newline + indentIn(spaces) : " ";
  const entry = `${before}${JSON.stringify(key)}: ${isOnOwnLine ? format(value, indentIn(before), style) : JSON.stringify(value)}`;
  const edited = [
    text.slice(0, last.value.end),
    hasTrailingComma ? "" : ",",
    text.slice(last.value.end, anchor),
    entry,
    hasTrailingComma ? "," : "",
    text.slice(anchor),
  ].join("");
  return { edited, emptyInside: null };
}

function insertIntoEmpty(
  text: string,
  node: JsonNode,
  key: string,
  value: unknown,
  style: Style,
): { edited: string; emptyInside: string | null } {
  const inside = text.slice(node.start + 1, node.end - 1);
  const outer = indentOfLine(text, node.start);
  const inner = outer + style.unit;
  const entry = `${style.newline}${inner}${JSON.stringify(key)}: ${format(value, inner, style)}`;
  if (inside.trim() === "") {
    const edited = `${text.slice(0, node.start + 1)}${entry}${style.newline}${outer}${text.slice(node.end - 1)}`;
    return { edited, emptyInside: inside };
  }
  // Comments only: the entry goes below the last one, before the spaces that lead to the closing brace.
  const anchor = node.start + 1 + inside.trimEnd().length;
  return { edited: text.slice(0, anchor) + entry + text.slice(anchor), emptyInside: null };
}

function removeProperty(text: string, node: JsonNode, key: string): string {
  const at = node.properties.findLastIndex((property) => property.key === key);
  const property = node.properties[at]!;
  const previous = node.properties[at - 1];
  const end = property.commaAt === null ? property.value.end : property.commaAt + 1;
  const spaces = spacesBefore(text, property.keyStart).length;
  const isBelowLineComment = followsLineComment(
    text,
    property.keyStart - spaces,
    tokenEndBefore(node, previous),
  );
  // Without its line break a line comment would swallow what comes next.
  const start =
    isBelowLineComment && !/^[\r\n]/.test(text.slice(end)) ? property.keyStart : property.keyStart - spaces;
  const isLastWithoutComma = property.commaAt === null && previous !== undefined;
  if (!isLastWithoutComma) return text.slice(0, start) + text.slice(end);
  const comma = previous.commaAt!;
  return text.slice(0, comma) + text.slice(comma + 1, start) + text.slice(end);
}

function tokenEndBefore(node: JsonNode, previous: JsonProperty | undefined): number {
  if (previous === undefined) return node.start + 1;
  return previous.commaAt === null ? previous.value.end : previous.commaAt + 1;
}

/** Whether the last comment between `from` and `at` is one that ends with its line. */
function followsLineComment(text: string, at: number, from: number): boolean {
  let isLineComment = false;
  for (let next = from; next < at; next = triviaEnd(text, next)) {
    if (text[next] === "/") isLineComment = text[next + 1] === "/";
  }
  return isLineComment;
}

/** Comments that follow on the same line belong to what is before them. */
function sameLineCommentsEnd(text: string, from: number): { end: number; isAfterLineComment: boolean } {
  let end = from;
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") {
    const next = triviaEnd(text, at);
    if (next === at) break;
    if (text[at] === "/") {
      end = next;
      if (text[at + 1] === "/") return { end, isAfterLineComment: true };
    }
    at = next;
  }
  return { end, isAfterLineComment: false };
}

function spacesBefore(text: string, at: number): string {
  return /[ \t\r\n]*$/.exec(text.slice(Math.max(0, at - 2000), at))![0];
}

/** What follows the last line break. */
function indentIn(spaces: string): string {
  return spaces.slice(spaces.lastIndexOf("\n") + 1);
}

function indentOfLine(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))![0];
}

function styleOf(text: string, root: JsonNode | null): Style {
  const first = root?.properties[0];
  const before = first === undefined ? "" : spacesBefore(text, first.keyStart);
  const unit = before.includes("\n") ? indentIn(before) : "";
  return { newline: /\r?\n/.exec(text)?.[0] ?? "\n", unit: unit === "" ? "  " : unit };
}

/** Objects over lines, lists on one line: how these files are written by hand. */
function format(value: unknown, indent: string, style: Style): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const inner = indent + style.unit;
  const lines = entries.map(
    ([key, child]) => `${inner}${JSON.stringify(key)}: ${format(child, inner, style)}`,
  );
  return `{${style.newline}${lines.join(`,${style.newline}`)}${style.newline}${indent}}`;
}
