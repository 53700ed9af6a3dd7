/** What differs between a revision and the working tree, down to symbols. */
import { hashContent } from "../core/content-hash.ts";
import { AppError } from "../core/errors.ts";
import type { SymbolFact } from "../core/facts.ts";
import { comparePaths, displayPath, type RelPath } from "../core/rel-path.ts";
import { languageOfPath } from "../languages/detect.ts";
import { findFile, type SymbolGroup, symbolsOfFile } from "../navigation/find-symbol.ts";
import { decodeSource } from "../parsing/decode-source.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import { readRootLayout } from "../workspace/git-layout.ts";
import { readBlobs, readTree, resolveRevision } from "../workspace/git-objects.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import type { GitPlaces } from "../workspace/quiet-git.ts";
import { changedSymbols, removedSymbols } from "./changed-symbols.ts";
import { ENGINE_ERRORS } from "./errors.ts";
import { changedLines, type LineRange, splitLines } from "./line-diff.ts";
import type { OldContent, ReadOldSymbols } from "./old-symbols.ts";

export type ChangeStatus = "added" | "modified" | "renamed" | "deleted";

export interface ChangedFile {
  path: RelPath;
  status: ChangeStatus;
  /** Where a renamed file was. */
  from?: RelPath;
  /** Lines of the new content. */
  ranges: LineRange[];
  symbols: { group: SymbolGroup; symbol: SymbolFact }[];
  /** Those outside any symbol: imports, statements, configuration. */
  topLevel: LineRange[];
  removed: SymbolFact[];
  /** Why its symbols are not known. */
  notIndexed?: string;
}

export interface Changes {
  base: string;
  /** Commit id of the base. */
  revision: string;
  /** Ascending by path. */
  files: ChangedFile[];
  /** Files that are not indexed and were too many or too large to compare. */
  notCompared: number;
}

export interface ChangesParts {
  reader: ViewReader;
  jail: RootJail;
  maxFileBytes: number;
  readOldSymbols: ReadOldSymbols;
}

/** Files without facts are read to be compared; beyond this many the answer would wait for them. */
const MAX_NOT_INDEXED = 500;

export async function findChanges(parts: ChangesParts, base: string): Promise<Changes> {
  const { places, revision } = await locateBase(parts.jail.root, base);
  const tree = await readTree(places, revision);
  const views = await parts.reader.files();
  const gone = await goneFiles(parts, tree);
  const movedFrom = new Map(gone.map((path) => [tree.get(path)!, path]));
  const moved = new Set<RelPath>();
  const modified: ViewFile[] = [];
  const files: ChangedFile[] = [];
  for (const file of views) {
    const before = tree.get(file.path);
    if (before === file.hash) continue;
    if (before !== undefined) {
      modified.push(file);
      continue;
    }
    const from = movedFrom.get(file.hash);
    if (from !== undefined && !moved.has(from)) {
      moved.add(from);
      files.push({ ...untouched(file.path, "renamed"), from });
    } else files.push(await describeAdded(parts.reader, file));
  }
  const deleted = gone.filter((path) => !moved.has(path));
  const oldIds = [...modified.map((file) => tree.get(file.path)!), ...deleted.map((path) => tree.get(path)!)];
  const blobs = await readBlobs(places, oldIds);
  const oldSymbols = await parts.readOldSymbols([
    ...modified.flatMap((file) => oldContent(file.path, file.language, blobs.get(tree.get(file.path)!))),
    ...deleted.flatMap((path) =>
      oldContent(path, languageOfPath(path)?.id ?? null, blobs.get(tree.get(path)!)),
    ),
  ]);
  for (const file of modified) {
    const before = blobs.get(tree.get(file.path)!);
    const changed = await describeModified(parts, file, before, oldSymbols.get(file.path));
    if (changed) files.push(changed);
  }
  for (const path of deleted)
    files.push({ ...untouched(path, "deleted"), removed: removedSymbols(oldSymbols.get(path) ?? [], []) });
  const { changed, notCompared } = await compareNotIndexed(parts, tree);
  files.push(...changed);
  files.sort((a, b) => comparePaths(a.path, b.path));
  return { base, revision, files, notCompared };
}

