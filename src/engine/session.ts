/**
 * One question's view of a repository: a generation, and the working tree it speaks of. Stays inside the engine; tools
 * ask `ViewQuestions` and a `Searcher`.
 */
import { hashContent } from "../core/content-hash.ts";
import { plural } from "../core/counts.ts";
import type { Problem } from "../core/errors.ts";
import { isSameStamp } from "../core/file-stamp.ts";
import { parseRelPath } from "../core/rel-path.ts";
import type { SourceReader } from "../navigation/accounting/contract.ts";
import { findFile } from "../navigation/find-symbol.ts";
import { decodeSource } from "../parsing/decode-source.ts";
import type {
  FileAges,
  PastCommits,
  SearchableView,
  SearchIndexCache,
  SearchWidth,
} from "../retrieval/index.ts";
import type { Searcher } from "../searching/contract.ts";
import { ViewSearcher } from "../searching/view-searcher.ts";
import { REPOSITORY_CONFIG } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { BlobId, ProjectionStatus, ViewFile, ViewInfo, ViewReader } from "../storage/contract.ts";
import type { WatchStatus } from "../watching/tree-watcher.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import { textWithoutSecrets } from "../workspace/text-without-secrets.ts";
import type { LinkStore } from "./changes/links-in-state.ts";
import type { ParseContents } from "./changes/parse-contents.ts";
import { openSummaries } from "./embeddings.ts";
import { type ConfiguredModels, ModelStandIn } from "./model-stand-in.ts";
import { openSources } from "./open-sources.ts";
import type { CompilerState } from "./questions/compilers.ts";
import { unitPlacesOf } from "./questions/units.ts";
import { limitReader, type TimeLimit } from "./time-limit.ts";

/** Whether the generation was compared with the working tree for this answer. */
export type Freshness = { isFresh: true } | { isFresh: false; reason: string };

export interface SessionParts {
  reader: ViewReader;
  /** Null: the session may be used for as long as it takes. */
  limit: TimeLimit | null;
  /** Tells this index file from one that is built anew in its place. */
  indexId: string;
  jail: RootJail;
  settings: Settings;
  /** What the repository's own file asks for and does not get. */
  settingsProblems: readonly Problem[];
  /** Of the repository's type. */
  isDocumentation: () => Promise<boolean>;
  freshness: Freshness;
  /** Fresh because the watches saw no change, not because of a scan for this question. */
  isByWatching: boolean;
  /** null: this process looks at the whole tree for every question. */
  watching: WatchStatus | null;
  searchIndexes: SearchIndexCache;
  /** Null: answers use no vectors. */
  queryModels: ConfiguredModels | null;
  parseContents: ParseContents;
  /** Links and facts by their ids, which the generation holds. */
  linkStore: LinkStore;
  /** Null: the tree has no commit. */
  ages: FileAges | null;
  /** How far stores are that are made from the index; none when there are none. */
  projections: () => Promise<readonly ProjectionStatus[]>;
  /** How far links of compiler grade go. */
  compilers: () => Promise<readonly CompilerState[]>;
  /** Null: the tree has no commit. */
  commits: PastCommits | null;
}

/** None of the file's own words: they would stand among ours. */
function settingsNote(problems: readonly Problem[]): string | null {
  if (problems.length === 0) return null;
  return `settings: ${plural(problems.length, "thing")} in ${REPOSITORY_CONFIG} ignored; clew doctor says what`;
}

export class ViewSession {
  readonly reader: ViewReader;
  /** For what is made once for a generation and kept: a question that gives up must not take it from the others. */
  readonly #unlimited: ViewReader;
  readonly #limit: TimeLimit | null;
  readonly indexId: string;
  readonly jail: RootJail;
  readonly settings: Settings;
  readonly settingsProblems: readonly Problem[];
  readonly freshness: Freshness;
  readonly isByWatching: boolean;
  readonly watching: WatchStatus | null;
  readonly #isDocumentation: () => Promise<boolean>;
  readonly #searchIndexes: SearchIndexCache;
  readonly #standIn: ModelStandIn;
  readonly parseContents: ParseContents;
  readonly linkStore: LinkStore;
  readonly ages: FileAges | null;
  readonly projections: SessionParts["projections"];
  readonly compilers: SessionParts["compilers"];
  readonly commits: PastCommits | null;

