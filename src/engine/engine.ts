/**
 * The facade: the only door for the command line, MCP and programs. Opens repositories, brings their index up to date,
 * and lends a session over one generation to whoever asks a question.
 */
import { join } from "node:path";
import type { changeChoices, RepositoryChoices } from "../catalog/choices.ts";
import type { CatalogEntry } from "../catalog/entry.ts";
import type { ScopeRequest } from "../catalog/resolve-scope.ts";
import { AppError } from "../core/errors.ts";
import type { Scope } from "../core/scope.ts";
import type { CompilerReport } from "../indexing/compiler-links.ts";
import type { EmbedTextsReport } from "../indexing/embed-texts.ts";
import type { ProgressEvent } from "../indexing/progress.ts";
import type { UpdateReport } from "../indexing/update.ts";
import { languageById, languageIdOfName } from "../languages/detect.ts";
import { Highlighter } from "../parsing/highlight/highlighter.ts";
import type { ProviderDefinition } from "../semantics/contract.ts";
import { PROVIDERS } from "../semantics/providers.ts";
import { loadUserSettings, REPOSITORY_CONFIG, userConfigFile } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProjectionStatus } from "../storage/contract.ts";
import type { StoreFactory } from "../storage/factory.ts";
import { BackgroundEmbedding } from "./background-embedding.ts";
import { Catalog, scopeOfRoot } from "./catalog.ts";
import { type DoctorReport, examine } from "./doctor.ts";
import { type Grammars, grammarsOf } from "./grammars.ts";
import { healing } from "./healing.ts";
import { cacheHome, createPrivateFolder } from "./home.ts";
import { openChosenStores } from "./record-store.ts";
import { Repositories, type RepositoryRecord } from "./repositories.ts";
import type { UpdateNews } from "./repository/parts.ts";
import type { PurgeReport, PurgeSelection } from "./repository/purging.ts";
import type { IndexVerifyReport } from "./repository/verifying.ts";
import type { ScopeSession } from "./scope-session.ts";
import type { ViewSession } from "./session.ts";
import { type StoreAdmin, storeAdminOf } from "./stores.ts";
import { type Survey, surveyFolder } from "./survey.ts";
import type { TimeLimit } from "./time-limit.ts";
import { WarmSemantics } from "./warm-semantics.ts";

