/** What can be asked of one repository. Nothing here hands out the index or the working tree themselves. */
import type { Edge, Handle, Tier } from "../core/edges.ts";
import type { Problem } from "../core/errors.ts";
import { describeSymbol, type SymbolDescription } from "../navigation/describe-symbol.ts";
import { findFile, type SymbolGroup } from "../navigation/find-symbol.ts";
import { findPath } from "../navigation/trace.ts";
import type { ProjectionStatus, SkippedFile, ViewFile, ViewInfo } from "../storage/contract.ts";
import type { WatchStatus } from "../watching/tree-watcher.ts";
import { type Changes, type ChangesRequest, findChanges } from "./changes/find-changes.ts";
import { type Impact, traceImpact } from "./changes/impact.ts";
import type { CompilerState } from "./questions/compilers.ts";
import { type Coverage, coverageOf } from "./questions/coverage.ts";
import { type DefinitionAt, findDefinitionAt } from "./questions/definition-at.ts";
import { type FileUses, usesOfFile } from "./questions/file-uses.ts";
import { type HandleLines, linesOfHandles } from "./questions/handle-lines.ts";
import { findKeyFiles, type KeyFile } from "./questions/key-files.ts";
import { type ListedFile, listFiles } from "./questions/list-files.ts";
import { findNamesLike, type NamesLike } from "./questions/names-like.ts";
import {
  findNeighbourhood,
  type Neighbourhood,
  type NeighbourhoodRequest,
} from "./questions/neighbourhood.ts";
import { type FileOutline, outlineOfFile } from "./questions/outline.ts";
import { type ParseReport, parseReportOf } from "./questions/parse-report.ts";
import {
  commitsLike,
  type FilePast,
  type LikeCommit,
  type Past,
  pastOfFile,
  pastOfTree,
} from "./questions/past.ts";
import { pathsLike } from "./questions/paths-like.ts";
import { findSimilarSpans, type SimilarSpan } from "./questions/similar-spans.ts";
import { flagsOf, type SymbolFlags } from "./questions/symbol-flags.ts";
import { countUnits, type UnitCounts } from "./questions/units.ts";
import type { Freshness, ViewSession } from "./session.ts";

const MAX_PATH_STEPS = 8;
const MAX_PATH_VISITED = 20_000;

export class ViewQuestions {
  readonly #view: ViewSession;

  constructor(view: ViewSession) {
    this.#view = view;
  }

  get info(): ViewInfo {
    return this.#view.info;
  }

  get freshness(): Freshness {
    return this.#view.freshness;
  }

  /** What the repository's own settings ask for and do not get. */
  get settingsProblems(): readonly Problem[] {
    return this.#view.settingsProblems;
  }

  /** Null: this process looks at the whole tree for every question. */
  get watching(): WatchStatus | null {
    return this.#view.watching;
  }

  /** How far stores are that are made from the index, and what keeps them; none when there are none. */
  projections(): Promise<readonly ProjectionStatus[]> {
    return this.#view.projections();
  }

  /** How far links of compiler grade go, by compiler; none where it has nothing to say. */
  compilers(): Promise<readonly CompilerState[]> {
    return this.#view.compilers();
  }

  /** The file's text as it is in the working tree now, secrets blanked; null when it cannot be read inside the root. */
  readText(path: string): Promise<string | null> {
    return this.#view.readText(path);
  }

