/**
 * From what somebody typed to symbols of the view. A name that is ambiguous gives ranked candidates; another
 * symbol is never substituted.
 */

import { type Handle, handleOf } from "../core/edges.ts";
import type { SymbolFact, SymbolKind } from "../core/facts.ts";
import { nameEndsWith, type ParsedHandle, parseHandle, parseSymbolQuery } from "../core/handles.ts";
import { comparePaths, type RelPath } from "../core/rel-path.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { MoveReason, SymbolHit, ViewFile, ViewReader } from "../storage/contract.ts";
import { findByType, parseTypeQuery } from "./find-by-type.ts";
import { followMoves } from "./follow-moves.ts";
import { isPart, joinParts } from "./symbol-parts.ts";

export interface FoundSymbols {
  /** Best first. Overloads and parts of one qualified name are one group. */
  groups: SymbolGroup[];
  /** Spellings that exist, when nothing was found. */
  suggestions: string[];
  /** The handle that was asked for is one of old: where it leads, and how that is known. */
  moved?: { to: Handle; reason: MoveReason };
  /** One of several groups: what other repositories of the scope import by the name. */
  imported?: SymbolGroup;
}

/** One thing a person would call a symbol: all overloads of it in one file, and its parts in others. */
export interface SymbolGroup {
  /** Of the first hit. */
  path: RelPath;
  qualifiedName: string;
  hits: SymbolHit[];
  /** The whole file is meant: its path is the name, its symbols are the hits. */
  isFile?: true;
  /** Set where several repositories are asked; the paths are `repository:path` then. */
  repository?: string;
}

/** Definitions people look up come before the things inside them. */
const KIND_ORDER: readonly SymbolKind[] = [
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "type",
  "function",
  "method",
  "macro",
  "constructor",
  "namespace",
  "constant",
  "variable",
  "property",
  "enum-member",
  "section",
];

const SCOPE_ORDER: readonly SymbolFact["scope"][] = ["exported", "internal", "local"];

const SUGGESTIONS = 8;

export async function findSymbols(reader: ViewReader, text: string): Promise<FoundSymbols> {
  const byType = parseTypeQuery(text);
  if (byType) return { groups: groupHits(await findByType(reader, byType)), suggestions: [] };
  const query = parseSymbolQuery(text);
  if (!query) return { groups: [], suggestions: [] };
  if (query.kind === "place") {
    const hit = await findSymbolAt(reader, query.path, query.line);
    return { groups: hit ? groupHits([hit]) : [], suggestions: [] };
  }
  if (query.kind === "handle") {
    const { path, qualifiedName, overload } = query.handle;
    const inFile = (await symbolsOfFile(reader, path)).filter(
      ({ symbol }) => overload === 0 || symbol.overload === overload,
    );
    const hits = inFile.filter(({ symbol }) => symbol.qualifiedName === qualifiedName);
    if (hits.length > 0) return { groups: await withOtherParts(reader, groupHits(hits)), suggestions: [] };
    const followed = await followHandle(reader, query.handle);
    if (followed) return followed;
    const parts = qualifiedName!.split(".");
    // The end of a name says which one of the file is meant; another file is not.
    const folded = parts.map((part) => part.toLowerCase());
    const ending = inFile.filter(({ symbol }) =>
      nameEndsWith(symbol.qualifiedName.toLowerCase(), undefined, folded),
    );
    if (ending.length > 0) return { groups: groupHits(ending).sort(compareGroups), suggestions: [] };
    return findByName(reader, parts, 0, text);
  }
  return findByName(reader, query.parts, query.overload, text);
}