export { answererOf } from "../catalog/answerer.ts";
export { type RepositoryChoices, SERVICE_TYPES } from "../catalog/choices.ts";
export { describeEdge, type PackageEdge, packageEdges, versionDiffers } from "../catalog/dependency-edges.ts";
export type { CatalogEntry } from "../catalog/entry.ts";
export type { InScope, JoinedNeed } from "../catalog/join-contracts.ts";
export {
  MAX_DEPENDENCY_DEPTH,
  SCOPE_KINDS,
  type ScopeKind,
  type ScopeRequest,
  servicesOf,
} from "../catalog/resolve-scope.ts";
export type { KnownService } from "../catalog/service-directory.ts";
export { EDGE_KINDS, type EdgeKind, TIERS, type Tier } from "../core/edges.ts";
export type { Scope, ScopeMember } from "../core/scope.ts";
export type { Contract, ContractKind } from "../frameworks/contract.ts";
export type { CompilerReport } from "../indexing/compiler-links.ts";
export type { EmbedTextsReport } from "../indexing/embed-texts.ts";
export type { ProgressEvent } from "../indexing/progress.ts";
export type { UpdateReport } from "../indexing/update.ts";
export { isTestPath } from "../languages/test-paths.ts";
export { type Accounting, DOUBTS } from "../navigation/accounting/contract.ts";
export type { SymbolDescription } from "../navigation/describe-symbol.ts";
export type { FoundSymbols, SymbolGroup } from "../navigation/find-symbol.ts";
export { RELATION_NAMES, type Relation, type Trace, type TraceRow } from "../navigation/trace.ts";
export { TOKEN_CLASSES, type TokenClass } from "../parsing/highlight/token-classes.ts";
export {
  type AnswerWarning,
  type ContextAnswer,
  type ContextItem,
  type ContextOptions,
  DEFAULT_LIMIT,
  type FilterReport,
  LEAST_LARGE_ANSWER,
  numberLines,
  placeOfFile,
  type QueryFilters,
  renderContextExplanation,
  renderExplanation,
  renderImportChain,
  renderSearch,
  type SearchAnswer,
  warnOfSize,
} from "../retrieval/index.ts";
export type { AbsentMember, Searcher } from "../searching/contract.ts";
export type { ProjectionStatus, SymbolHit, VerifyReport, ViewFile } from "../storage/contract.ts";
export type { WatchStatus } from "../watching/tree-watcher.ts";
export type { BrokenUse } from "./changes/broken-uses.ts";
export type { ChangedFile, ChangedSymbol, Changes, ChangesRequest } from "./changes/find-changes.ts";
export type { AffectedUse, Impact, TestToRun } from "./changes/impact.ts";
export type { LineRange } from "./changes/line-diff.ts";
export type { UndecidedUse } from "./changes/undecided-uses.ts";
export type { DoctorReport } from "./doctor.ts";
export type { AddedGrammar, Grammars } from "./grammars.ts";
export type { CompilerState } from "./questions/compilers.ts";
export type { ContractEdge } from "./questions/contract-edges.ts";
export type { Contracts } from "./questions/contracts.ts";
export type { Counts, Coverage } from "./questions/coverage.ts";
export type { DefinitionAt } from "./questions/definition-at.ts";
export type { FileUses } from "./questions/file-uses.ts";
export type { KeyFile } from "./questions/key-files.ts";
export type { ListedFile } from "./questions/list-files.ts";
export type { NamesLike } from "./questions/names-like.ts";
export { GRAPH_LEVELS, type Neighbourhood } from "./questions/neighbourhood.ts";
export type { FileOutline } from "./questions/outline.ts";
export type { RepositoryRecord } from "./repositories.ts";
export type { UpdateNews } from "./repository/parts.ts";
export type { PurgeReport, PurgeSelection } from "./repository/purging.ts";
export type { MemberState, ScopeSession } from "./scope-session.ts";
export type { Freshness, ViewSession } from "./session.ts";
export type { CopiedRepository, StoreAdmin, StoreCheckResult } from "./stores.ts";
export type { Survey } from "./survey.ts";
export type { TimeLimit } from "./time-limit.ts";
export type { CrossedTrace } from "./trace-across.ts";
export type { ViewQuestions } from "./view-questions.ts";

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
  /** What was chosen for the repository at a root. */
  choices(root: string): Promise<RepositoryChoices>;
  /** Chooses a name, a type and the like, indexed already or not; null takes a choice back. */
  choose(root: string, change: Parameters<typeof changeChoices>[1]): Promise<RepositoryChoices>;
  /** The language that a name stands for; null when there is none. */
  languageId(name: string): string | null;
  /** Lets a folder be indexed that is refused as too wide: a home, the whole file system. */
  admit(root: string): void;
  update(root: string, options?: UpdateOptions): Promise<UpdateReport>;
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
  list(): Promise<RepositoryRecord[]>;
  remove(nameOrPath: string): Promise<RepositoryRecord>;
  doctor(path: string): Promise<DoctorReport>;
  /** What indexing a folder would take in and leave out. */
  survey(root: string): Promise<Survey>;
  /** Colours of a text in a language: triples of start, end and position in TOKEN_CLASSES; none where no grammar reads it. */
  highlight(language: string, text: string, signal?: AbortSignal): Promise<Uint32Array>;
  /** Grammars for languages that are not bundled. */
  readonly grammars: Grammars;
  /** Looks at stores and moves indexes between them. */
  readonly stores: StoreAdmin;
  /** The user's own settings and the repository's, as files. */
  settingsFiles(root: string): { user: string; repository: string };
  close(): Promise<void>;
}