async function locateBase(root: string, base: string): Promise<{ places: GitPlaces; revision: string }> {
  const layout = readRootLayout(root);
  if (layout.kind !== "git")
    throw new AppError("CHANGES_NEED_GIT", `${displayPath(root)} is not a git repository`, {
      hint: ENGINE_ERRORS.CHANGES_NEED_GIT,
    });
  const revision = await resolveRevision(layout.places, base);
  if (revision === null)
    throw new AppError("CHANGES_BASE_UNKNOWN", `no revision ${base} in ${displayPath(root)}`, {
      hint:
        base === "HEAD"
          ? "the repository has no commit yet; commit first"
          : ENGINE_ERRORS.CHANGES_BASE_UNKNOWN,
    });
  return { places: layout.places, revision };
}

/** Paths of the base with nothing at their place any more. */
async function goneFiles(
  { reader, jail }: ChangesParts,
  tree: ReadonlyMap<RelPath, string>,
): Promise<RelPath[]> {
  const gone: RelPath[] = [];
  for (const path of tree.keys()) {
    if ((await findFile(reader, path)) === null && jail.stat(path) === null) gone.push(path);
  }
  return gone;
}

function untouched(path: RelPath, status: ChangeStatus): ChangedFile {
  return { path, status, ranges: [], symbols: [], topLevel: [], removed: [] };
}

function oldContent(path: RelPath, language: string | null, bytes: Buffer | undefined): OldContent[] {
  return bytes && language !== null ? [{ path, language, bytes }] : [];
}

async function describeAdded(reader: ViewReader, file: ViewFile): Promise<ChangedFile> {
  const [outline] = await reader.outlines([file.blob]);
  const { lines } = outline!;
  const ranges = lines > 0 ? [{ start: 1, end: lines }] : [];
  return attribute(reader, untouched(file.path, "added"), ranges, () => false);
}

/** Null when only line ends differ, as with a checkout that converts them. */
async function describeModified(
  { reader, jail, maxFileBytes }: ChangesParts,
  file: ViewFile,
  before: Buffer | undefined,
  oldSymbols: readonly SymbolFact[] | undefined,
): Promise<ChangedFile | null> {
  const read = jail.read(file.path, { maxBytes: maxFileBytes });
  const changed = untouched(file.path, "modified");
  if (!read.ok || !before) return { ...changed, notIndexed: "one of the two contents cannot be read" };
  const lines = splitLines(decodeSource(read.bytes).text);
  const ranges = changedLines(splitLines(decodeSource(before).text), lines);
  if (ranges.length === 0) return null;
  const described = await attribute(reader, changed, ranges, (line) => lines[line - 1]?.trim() === "");
  const [outline] = await reader.outlines([file.blob]);
  const removed = removedSymbols(oldSymbols ?? [], outline!.symbols);
  // Lines that only went away at the top level are told by the symbols that went with them.
  const topLevel = described.topLevel.filter(({ start, end }) => end >= start || removed.length === 0);
  return { ...described, topLevel, removed };
}

/** Adds the symbols that the changed lines belong to. */
async function attribute(
  reader: ViewReader,
  file: ChangedFile,
  ranges: LineRange[],
  isBlank: (line: number) => boolean,
): Promise<ChangedFile> {
  const hits = await symbolsOfFile(reader, file.path);
  const facts = hits.map((hit) => hit.symbol);
  const { ordinals, topLevel } = changedSymbols(facts, ranges, isBlank);
  const symbols = ordinals.map((at) => {
    const { symbol } = hits[at]!;
    const { qualifiedName } = symbol;
    const group = hits.filter((hit) => hit.symbol.qualifiedName === qualifiedName);
    return { group: { path: file.path, qualifiedName, hits: group }, symbol };
  });
  return { ...file, ranges, symbols, topLevel };
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