/** Null when the journal knows nothing of the handle. */
async function followHandle(reader: ViewReader, handle: ParsedHandle): Promise<FoundSymbols | null> {
  const { moves } = await reader.history();
  if (moves.length === 0) return null;
  const hitsAt = async ({ path, qualifiedName, overload }: ParsedHandle) =>
    (await symbolsOfFile(reader, path)).filter(
      ({ symbol }) =>
        symbol.qualifiedName === qualifiedName && (overload === 0 || symbol.overload === overload),
    );
  const followed = await followMoves(moves, handle, async (place) => (await hitsAt(place)).length > 0);
  if (!followed) return null;
  const { to, reason } = followed;
  const groups = await withOtherParts(reader, groupHits(await hitsAt(to)));
  const name = { qualifiedName: to.qualifiedName!, overload: to.overload };
  return { groups, suggestions: [], moved: { to: handleOf(to.path, name), reason } };
}

/** Where the file at a path of old is now; null when it is there, or nothing is known of it. */
export async function followFile(reader: ViewReader, path: string): Promise<FoundSymbols | null> {
  const handle = parseHandle(path);
  if (!handle || handle.qualifiedName !== null || !/[./]/.test(path)) return null;
  const { moves } = await reader.history();
  const isThere = async (place: ParsedHandle) => (await findFile(reader, place.path)) !== null;
  const followed = await followMoves(moves, handle, isThere);
  const group = followed && (await findFileGroup(reader, followed.to.path));
  if (!group) return null;
  return { groups: [group], suggestions: [], moved: { to: handleOf(group.path), reason: followed.reason } };
}

async function findByName(
  reader: ViewReader,
  parts: readonly string[],
  overload: number,
  text: string,
): Promise<FoundSymbols> {
  const name = parts.at(-1)!;
  const [named] = await reader.symbolsNamed([name]);
  const hits = await matchingParts(
    reader,
    named!.filter((hit) => overload === 0 || hit.symbol.overload === overload),
    parts,
  );
  const exact = hits.filter((hit) => hit.symbol.name === name);
  const found = withoutPrototypes(groupHits(exact.length > 0 ? exact : hits)).sort(compareGroups);
  const groups = await joinParts(reader, found);
  // A bare name that is defined at top level somewhere does not mean a local of the same name elsewhere.
  const visible = groups.filter((group) => group.hits[0]!.symbol.scope !== "local");
  if (groups.length > 0) return { groups: visible.length > 0 ? visible : groups, suggestions: [] };
  return { groups: [], suggestions: await suggestNames(reader, text, name) };
}

/** A handle of one part stands for the whole symbol. */
async function withOtherParts(reader: ViewReader, groups: readonly SymbolGroup[]): Promise<SymbolGroup[]> {
  const [first] = groups;
  if (groups.length !== 1 || !first!.hits.every(isPart)) return [...groups];
  const [named] = await reader.symbolsNamed([first!.hits[0]!.symbol.name]);
  const same = groupHits(named!.filter(({ symbol }) => symbol.qualifiedName === first!.qualifiedName));
  const joined = await joinParts(reader, same);
  return joined.filter(({ hits }) => hits.some((hit) => hit.path === first!.path));
}

/** A prototype in a header and its definition are one symbol to whoever asks: the definition. */
function withoutPrototypes(groups: readonly SymbolGroup[]): SymbolGroup[] {
  const isPrototype = (group: SymbolGroup) =>
    group.hits.every(({ symbol }) => symbol.modifiers.includes("declaration"));
  const defined = new Set(groups.filter((group) => !isPrototype(group)).map((group) => group.qualifiedName));
  return groups.filter((group) => !isPrototype(group) || !defined.has(group.qualifiedName));
}

/** Those whose qualified name, or the package of their file with it, ends with the parts. */
async function matchingParts(
  reader: ViewReader,
  hits: readonly SymbolHit[],
  parts: readonly string[],
): Promise<SymbolHit[]> {
  const folded = parts.map((part) => part.toLowerCase());
  const endsWith = (hit: SymbolHit, packageName?: string) =>
    nameEndsWith(hit.symbol.qualifiedName.toLowerCase(), packageName?.toLowerCase(), folded);
  if (parts.length === 1) return hits.filter((hit) => endsWith(hit));
  const outlines = await reader.outlines(hits.map((hit) => hit.blob));
  return hits.filter((hit, at) => endsWith(hit) || endsWith(hit, outlines[at]!.packageName));
}

