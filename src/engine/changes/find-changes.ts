/** What differs between two states of the files, down to symbols. */
import { hashContent } from "../../core/content-hash.ts";
import { AppError } from "../../core/errors.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import { type SymbolGroup, symbolsOfFile } from "../../navigation/find-symbol.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import type { BlobId, SymbolHit, ViewReader } from "../../storage/contract.ts";
import type { RootJail } from "../../workspace/path-jail.ts";
import { ENGINE_ERRORS } from "../errors.ts";
import { changedSymbols, removedSymbols } from "./changed-symbols.ts";
import { type SymbolChange, symbolChange } from "./compare-symbols.ts";
import { ContentFacts } from "./content-facts.ts";
import { committedState, type FilesState, gitPlacesOf, stagedState, workingState } from "./files-state.ts";
import { changedLines, type LineRange, splitLines } from "./line-diff.ts";
import type { ParseContents } from "./parse-contents.ts";
import { patchedStates } from "./patch/patched-states.ts";

export type ChangeStatus = "added" | "modified" | "renamed" | "deleted";

export interface ChangedSymbol {
  group: SymbolGroup;
  symbol: SymbolFact;
  change: SymbolChange;
}

export interface ChangedFile {
  path: RelPath;
  status: ChangeStatus;
  /** Where a renamed file was. */
  from?: RelPath;
  /** Lines of the new content. */
  ranges: LineRange[];
  symbols: ChangedSymbol[];
  /** Those outside any symbol: imports, statements, configuration. */
  topLevel: LineRange[];
  removed: SymbolFact[];
  /** Why its symbols are not known. */
  notIndexed?: string;
}

/** What is compared with what. */
export type ChangesRequest =
  | { of: "base"; base: string }
  | { of: "staged" }
  | { of: "range"; range: string }
  | { of: "patch"; text: string };

export interface Changes {
  /** `changed since HEAD 1a2b3c4d5e6f`: what the files of the list are. */
  described: string;
  /** As it was asked for. */
  base: string;
  /** Commit id of the base; null when it is none. */
  revision: string | null;
  /** Ascending by path. */
  files: ChangedFile[];
  /** Files that are not indexed and were too many or too large to compare. */
  notCompared: number;
  /** What was compared, for whoever looks further. */
  compared: Compared;
}

export interface Compared {
  before: FilesState;
  after: FilesState;
  /** The index shows one of the two; null when it shows neither. */
  working: FilesState;
  facts: ContentFacts;
}

export interface ChangesParts {
  reader: ViewReader;
  jail: RootJail;
  maxFileBytes: number;
  parseContents: ParseContents;
}

/** Files without facts are read to be compared; beyond this many the answer would wait for them. */
const MAX_NOT_INDEXED = 500;
const SHORT_ID = 12;

export async function findChanges(parts: ChangesParts, asked: ChangesRequest): Promise<Changes> {
  const { reader, jail, maxFileBytes } = parts;
  const working = await workingState(reader, jail, maxFileBytes);
  const { before, after, described, base } = await statesOf(parts, asked, working);
  const compared = { before, after, working, facts: new ContentFacts(reader, parts.parseContents) };
  const files = await compareStates(parts, compared);
  const isWorking = after === working && before.revision !== null;
  const { changed, notCompared } = isWorking
    ? await compareNotIndexed(parts, before.ids)
    : { changed: [], notCompared: 0 };
  files.push(...changed);
  files.sort((a, b) => comparePaths(a.path, b.path));
  return { described, base, revision: before.revision, files, notCompared, compared };
}

interface States {
  before: FilesState;
  after: FilesState;
  described: string;
  base: string;
}

async function statesOf({ jail }: ChangesParts, asked: ChangesRequest, working: FilesState): Promise<States> {
  const commit = (text: string) => committedState(gitPlacesOf(jail.root), text);
  const named = (text: string, state: FilesState) => `${text} ${state.revision!.slice(0, SHORT_ID)}`;
  switch (asked.of) {
    case "base": {
      const before = await commit(asked.base);
      return {
        before,
        after: working,
        described: `changed since ${named(asked.base, before)}`,
        base: asked.base,
      };
    }
    case "staged": {
      const before = await commit("HEAD");
      const after = await stagedState(gitPlacesOf(jail.root));
      return { before, after, described: `staged on ${named("HEAD", before)}`, base: "HEAD" };
    }
    case "range": {
      const [from, to, ...more] = asked.range.split("..");
      if (!from || !to || more.length > 0 || to.startsWith("."))
        throw new AppError("CHANGES_RANGE_BROKEN", `${asked.range} is no range`, {
          hint: ENGINE_ERRORS.CHANGES_RANGE_BROKEN,
        });
      const before = await commit(from);
      const after = await commit(to);
      return {
        before,
        after,
        described: `changed from ${named(from, before)} to ${named(to, after)}`,
        base: from,
      };
    }
    case "patch": {
      const { before, after, isApplied } = await patchedStates(working, asked.text);
      const described = `changed by the patch, which is ${isApplied ? "" : "not "}applied`;
      return { before, after, described, base: "patch" };
    }
  }
}