  constructor(parts: SessionParts) {
    this.#isDocumentation = parts.isDocumentation;
    this.#searchIndexes = parts.searchIndexes;
    this.#standIn = new ModelStandIn(parts.queryModels);
    this.parseContents = parts.parseContents;
    this.linkStore = parts.linkStore;
    this.ages = parts.ages;
    this.projections = parts.projections;
    this.compilers = parts.compilers;
    this.commits = parts.commits;
    this.#unlimited = parts.reader;
    this.#limit = parts.limit;
    this.reader = parts.limit ? limitReader(parts.reader, parts.limit) : parts.reader;
    this.indexId = parts.indexId;
    this.jail = parts.jail;
    this.settings = parts.settings;
    this.settingsProblems = parts.settingsProblems;
    this.freshness = parts.freshness;
    this.isByWatching = parts.isByWatching;
    this.watching = parts.watching;
  }

  /** Fires when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    return this.#limit?.signal ?? new AbortController().signal;
  }

  /** What the reader of an answer must know of how it was made; asked when it is made. */
  get notes(): string[] {
    return [settingsNote(this.settingsProblems), this.#standIn.line].filter((line) => line !== null);
  }

  /** Lines that notes may come to, for who sets room aside. */
  get longestNotes(): string[] {
    return [settingsNote(this.settingsProblems), this.#standIn.longestLine].filter((line) => line !== null);
  }

  get info(): ViewInfo {
    return this.reader.info;
  }

  /** The file's text as it is in the working tree now, secrets blanked; null when it cannot be read inside the root. */
  readonly readText = async (path: string): Promise<string | null> => {
    this.#limit?.check();
    const rel = parseRelPath(path);
    if (!rel) return null;
    const read = this.jail.read(rel, { maxBytes: this.settings.maxFileBytes });
    if (!read.ok) return null;
    const { text } = decodeSource(read.bytes);
    return textWithoutSecrets(text);
  };

  /** The questions of one view; `name` is what its repository is called, `folders` are those that count. */
  searcherCalled(name: string, folders: readonly string[] = []): Searcher {
    const openView = () => this.openSearchable();
    return new ViewSearcher({ name, folders, reader: this.reader, sources: this.sources(), openView });
  }

  sources(): SourceReader {
    return openSources(this.reader, this.jail, this.settings.maxFileBytes, () => this.#limit?.check());
  }

  /** The generation made ready for searching. */
  async openSearchable({ isOverview = false } = {}): Promise<SearchableView> {
    const limit = this.#limit;
    const open = () =>
      this.#searchIndexes.open(this.#unlimited, this.readText, this.#standIn.models, isOverview);
    const view = limit ? await limit.exempt(open) : await open();
    const limited: Partial<SearchableView> = limit
      ? { reader: this.reader, check: () => limit.check(), exempt: (work) => limit.exempt(work) }
      : {};
    return {
      ...view,
      ...limited,
      ages: this.ages,
      commits: this.commits,
      deprioritise: this.settings.deprioritise,
      isDocumentation: await this.#isDocumentation(),
      width: this.#width(),
      unitPlaces: () => unitPlacesOf(this),
      writtenSummary: (blob) => this.writtenSummary(blob),
    };
  }

  #width(): SearchWidth {
    const { candidates, similarity, shortForms } = this.settings;
    return { candidates, similarity, shortForms };
  }

  /** The line that the configured language model wrote about a content; null when rules must do. */
  async writtenSummary(blob: BlobId): Promise<string | null> {
    const writer = openSummaries(this.settings);
    if (!writer) return null;
    const [line] = await this.reader.summaries(writer.model, [blob]);
    return line ?? null;
  }

  /** Those of the paths whose content in the working tree is not what this generation was made from. */
  async changedOf(paths: readonly string[]): Promise<string[]> {
    const changed: string[] = [];
    for (const path of new Set(paths)) {
      const file = await findFile(this.reader, path);
      if (file && !this.#isAsIndexed(file)) changed.push(path);
    }
    return changed;
  }

  #isAsIndexed(file: ViewFile): boolean {
    const entry = this.jail.stat(file.path);
    if (!entry) return false;
    if (file.stamp && isSameStamp(file.stamp, entry.stamp)) return true;
    const read = this.jail.read(file.path, { maxBytes: this.settings.maxFileBytes });
    if (!read.ok) return false;
    return hashContent(read.bytes, file.hash.length === 64 ? "sha256" : "sha1") === file.hash;
  }
}
