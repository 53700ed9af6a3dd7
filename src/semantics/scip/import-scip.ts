/**
 * A SCIP index of any indexer → compiler-grade edges. An index describes the files as they were when it was made; a
 * file whose present text does not carry the names that the index says it defines is stale and gives nothing.
 */

import type { FileLinks, Handle } from "../../core/edges.ts";
import { handleOf } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import { type BlobFacts, type SymbolKind, TYPE_KINDS } from "../../core/facts.ts";
import { languageById } from "../../languages/detect.ts";
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
/** Uses may be renamed by an import; still most of them carry the name. */
const MIN_MATCHING_USES = 0.8;

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
  const modules = findModules(index);
  const definitions = findDefinitions(placed, modules);
  for (const entry of placed) {
    result.links.set(entry.document.path, linksOf(entry, definitions, modules, `scip-${index.tool}`));
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

/** By the text itself where the index carries it; by the names at the places of definitions, or of uses, otherwise. */
function isCurrent(document: ScipDocument, present: string): boolean {
  const { text, occurrences } = document;
  if (text !== null && text !== "") return text === present;
  const isDefinition = ({ roles }: ScipOccurrence) => (roles & ROLE_DEFINITION) !== 0;
  const defined = shareOfNames(occurrences.filter(isDefinition), document, present);
  if (defined !== null) return defined >= MIN_MATCHING_SHARE;
  const used = shareOfNames(occurrences, document, present);
  return used === null || used >= MIN_MATCHING_USES;
}

/** Share of the occurrences that carry the name of their symbol; null when none of them has a name to check. */
function shareOfNames(
  occurrences: readonly ScipOccurrence[],
  { columnUnit }: ScipDocument,
  present: string,
): number | null {
  let checked = 0;
  let matching = 0;
  for (const { range, symbol } of occurrences) {
    const name = nameOf(symbol);
    if (name === null || range.startLine !== range.endLine) continue;
    // Implicit definitions have an empty range.
    if (range.startColumn === range.endColumn) continue;
    const start = offsetInText(present, range.startLine, range.startColumn, columnUnit);
    const end = offsetInText(present, range.endLine, range.endColumn, columnUnit);
    checked += 1;
    if (start >= 0 && end >= 0 && isNameAt(present.slice(start, end), name)) matching += 1;
  }
  return checked === 0 ? null : matching / checked;
}

function isNameAt(written: string, name: string): boolean {
  return written === name || written.replace(/^["'`#@]|["'`]$/g, "") === name || written === "default";
}

/**
 * Last descriptor of a global symbol: `…/Class#method().` → method. Null for locals, parameters, type parameters, files
 * and meta symbols (`name0:`), whose ranges need not carry a name.
 */
export function nameOf(symbol: string): string | null {
  if (symbol.startsWith("local ")) return null;
  const descriptor = /(?:`((?:[^`]|``)+)`|([\w$+-]+))(?:#|\.|\([^()]*\)\.|!)$/.exec(symbol);
  if (!descriptor) return null;
  const name = descriptor[1]?.replaceAll("``", "`") ?? descriptor[2]!;
  // Names between angle brackets are made up by the indexer (`<constructor>`, `<get>total`).
  return /^<.*>/.test(name) ? null : name;
}

interface Definition {
  known: KnownSymbol;
  /** The symbol around it. */
  owner: KnownSymbol | undefined;
}

/** Symbol of the index → our symbol whose name stands at the place of its definition. */
function findDefinitions(
  placed: readonly PlacedDocument[],
  modules: ReadonlyMap<string, string>,
): Map<string, Definition> {
  const found = new Map<string, Definition>();
  for (const { document, file, own } of placed) {
    for (const { range, symbol, roles } of document.occurrences) {
      if ((roles & ROLE_DEFINITION) === 0 || modules.has(symbol)) continue;
      const offset = offsetInText(file.text, range.startLine, range.startColumn, document.columnUnit);
      const known = own.namedAt(offset);
      // Overloads are named by their first declaration.
      const key = keyOf(symbol, document.path);
      if (known && !found.has(key)) found.set(key, { known, owner: own.symbols[known.outer] });
    }
  }
  return found;
}

/** `local 3` means another thing in each document. */
function keyOf(symbol: string, path: string): string {
  return symbol.startsWith("local ") ? `${path} ${symbol}` : symbol;
}

/** Symbol of a whole file → its path. */
function findModules(index: ScipIndex): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, occurrences } of index.documents) {
    for (const { symbol, roles, range } of occurrences) {
      // A namespace has the same kind of symbol, but its range holds its name.
      const isWhole = range.startLine === 0 && range.startColumn === 0 && range.startLine === range.endLine;
      const isModule = symbol.endsWith("/") && (roles & ROLE_DEFINITION) !== 0 && isWhole;
      if (isModule && range.endColumn === 0) found.set(symbol, path);
    }
  }
  return found;
}