  findFile(path: string): Promise<ViewFile | null> {
    return findFile(this.#view.reader, path);
  }

  /** Why a file is not in the index, when it was seen and left out. */
  async whySkipped(path: string): Promise<SkippedFile | null> {
    return (await this.#view.reader.skipped()).find((file) => file.path === path) ?? null;
  }

  /** Indexed files that a path which is not indexed may mean. */
  pathsLike(path: string): Promise<string[]> {
    return pathsLike(this.#view.reader, path);
  }

  parseReport(file: ViewFile): Promise<ParseReport> {
    return parseReportOf(this.#view.reader, file);
  }

  outline(file: ViewFile): Promise<FileOutline> {
    return outlineOfFile(this.#view, file);
  }

  /** What lies around a symbol, a file or a folder; null when nothing is called so. */
  neighbourhood(asked: NeighbourhoodRequest): Promise<Neighbourhood | null> {
    return findNeighbourhood(this.#view.reader, asked);
  }

  /** What a word on a line of a file means; null when the file is not indexed. */
  definitionAt(path: string, line: number, name: string): Promise<DefinitionAt | null> {
    return findDefinitionAt(this.#view.reader, path, line, name);
  }

  /** Who uses what a file defines. */
  usesOfFile(path: string): Promise<FileUses> {
    return usesOfFile(this.#view, path);
  }

  /** What past commits tell of a file; null without a history. */
  pastOfFile(path: string): Promise<FilePast | null> {
    return pastOfFile(this.#view, path);
  }

  /** What past commits tell of all files; null without a history. */
  pastOfTree(): Promise<Past | null> {
    return pastOfTree(this.#view);
  }

  /** Past commits whose messages are like a text; null without a history. */
  commitsLike(text: string, most: number): Promise<LikeCommit[] | null> {
    return commitsLike(this.#view, text, most);
  }

  /** What somebody who is typing may mean. */
  namesAndFiles(text: string, limit: number): Promise<NamesLike> {
    return findNamesLike(this.#view.reader, text, limit);
  }

  /** Files that were left out, ascending by path. */
  async skipped(): Promise<readonly SkippedFile[]> {
    return this.#view.reader.skipped();
  }

  coverage(): Promise<Coverage> {
    return coverageOf(this.#view.reader);
  }

  /** The lines of symbols; null for what is no symbol of this generation. */
  linesOf(handles: readonly Handle[]): Promise<(HandleLines | null)[]> {
    return linesOfHandles(this.#view.reader, handles);
  }

  listFiles(): Promise<ListedFile[]> {
    return listFiles(this.#view.reader);
  }

  /** How many models, routes, jobs and so on there are. */
  unitCounts(): Promise<UnitCounts> {
    return countUnits(this.#view);
  }

  keyFiles(limit: number): Promise<KeyFile[]> {
    return findKeyFiles(this.#view.reader, limit);
  }

  /** Names as spelled that begin so, whatever their case. */
  namesLike(prefix: string, limit: number): Promise<string[]> {
    return this.#view.reader.startingWith("names", prefix, limit);
  }

  similarSpans(group: SymbolGroup, maxFiles: number): Promise<SimilarSpan[]> {
    return findSimilarSpans(this.#view, group, maxFiles);
  }

  describeSymbol(group: SymbolGroup): Promise<SymbolDescription> {
    return describeSymbol(this.#view.reader, group);
  }

  flagsOf(group: SymbolGroup): Promise<SymbolFlags> {
    return flagsOf(this.#view.reader, group, this.#view.readText);
  }

  /** A shortest chain of uses; null when there is none within the bounds. */
  findPath(from: SymbolGroup, to: SymbolGroup, minTier: Tier): Promise<Edge[] | null> {
    const bounds = { maxDepth: MAX_PATH_STEPS, maxVisited: MAX_PATH_VISITED, minTier };
    return findPath(this.#view.reader, from, to, bounds);
  }

  /** What differs between two states of the files, one of them the working tree's unless asked otherwise. */
  changes(asked: ChangesRequest): Promise<Changes> {
    const { reader, jail, settings, parseContents } = this.#view;
    return findChanges({ reader, jail, maxFileBytes: settings.maxFileBytes, parseContents }, asked);
  }

  /** Who is touched by the changes, what they break, and which tests look at them. */
  impactOf(changes: Changes, depth: number): Promise<Impact> {
    const { reader, linkStore: store, signal } = this.#view;
    return traceImpact({ reader, store, signal, sources: this.#view.sources() }, changes, depth);
  }
}
