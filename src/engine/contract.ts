import type { changeChoices, RepositoryChoices } from "../catalog/choices.ts";
import type { CatalogEntry } from "../catalog/entry.ts";
import type { ScopeRequest, ServiceEdge } from "../catalog/resolve-scope.ts";
import type { Scope } from "../core/scope.ts";
import type { CompilerReport } from "../indexing/compiler-links.ts";
import type { EmbedTextsReport } from "../indexing/embed-texts.ts";
import type { ViewPlan } from "../indexing/planner/plan-view.ts";
import type { ProgressEvent } from "../indexing/progress.ts";
import type { UpdateReport } from "../indexing/update.ts";
import type { ProviderDefinition } from "../semantics/contract.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectionStatus } from "../storage/contract.ts";
import type { StoreFactory } from "../storage/factory.ts";
import type { IndexedSource, SourcesReport } from "./dependency-sources/index-sources.ts";
import type { DoctorReport } from "./doctor.ts";
import type { Grammars } from "./grammars.ts";
import type { RepositoryRecord } from "./repositories.ts";
import type { UpdateNews } from "./repository/parts.ts";
import type { PurgeReport, PurgeSelection } from "./repository/purging.ts";
import type { RollbackReport } from "./repository/rolling-back.ts";
import type { IndexVerifyReport } from "./repository/verifying.ts";
import type { ScopeSession } from "./scope-session.ts";
import type { ViewSession } from "./session.ts";
import type { SharedJobs } from "./shared-jobs.ts";
import type { StoreAdmin } from "./stores.ts";
import type { Survey } from "./survey.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface EngineOptions {
  /** Where indexes live; default: CLEW_HOME or the user's cache folder. */
  home?: string;
  env?: NodeJS.ProcessEnv;
  /** Where the stores come from; default: files of SQLite in the home. */
  stores?: StoreFactory;
  /** Who makes links of compiler grade, strongest first; default: every provider of src/semantics/. */
  providers?: readonly ProviderDefinition[];
  /** Hears of updates that a question starts on its own. */
  onProgress?: (event: ProgressEvent) => void;
  /** Hears of every update of this process: how far it is, what it published, why it failed. */
  onUpdate?: (news: UpdateNews) => void;
  /** For processes that stay: watch the trees, so that a question about an unchanged one needs no scan. */
  isWatching?: boolean;
  /** Embed new generations by the configured model while this process lives; see `Engine.embed`. */
  embedsInBackground?: boolean;
  /** Take indexing jobs of the processes that share the store; milliseconds only for tests. */
  worksOnJobs?: boolean | { leaseMs: number; lookEveryMs: number };
  /** Keep links of compiler grade as the tree is, by the setting `semantics`; milliseconds only for tests. */
  warmsSemantics?: boolean | { lookAfterMs: number; beginAfterMs: number };
}

export interface UpdateOptions {
  onProgress?: (event: ProgressEvent) => void;
  signal?: AbortSignal;
}

export interface ReadOptions {
  /** Skip the comparison with the working tree and answer from the last generation. */
  isStaleAllowed?: boolean;
  /** Scan the tree even when watching says that nothing changed. */
  mustScan?: boolean;
  /** How long to wait for the comparison with the tree when an older generation is there; default: to its end. */
  waitMs?: number;
  /** Wait so long for another writer, too, however long its lock is waited for otherwise. */
  outlastsWriters?: boolean;
  signal?: AbortSignal;
  /** How long the session may be read from; it starts with the session. Default: for as long as it takes. */
  limit?: TimeLimit;
}