function linksOf(
  { document, file, own }: PlacedDocument,
  definitions: ReadonlyMap<string, Definition>,
  modules: ReadonlyMap<string, string>,
  extractor: string,
): FileLinks {
  const edges = new EdgeSink();
  for (const occurrence of document.occurrences) {
    if ((occurrence.roles & ROLE_DEFINITION) !== 0) continue;
    const module = modules.get(occurrence.symbol);
    if (module !== undefined && module !== document.path) {
      edges.add(own.fileHandle, handleOf(module), "imports", occurrence.range.startLine + 1);
    }
    const target = definitions.get(keyOf(occurrence.symbol, document.path));
    if (target) addUse(edges, own, file, document, occurrence, target);
  }
  for (const { symbol, relationships } of document.symbols) {
    const from = definitions.get(symbol)?.known;
    if (!from || !isOwn(from.handle, document.path)) continue;
    for (const relationship of relationships) {
      const to = relationship.isImplementation ? definitions.get(relationship.symbol)?.known : undefined;
      if (!to || to === from) continue;
      const line = own.lineAt(from.nameStart);
      edges.add(from.handle, to.handle, relationKind(from, to), line);
    }
  }
  return {
    extractor,
    edges: edges.edges(),
    unresolved: edges.unresolved(),
    unknown: [],
    dependencies: [],
    shown: [],
  };
}

function addUse(
  edges: EdgeSink,
  own: FileSymbols,
  file: ScipFile,
  document: ScipDocument,
  { range, roles }: ScipOccurrence,
  { known: target, owner }: Definition,
): void {
  const start = offsetInText(file.text, range.startLine, range.startColumn, document.columnUnit);
  const end = offsetInText(file.text, range.endLine, range.endColumn, document.columnUnit);
  if (start < 0 || end < 0) return;
  const line = range.startLine + 1;
  const isImport =
    (roles & ROLE_IMPORT) !== 0 ||
    file.facts.imports.some((fact) => fact.line === line) ||
    file.facts.chunks.some(({ kind, span }) => kind === "imports" && span.start <= start && start < span.end);
  if (isImport) {
    edges.add(own.fileHandle, target.handle, "imports", line);
    return;
  }
  const isCall = isCallable(target) && isCalledAt(file, start, end, TYPE_KINDS.has(target.kind));
  const from = own.handleAround(start);
  edges.add(from, target.handle, isCall ? "calls" : "references", line);
  // Whoever runs a constructor makes an object of its class.
  if (isCall && target.kind === "constructor" && owner) edges.add(from, owner.handle, "calls", line);
}

const CALLABLE_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "function",
  "method",
  "constructor",
  "macro",
  "class",
  "struct",
  "property",
  "constant",
  "variable",
]);

function isCallable({ kind }: KnownSymbol): boolean {
  return CALLABLE_KINDS.has(kind);
}

/**
 * The index does not say what is a call. Arguments that follow a name do, type arguments between them allowed unless
 * the name is a type and no `new` stands before it.
 */
function isCalledAt({ text, facts }: ScipFile, start: number, end: number, isType: boolean): boolean {
  const before = text.slice(Math.max(0, start - 20), start);
  const after = text.slice(end, end + 200);
  const hasNew = /\bnew\s+(?:[\w$]+\.)*$/.test(before);
  if (/^\s*(?:!|\?\.)?\(/.test(after)) return true;
  if ((hasNew || !isType) && /^(?:::)?<[^;()]*>\s*\(/.test(after)) return true;
  if (!isType && after.startsWith("`")) return true;
  if (before.endsWith("@")) return true;
  const isTag = languageById(facts.language)?.hasComponents === true && /(?:^|[\s(>{,;=&?:])<$/.test(before);
  return isTag && /^(?:\s|\/?>)/.test(after);
}

function relationKind(from: KnownSymbol, to: KnownSymbol): "overrides" | "implements" | "inherits" {
  if (!TYPE_KINDS.has(from.kind) || !TYPE_KINDS.has(to.kind)) return "overrides";
  const isContract = to.kind === "interface" || to.kind === "trait";
  return isContract && from.kind !== to.kind ? "implements" : "inherits";
}

function isOwn(handle: Handle, path: string): boolean {
  return handle.startsWith(`${path}#`);
}