export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const env = options.env ?? process.env;
  const home = createPrivateFolder(options.home ?? cacheHome(env));
  const stores = options.stores ?? openChosenStores(home, env);
  const repositories = new Repositories(home, env, stores, {
    isWatching: options.isWatching ?? false,
    providers: options.providers ?? PROVIDERS,
    onEdited: (root) => warm?.edited(root),
    onUpdate: options.onUpdate ?? (() => {}),
  });
  const warm = options.warmsSemantics
    ? new WarmSemantics({
        ...(typeof options.warmsSemantics === "object" && options.warmsSemantics),
        refine: (root, how) => repositories.using(root, (repository) => repository.refineBeside(how)),
      })
    : null;
  // When a question needs them: `clew doctor` must open with broken ones to say what is wrong.
  let userSettings: Settings | null = null;
  const settings = () => {
    userSettings ??= loadUserSettings(env);
    return userSettings;
  };
  const catalog = new Catalog(repositories, env);
  const highlighter = new Highlighter();
  let isClosed = false;
  const renew = async (root: string, error: unknown) => {
    const code = error instanceof AppError ? error.code : null;
    if (code === "INDEX_DAMAGED") await repositories.replaceIndex(root, (error as AppError).message);
    // Somebody else replaced the index while this one was reading it.
    else if (code !== "INDEX_CLOSED" || isClosed) throw error;
  };
  const background = new BackgroundEmbedding((root, signal) =>
    repositories.using(root, async (repository) => {
      await repository.embed({ signal });
      await repository.summarise({ signal });
    }),
  );
  const noteGeneration = (root: string, generation: number) => {
    if (options.embedsInBackground) background.touch(root, generation);
    if (settings().semantics === "warm") warm?.touch(root, generation);
  };
  const update = async (root: string, asked: UpdateOptions = {}) => {
    const report = await healing(root, renew, () =>
      repositories.using(root, (repository) =>
        repository.update({ onProgress: asked.onProgress ?? options.onProgress, signal: asked.signal }),
      ),
    );
    noteGeneration(root, report.generation);
    const problem = background.problemOf(root);
    return problem ? { ...report, problems: [...report.problems, problem] } : report;
  };
  const readView = <T>(
    root: string,
    use: (view: ViewSession) => Promise<T>,
    asked: ReadOptions,
    isBegunAnew: boolean,
  ) =>
    repositories.using(root, (repository) =>
      repository.read(
        (view) => {
          noteGeneration(root, view.info.generation);
          return use(view);
        },
        {
          isStaleAllowed: (asked.isStaleAllowed ?? false) && !isBegunAnew,
          mustScan: asked.mustScan,
          waitMs: asked.waitMs,
          outlastsWriters: asked.outlastsWriters,
          limit: asked.limit,
          onProgress: options.onProgress,
          signal: asked.signal,
        },
      ),
    );
  const read: Engine["read"] = async (scope, use, asked = {}) => {
    const { readScope } = await import("./read-scope.ts");
    return readScope(typeof scope === "string" ? scopeOfRoot(scope) : scope, use, {
      readView: (root, useView, { isBegunAnew, limit }) =>
        readView(root, useView, { ...asked, ...(limit && { limit }) }, isBegunAnew),
      renew,
      limit: asked.limit,
    });
  };
  // Joined over everything that is indexed, as it was last seen: what is asked itself is brought up to date later.
  const callsFor = async (request: ScopeRequest, from: string) => {
    if (request.kind !== "boundary-aware" || request.includesDependencies === false) return [];
    const everything = await catalog.resolve({ kind: "global", repositories: request.repositories }, from);
    if (everything.length < 2) return [];
    const { callsBetween } = await import("./questions/calls-between.ts");
    const ask = async (session: ScopeSession) => callsBetween(await session.contracts());
    return read(everything, ask, { isStaleAllowed: true });
  };
  return {
    home,
    get defaultBudget() {
      return settings().budget;
    },
    get summaryWriter() {
      return settings().summaries;
    },
    get queryMs() {
      return settings().queryMs;
    },
    grammars: grammarsOf(home),
    stores: storeAdminOf(home, env, stores),
    resolveRoot: (path, { isExact }) => repositories.resolveRoot(path, isExact),
    findRepository: (nameOrPath, from) => catalog.find(nameOrPath, from),
    scopeOf: (namesOrPaths, from) => catalog.scopeOf(namesOrPaths, from),
    resolveScope: async (request, from) => catalog.resolve(request, from, await callsFor(request, from)),
    catalog: () => catalog.entries(),
    choices: (root) => catalog.choices(root),
    choose: (root, change) => catalog.choose(root, change),
    languageId: (name) => languageById(languageIdOfName(name.toLowerCase()))?.id ?? null,
    admit: (root) => repositories.admit(root),
    update,
    untilPart: (root, signal) => repositories.using(root, (repository) => repository.untilPart(signal)),
    rebuild: async (root, asked) => {
      await repositories.replaceIndex(root, "a rebuild was asked for");
      return update(root, asked);
    },
    summarise: (root, asked) => repositories.using(root, (repository) => repository.summarise(asked)),
    embed: (root, asked) => repositories.using(root, (repository) => repository.embed(asked)),
    refine: (root, asked) => repositories.using(root, (repository) => repository.refine(asked)),
    importScip: (root, bytes, asked) =>
      repositories.using(root, (repository) => repository.importScip(bytes, asked)),
    read,
    readView: (root, use, asked = {}) =>
      healing(root, renew, (isBegunAnew) => readView(root, use, asked, isBegunAnew)),
    purge: (root, selection, asked) =>
      healing(root, renew, () =>
        repositories.using(root, (repository) => repository.purge(selection, asked)),
      ),
    dump: (root) => repositories.using(root, (repository) => repository.dump()),
    verify: (root, { deep }) => repositories.using(root, (repository) => repository.verify(deep)),
    projections: (root) => repositories.using(root, (repository) => repository.projections()),
    isUnchanged: (root) => repositories.isUnchanged(root),
    openRoots: () => repositories.openRoots(),
    unload: ({ idleMs }) => repositories.unload(idleMs),
    activity: () => repositories.activity(),
    releaseMemory: () => repositories.releaseMemory(),
    list: () => catalog.list(),
    remove: (nameOrPath) => catalog.remove(nameOrPath),
    doctor: async (path) => examine(home, stores, path, env),
    survey: async (root) => {
      await repositories.refuseTooWide(await repositories.resolveRoot(root, true));
      return surveyFolder(root, env);
    },
    highlight: (language, text, signal) => highlighter.spansOf(language, text, signal),
    settingsFiles: (root) => ({ user: userConfigFile(env), repository: join(root, REPOSITORY_CONFIG) }),
    close: async () => {
      isClosed = true;
      highlighter.close();
      await Promise.all([background.close(), warm?.close()]);
      await repositories.close();
    },
  };
}
