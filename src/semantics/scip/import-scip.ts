/**
 * A SCIP index of any indexer → compiler-grade edges. An index describes the files as they were when it was made; a
 * file whose present text does not carry the names that the index says it defines is stale and gives nothing.
 */

import type { FileLinks, Handle } from "../../core/edges.ts";
import { handleOf } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import { type BlobFacts, TYPE_KINDS } from "../../core/facts.ts";
import { EdgeSink } from "../edge-sink.ts";
import { SEMANTICS_ERRORS } from "../errors.ts";
import { FileSymbols, type KnownSymbol, symbolRowsOf } from "../typescript/symbol-table.ts";
import { MalformedMessage } from "./protobuf-reader.ts";
import {
  ROLE_DEFINITION,
  ROLE_IMPORT,
  readScipIndex,
  type ScipDocument,
  type ScipIndex,
  type ScipOccurrence,
} from "./read-index.ts";
import { offsetInText } from "./text-places.ts";

export interface ScipFile {
  facts: BlobFacts;
  text: string;
}

export interface ScipImport {
  /** Name and version of the indexer. */
  tool: string;
  links: Map<string, FileLinks>;
  /** Documents whose file has changed since the index was made, sorted. */
  stale: string[];
  /** Documents that name no file of the view, sorted. */
  unknown: string[];
}

/** Of the definitions in a document, so many must carry their name. The rest may be made by macros. */
const MIN_MATCHING_SHARE = 0.98;

interface PlacedDocument {
  document: ScipDocument;
  file: ScipFile;
  own: FileSymbols;
}

export function importScip(
  bytes: Uint8Array,
  { files }: { files: ReadonlyMap<string, ScipFile> },
): ScipImport {
  const index = readIndex(bytes);
  const result: ScipImport = { tool: index.tool, links: new Map(), stale: [], unknown: [] };
  const placed: PlacedDocument[] = [];
  for (const document of index.documents) {
    const file = files.get(document.path);
    if (!file) result.unknown.push(document.path);
    else if (!isCurrent(document, file.text)) result.stale.push(document.path);
    else {
      const own = new FileSymbols(document.path, symbolRowsOf(file.facts.symbols), file.text);
      placed.push({ document, file, own });
    }
  }
  const definitions = findDefinitions(placed);
  for (const entry of placed) {
    result.links.set(entry.document.path, linksOf(entry, definitions, `scip-${index.tool}`));
  }
  result.stale.sort();
  result.unknown.sort();
  return result;
}

function readIndex(bytes: Uint8Array): ScipIndex {
  try {
    const index = readScipIndex(bytes);
    if (index.documents.length > 0) return index;
    throw new MalformedMessage("it holds no document");
  } catch (cause) {
    if (!(cause instanceof MalformedMessage)) throw cause;
    throw new AppError("SCIP_UNREADABLE", `the SCIP index cannot be used: ${cause.message}`, {
      hint: SEMANTICS_ERRORS.SCIP_UNREADABLE,
      cause,
    });
  }
}

/** By the text itself where the index carries it; by the names at the places of definitions otherwise. */
function isCurrent({ text, occurrences, columnUnit }: ScipDocument, present: string): boolean {
  if (text !== null && text !== "") return text === present;
  let checked = 0;
  let matching = 0;
  for (const { range, symbol, roles } of occurrences) {
    const name = nameOf(symbol);
    if (name === null || range.startLine !== range.endLine) continue;
    const isDefinition = (roles & ROLE_DEFINITION) !== 0;
    // Imported and re-exported names may be renamed where they are used; definitions carry their own name.
    if (!isDefinition) continue;
    const start = offsetInText(present, range.startLine, range.startColumn, columnUnit);
    const end = offsetInText(present, range.endLine, range.endColumn, columnUnit);
    // A whole file or an implicit definition has an empty range.
    if (start === end && start >= 0) continue;
    checked += 1;
    if (start >= 0 && end >= 0 && isNameAt(present.slice(start, end), name)) matching += 1;
  }
  return checked === 0 ? false : matching / checked >= MIN_MATCHING_SHARE;
}

function isNameAt(written: string, name: string): boolean {
  return written === name || written.replace(/^["'`#@]|["'`]$/g, "") === name || written === "default";
}

/**
 * Last descriptor of a global symbol: `…/Class#method().` → method. Null for locals, parameters, type parameters and
 * files, whose ranges need not carry a name.
 */
export function nameOf(symbol: string): string | null {
  if (symbol.startsWith("local ")) return null;
  const descriptor = /(?:`((?:[^`]|``)+)`|([\w$+-]+))(?:#|\.|\([^()]*\)\.|:|!)$/.exec(symbol);
  if (!descriptor) return null;
  const name = descriptor[1]?.replaceAll("``", "`") ?? descriptor[2]!;
  // Names between angle brackets are made up by the indexer (`<constructor>`, `<get>total`).
  return /^<.*>/.test(name) ? null : name;
}