export interface Engine {
  readonly home: string;
  /** Tokens an answer may take when the caller does not say; the user's setting. */
  readonly defaultBudget: number;
  /** Who writes the lines about files; the user's setting. */
  readonly summaryWriter: Settings["summaries"];
  /** Milliseconds a question may work; the user's setting. */
  readonly queryMs: number;
  /** What is asked of the engine inside is one question: it looks at the state of the stores once. */
  asOneQuestion<T>(work: () => Promise<T>): Promise<T>;
  /** `isExact`: the folder itself; otherwise the indexed root or repository around it. */
  resolveRoot(path: string, options: { isExact: boolean }): Promise<string>;
  /** An indexed repository by its name, else the repository at or around a path, which may start at `from`. */
  findRepository(nameOrPath: string, from: string): Promise<string>;
  /** Several of these as one scope, in the given order; the same one twice counts once. */
  scopeOf(namesOrPaths: readonly string[], from: string): Promise<Scope>;
  /** Members of a scope of any kind; repositories by names or paths. */
  resolveScope(request: ScopeRequest, from: string): Promise<Scope>;
  /** What is known of every indexed repository: its type, version and packages. */
  catalog(): Promise<CatalogEntry[]>;
  /** Who of them calls whom over contracts, as each was last seen; empty for more than can be asked at once. */
  serviceEdges(signal?: AbortSignal): Promise<ServiceEdge[]>;
  /** What was chosen for the repository at a root. */
  choices(root: string): Promise<RepositoryChoices>;
  /** Chooses a name, a type and the like, indexed already or not; null takes a choice back. */
  choose(root: string, change: Parameters<typeof changeChoices>[1]): Promise<RepositoryChoices>;
  /** The language that a name stands for; null when there is none. */
  languageId(name: string): string | null;
  /** Lets a folder be indexed that is refused as too wide: a home, the whole file system. */
  admit(root: string): void;
  update(root: string, options?: UpdateOptions): Promise<UpdateReport>;
  /**
   * Indexes the sources of dependencies that the setting `dependencySources` lists as references, and forgets those it lists
   * no more; null when the setting is empty and nothing was indexed by it.
   */
  updateSources(root: string, options?: UpdateOptions): Promise<SourcesReport | null>;
  /** What that setting names in the tree at a root; nothing is written. */
  listSources(root: string): Promise<IndexedSource[]>;
  /** Asks a first index that is being built to publish what it has; resolves when it did, or with the signal. */
  untilPart(root: string, signal: AbortSignal): Promise<void>;
  /** Moves the index aside and builds it anew from the sources. */
  rebuild(root: string, options?: UpdateOptions): Promise<UpdateReport>;
  /** Updates, then lets the TypeScript compiler replace the links of TypeScript and JavaScript files. */
  refine(root: string, options?: UpdateOptions): Promise<CompilerReport>;
  /**
   * Makes the vectors that the configured model lacks for the last generation; null when none is configured that
   * reads text. What is done stays done when it fails or is cancelled.
   */
  embed(root: string, options?: UpdateOptions): Promise<EmbedTextsReport | null>;
  /** Lets the configured language model write the lines that files lack; how many, or null when rules write them. */
  summarise(root: string, options?: UpdateOptions): Promise<number | null>;
  /** Updates, then takes over the edges of a SCIP index for files it still describes. */
  importScip(root: string, bytes: Uint8Array, options?: UpdateOptions): Promise<CompilerReport>;
  /**
   * Brings every member up to date, then lends a session over their generations for the time of `use`. A folder stands
   * for the scope of the one repository at it.
   */
  read<T>(
    scope: Scope | string,
    use: (session: ScopeSession) => Promise<T>,
    options?: ReadOptions,
  ): Promise<T>;
  /** The same for one repository, down to the rows of its index: for measuring and for tests. */
  readView<T>(root: string, use: (view: ViewSession) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** Takes what was learned of files out of the index, so that no byte of it is left in its files. */
  purge(root: string, selection: PurgeSelection, options?: UpdateOptions): Promise<PurgeReport>;
  /** What `update` would do to the tree as it is, and why; nothing is written. */
  plan(root: string, options?: { signal?: AbortSignal | undefined }): Promise<ViewPlan>;
  /** Puts the index back to the generation before the last update; answers come from it until the next `update`. */
  rollBack(root: string, options?: { signal?: AbortSignal | undefined }): Promise<RollbackReport>;
  /** Canonical text of everything the view shows; equal trees give equal dumps. */
  dump(root: string): Promise<string>;
  verify(root: string, options: { deep: boolean }): Promise<IndexVerifyReport>;
  /** How far other stores are that are made from the index, and what keeps them; none when none is configured. */
  projections(root: string): Promise<ProjectionStatus[]>;
  /** Whether watching proves that the last generation is of the tree as it is; false where that is not known. */
  isUnchanged(root: string): Promise<boolean>;
  /** Roots that are held in memory. */
  openRoots(): string[];
  /** Closes what nobody used for `idleMs`; it opens again when asked about. Returns the roots. */
  unload(options: { idleMs: number }): Promise<string[]>;
  /** Whether a repository is in use, and how often one was so far. */
  activity(): { isBusy: boolean; count: number };
  /** Drops caches; what they held is read again when it is needed. */
  releaseMemory(): void;
  /** For a process that nobody asks: a short step of what open indexes need from time to time. */
  keepUp(): Promise<void>;
  list(): Promise<RepositoryRecord[]>;
  remove(nameOrPath: string): Promise<RepositoryRecord>;
  doctor(path: string): Promise<DoctorReport>;
  /** What indexing a folder would take in and leave out. */
  survey(root: string): Promise<Survey>;
  /** Colours of a text in a language: triples of start, end and position in TOKEN_CLASSES; none where no grammar reads it. */
  highlight(language: string, text: string, signal?: AbortSignal): Promise<Uint32Array>;
  /** Grammars for languages that are not bundled. */
  readonly grammars: Grammars;
  /** Lets whichever process that shares the store index a repository later; the number of its job. */
  enqueue: SharedJobs["enqueue"];
  /** Jobs of all processes that share the store, the newest first. */
  jobs: SharedJobs["list"];
  /** Looks at stores and moves indexes between them. */
  readonly stores: StoreAdmin;
  /** The user's own settings and the repository's, as files. */
  settingsFiles(root: string): { user: string; repository: string };
  close(): Promise<void>;
}