async function suggestNames(reader: ViewReader, text: string, name: string): Promise<string[]> {
  for (let length = Math.min(name.length, 12); length >= 3; length--) {
    const names = await reader.startingWith("names", name.slice(0, length), SUGGESTIONS);
    const others = names.filter((other) => other !== text);
    if (others.length > 0) return others;
  }
  return [];
}

/** The innermost symbol whose declaration covers the line. */
export async function findSymbolAt(
  reader: ViewReader,
  path: string,
  line: number,
): Promise<SymbolHit | null> {
  let best: SymbolHit | null = null;
  for (const hit of await symbolsOfFile(reader, path)) {
    const { span } = hit.symbol;
    const covers = span.startLine <= line && line <= span.endLine;
    if (covers && (!best || span.end - span.start <= best.symbol.span.end - best.symbol.span.start))
      best = hit;
  }
  return best;
}

export async function findFile(reader: ViewReader, path: string): Promise<ViewFile | null> {
  const files = await reader.files();
  let low = 0;
  let high = files.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = comparePaths(files[middle]!.path, path);
    if (order === 0) return files[middle]!;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

/** A file and all that is defined in it, as one thing to trace; null when it is not indexed. */
export async function findFileGroup(reader: ViewReader, path: string): Promise<SymbolGroup | null> {
  const file = await findFile(reader, path);
  if (!file) return null;
  return { path: file.path, qualifiedName: file.path, hits: await symbolsOfFile(reader, path), isFile: true };
}

export async function symbolsOfFile(reader: ViewReader, path: string): Promise<SymbolHit[]> {
  return (await symbolsOfFiles(reader, [path])).get(path) ?? [];
}

/** Those that are not indexed are absent. */
export async function symbolsOfFiles(
  reader: ViewReader,
  paths: readonly string[],
): Promise<Map<string, SymbolHit[]>> {
  const found = await Promise.all([...new Set(paths)].map((path) => findFile(reader, path)));
  const files = found.filter((file) => file !== null);
  const outlines = await reader.outlines(files.map(({ blob }) => blob));
  return new Map(
    files.map(({ path, blob }, at) => [
      path,
      outlines[at]!.symbols.map((symbol, ordinal) => ({ path, blob, ordinal, symbol })),
    ]),
  );
}

function groupHits(hits: readonly SymbolHit[]): SymbolGroup[] {
  const groups = new Map<string, SymbolGroup>();
  for (const hit of hits) {
    const key = `${hit.path}#${hit.symbol.qualifiedName}`;
    const group = groups.get(key);
    if (group) group.hits.push(hit);
    else groups.set(key, { path: hit.path, qualifiedName: hit.symbol.qualifiedName, hits: [hit] });
  }
  return [...groups.values()];
}

/** Best first: what others see, code before tests, definitions before what is inside them. */
export function compareGroups(a: SymbolGroup, b: SymbolGroup): number {
  const [left, right] = [a.hits[0]!.symbol, b.hits[0]!.symbol];
  const declaration = (symbol: SymbolFact) => (symbol.modifiers.includes("declaration") ? 1 : 0);
  return (
    SCOPE_ORDER.indexOf(left.scope) - SCOPE_ORDER.indexOf(right.scope) ||
    Number(isTestPath(a.path)) - Number(isTestPath(b.path)) ||
    declaration(left) - declaration(right) ||
    KIND_ORDER.indexOf(left.kind) - KIND_ORDER.indexOf(right.kind) ||
    comparePaths(a.path, b.path) ||
    comparePaths(a.qualifiedName, b.qualifiedName)
  );
}