/** Symbol of the index → our symbol whose name stands at the place of its definition. */
function findDefinitions(placed: readonly PlacedDocument[]): Map<string, KnownSymbol> {
  const found = new Map<string, KnownSymbol>();
  for (const { document, file, own } of placed) {
    for (const { range, symbol, roles } of document.occurrences) {
      if ((roles & ROLE_DEFINITION) === 0 || symbol.startsWith("local ")) continue;
      const offset = offsetInText(file.text, range.startLine, range.startColumn, document.columnUnit);
      const known = own.namedAt(offset);
      // Overloads are named by their first declaration.
      if (known && !found.has(symbol)) found.set(symbol, known);
    }
  }
  return found;
}

function linksOf(
  { document, file, own }: PlacedDocument,
  definitions: ReadonlyMap<string, KnownSymbol>,
  extractor: string,
): FileLinks {
  const edges = new EdgeSink();
  for (const occurrence of document.occurrences) {
    const target = definitions.get(occurrence.symbol);
    if (!target || (occurrence.roles & ROLE_DEFINITION) !== 0) continue;
    addUse(edges, own, file, document, occurrence, target);
  }
  for (const { symbol, relationships } of document.symbols) {
    const from = definitions.get(symbol);
    if (!from || !isOwn(from.handle, document.path)) continue;
    for (const relationship of relationships) {
      const to = relationship.isImplementation ? definitions.get(relationship.symbol) : undefined;
      if (!to || to === from) continue;
      const line = own.lineAt(from.nameStart);
      edges.add(from.handle, to.handle, relationKind(from, to), line);
    }
  }
  return { extractor, edges: edges.edges(), unresolved: edges.unresolved(), dependencies: [] };
}

function addUse(
  edges: EdgeSink,
  own: FileSymbols,
  file: ScipFile,
  document: ScipDocument,
  { range, roles }: ScipOccurrence,
  target: KnownSymbol,
): void {
  const start = offsetInText(file.text, range.startLine, range.startColumn, document.columnUnit);
  const end = offsetInText(file.text, range.endLine, range.endColumn, document.columnUnit);
  if (start < 0 || end < 0) return;
  const line = range.startLine + 1;
  const isImport = (roles & ROLE_IMPORT) !== 0 || file.facts.imports.some((fact) => fact.line === line);
  if (isImport) {
    edges.add(own.fileHandle, target.handle, "imports", line);
    const path = targetPath(target.handle);
    if (path !== own.path) edges.add(own.fileHandle, handleOf(path), "imports", line);
    return;
  }
  const isCall = isCallable(target) && isCalledAt(file.text, start, end);
  edges.add(own.handleAround(start), target.handle, isCall ? "calls" : "references", line);
}

const CALLABLE_KINDS: ReadonlySet<string> = new Set([
  "function",
  "method",
  "constructor",
  "macro",
  "class",
  "struct",
]);

function isCallable({ kind }: KnownSymbol): boolean {
  return CALLABLE_KINDS.has(kind) || kind === "property" || kind === "constant" || kind === "variable";
}

/** The index does not say what is a call. Arguments that follow a name do, type arguments between them allowed. */
function isCalledAt(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 200);
  if (/^\s*(?:::)?(?:<[^;{}()]*>)?\s*!?\s*(?:\?\.)?\(/.test(after) || after.startsWith("`")) return true;
  const before = text.slice(Math.max(0, start - 20), start);
  return /(?:<|@)$/.test(before) && /^(?:\s|\/?>|$)/.test(after);
}

function relationKind(from: KnownSymbol, to: KnownSymbol): "overrides" | "implements" | "inherits" {
  if (!TYPE_KINDS.has(from.kind) || !TYPE_KINDS.has(to.kind)) return "overrides";
  const isContract = to.kind === "interface" || to.kind === "trait";
  return isContract && from.kind !== to.kind ? "implements" : "inherits";
}

function targetPath(handle: Handle): string {
  return handle.slice(0, handle.indexOf("#", handle.lastIndexOf("/") + 1));
}

function isOwn(handle: Handle, path: string): boolean {
  return handle.startsWith(`${path}#`);
}