async function compareStates(parts: ChangesParts, compared: Compared): Promise<ChangedFile[]> {
  const { before, after, facts } = compared;
  const gone = [...before.ids.keys()].filter((path) => !after.ids.has(path) && !after.has(path));
  const movedFrom = new Map(gone.map((path) => [before.ids.get(path)!, path]));
  const moved = new Set<RelPath>();
  const files: ChangedFile[] = [];
  const modified: RelPath[] = [];
  const added: RelPath[] = [];
  for (const [path, id] of after.ids) {
    const old = before.ids.get(path);
    if (old === id || (old === undefined && before.has(path))) continue;
    const from = movedFrom.get(id);
    if (old !== undefined) modified.push(path);
    else if (from !== undefined && !moved.has(from)) {
      moved.add(from);
      files.push({ ...untouched(path, "renamed"), from });
    } else added.push(path);
  }
  const deleted = gone.filter((path) => !moved.has(path));
  const oldSymbols = await facts.symbols(before, [...modified, ...deleted]);
  const newSymbols = await facts.symbols(after, [...modified, ...added]);
  const oldContents = await before.contents(modified);
  const newContents = await after.contents([...modified, ...added]);
  for (const path of added)
    files.push(await describeAdded(parts.reader, path, newContents.get(path), newSymbols.get(path)));
  for (const path of modified) {
    const contents = { before: oldContents.get(path), after: newContents.get(path) };
    const symbols = { before: oldSymbols.get(path) ?? [], after: newSymbols.get(path) ?? [] };
    const changed = await describeModified(parts.reader, path, contents, symbols);
    if (changed) files.push(changed);
  }
  for (const path of deleted)
    files.push({ ...untouched(path, "deleted"), removed: removedSymbols(oldSymbols.get(path) ?? [], []) });
  return files;
}

function untouched(path: RelPath, status: ChangeStatus): ChangedFile {
  return { path, status, ranges: [], symbols: [], topLevel: [], removed: [] };
}

async function describeAdded(
  reader: ViewReader,
  path: RelPath,
  bytes: Buffer | undefined,
  symbols: readonly SymbolFact[] = [],
): Promise<ChangedFile> {
  const lines = bytes ? splitLines(decodeSource(bytes).text).length : 0;
  const ranges = lines > 0 ? [{ start: 1, end: lines }] : [];
  return attribute(reader, untouched(path, "added"), ranges, { before: [], after: symbols }, () => false);
}

/** Null when only line ends differ, as with a checkout that converts them. */
async function describeModified(
  reader: ViewReader,
  path: RelPath,
  contents: { before: Buffer | undefined; after: Buffer | undefined },
  symbols: BothSymbols,
): Promise<ChangedFile | null> {
  const changed = untouched(path, "modified");
  if (!contents.after || !contents.before)
    return { ...changed, notIndexed: "one of the two contents cannot be read" };
  const lines = splitLines(decodeSource(contents.after).text);
  const ranges = changedLines(splitLines(decodeSource(contents.before).text), lines);
  if (ranges.length === 0) return null;
  const isBlank = (line: number) => lines[line - 1]?.trim() === "";
  const described = await attribute(reader, changed, ranges, symbols, isBlank);
  const removed = removedSymbols(symbols.before, symbols.after);
  // Lines that only went away at the top level are told by the symbols that went with them.
  const topLevel = described.topLevel.filter(({ start, end }) => end >= start || removed.length === 0);
  return { ...described, topLevel, removed };
}

interface BothSymbols {
  before: readonly SymbolFact[];
  after: readonly SymbolFact[];
}

/** Adds the symbols that the changed lines belong to. */
async function attribute(
  reader: ViewReader,
  file: ChangedFile,
  ranges: LineRange[],
  { before, after }: BothSymbols,
  isBlank: (line: number) => boolean,
): Promise<ChangedFile> {
  const { ordinals, topLevel } = changedSymbols(after, ranges, isBlank);
  const indexed = await symbolsOfFile(reader, file.path);
  const symbols = ordinals.map((at) => {
    const symbol = after[at]!;
    const group = groupOf(file.path, symbol, indexed);
    return { group, symbol, change: symbolChange(symbol, before) };
  });
  return { ...file, ranges, symbols, topLevel };
}

const NOT_STORED = -1 as BlobId;

/** As the index knows it; a symbol that the index does not have stands for itself and has no users there. */
function groupOf(path: RelPath, symbol: SymbolFact, indexed: readonly SymbolHit[]): SymbolGroup {
  const { qualifiedName } = symbol;
  const hits = indexed.filter((hit) => hit.symbol.qualifiedName === qualifiedName);
  const own = { path, blob: NOT_STORED, ordinal: -1, symbol };
  return { path, qualifiedName, hits: hits.length > 0 ? hits : [own] };
}

/** Tracked files that the index leaves out are compared by content. */
async function compareNotIndexed(
  { reader, jail, maxFileBytes }: ChangesParts,
  tree: ReadonlyMap<RelPath, string>,
): Promise<{ changed: ChangedFile[]; notCompared: number }> {
  const skipped = (await reader.skipped()).filter((file) => tree.has(file.path));
  const changed: ChangedFile[] = [];
  let notCompared = Math.max(0, skipped.length - MAX_NOT_INDEXED);
  for (const { path, reason } of skipped.slice(0, MAX_NOT_INDEXED)) {
    const before = tree.get(path)!;
    const read = jail.read(path, { maxBytes: maxFileBytes });
    if (!read.ok) notCompared += 1;
    else if (hashContent(read.bytes, before.length === 64 ? "sha256" : "sha1") !== before)
      changed.push({ ...untouched(path, "modified"), notIndexed: reason });
  }
  return { changed, notCompared };
}
