/**
 * The facade: the only door for the command line, MCP and programs. Opens repositories, brings their index up to date,
 * and lends a session over one generation to whoever asks a question.
 */
import { join } from "node:path";
import type { ScopeRequest } from "../catalog/resolve-scope.ts";
import { AppError } from "../core/errors.ts";
import { MAX_MEMBERS, type Scope } from "../core/scope.ts";
import { languageById, languageIdOfName } from "../languages/detect.ts";
import { Highlighter } from "../parsing/highlight/highlighter.ts";
import { PROVIDERS } from "../semantics/providers.ts";
import { loadUserSettings, REPOSITORY_CONFIG, userConfigFile } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { openRoot } from "../workspace/path-jail.ts";
import { BackgroundEmbedding } from "./background-embedding.ts";
import { Catalog, scopeOfRoot } from "./catalog.ts";
import type { Engine, EngineOptions, ReadOptions, UpdateOptions } from "./contract.ts";
import { examine } from "./doctor.ts";
import { grammarsOf } from "./grammars.ts";
import { healing } from "./healing.ts";
import { cacheHome, createPrivateFolder } from "./home.ts";
import { keepLog } from "./keep-log.ts";
import type { ScopeReading } from "./read-scope.ts";
import { openChosenStores } from "./record-store.ts";
import { Repositories } from "./repositories.ts";
import { loadRepositorySettings } from "./repository-settings.ts";
import type { ScopeSession } from "./scope-session.ts";
import type { ViewSession } from "./session.ts";
import { openSharedJobs } from "./shared-jobs.ts";
import { storeAdminOf } from "./stores.ts";
import { surveyFolder } from "./survey.ts";
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
  type ServiceEdge,
  servicesOf,
} from "../catalog/resolve-scope.ts";
export type { KnownService } from "../catalog/service-directory.ts";
export { EDGE_KINDS, type EdgeKind, TIERS, type Tier } from "../core/edges.ts";
export type { Scope, ScopeMember } from "../core/scope.ts";
export type { Contract, ContractKind } from "../frameworks/contract.ts";
export { ABOUT_CLASSES, CHANGE_CLASSES } from "../history/change-class.ts";
export type { CompilerReport } from "../indexing/compiler-links.ts";
export type { EmbedTextsReport } from "../indexing/embed-texts.ts";
export type { ViewPlan } from "../indexing/planner/plan-view.ts";
export type { ProgressEvent } from "../indexing/progress.ts";
export type { UpdateReport } from "../indexing/update.ts";
export { isTestHandle, isTestPath } from "../languages/test-paths.ts";
export { type Accounting, DOUBTS } from "../navigation/accounting/contract.ts";
export type { SymbolDescription } from "../navigation/describe-symbol.ts";
export type { FoundSymbols, SymbolGroup } from "../navigation/find-symbol.ts";
export { RELATION_NAMES, type Relation } from "../navigation/relations.ts";
export type { Trace, TraceRow } from "../navigation/trace.ts";
export { TOKEN_CLASSES, type TokenClass } from "../parsing/highlight/token-classes.ts";
export {
  type AnswerWarning,
  type ContextAnswer,
  type ContextItem,
  type ContextOptions,
  DEFAULT_LIMIT,
  type FilterReport,
  fallOff,
  LEAST_LARGE_ANSWER,
  leadsClearly,
  marksOf,
  numberDeclaration,
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
export type { Engine, EngineOptions, ReadOptions, UpdateOptions } from "./contract.ts";
export type { IndexedSource, SourcesReport } from "./dependency-sources/index-sources.ts";
export type { DoctorReport } from "./doctor.ts";
export type { AddedGrammar, Grammars } from "./grammars.ts";
export type { CompilerState } from "./questions/compilers.ts";
export type { ContractEdge } from "./questions/contract-edges.ts";
export type { Contracts, UnitInScope } from "./questions/contracts.ts";
export type { Counts, Coverage } from "./questions/coverage.ts";
export type { DefinitionAt } from "./questions/definition-at.ts";
export type { FileUses } from "./questions/file-uses.ts";
export type { Flow } from "./questions/flow.ts";
export { GRAPH_LEVELS } from "./questions/graph-levels.ts";
export type { KeyFile } from "./questions/key-files.ts";
export type { ListedFile } from "./questions/list-files.ts";
export type { NamesLike } from "./questions/names-like.ts";
export type { Neighbourhood } from "./questions/neighbourhood.ts";
export type { FileOutline } from "./questions/outline.ts";
export type { FilePast, LikeCommit, Past, ToldCommit } from "./questions/past.ts";
export { type RankingFeature, rankingFeatures } from "./questions/ranking-features.ts";
export type { SymbolFlags } from "./questions/symbol-flags.ts";
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

export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const env = options.env ?? process.env;
  const home = createPrivateFolder(options.home ?? cacheHome(env));
  const stopLogging = await keepLog(home, env);
  const stores = options.stores ?? (await openChosenStores(home, env));
  const repositories = new Repositories(home, env, stores, {
    isWatching: options.isWatching ?? false,
    providers: options.providers ?? PROVIDERS,
    onEdited: (root) => warm?.edited(root),
    onUpdate: options.onUpdate ?? (() => {}),
  });
  const warm = options.warmsSemantics
    ? new WarmSemantics({
        ...(typeof options.warmsSemantics === "object" && options.warmsSemantics),
        refine: (root, how) => repositories.usingListed(root, (repository) => repository.refineBeside(how)),
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
    repositories.usingListed(root, async (repository) => {
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
  /** Without bringing anything up to date, and nothing of a folder that is not indexed. */
  const compilersAt = async (path: string) => {
    const root = await repositories.resolveRoot(path, false);
    if (!(await repositories.list()).some((record) => record.path === root)) return [];
    return readView(root, (view) => view.compilers(), { isStaleAllowed: true }, false);
  };
  const jobs = openSharedJobs(stores, {
    work: options.worksOnJobs ? (options.worksOnJobs === true ? {} : options.worksOnJobs) : null,
    update,
    onHeard: options.isWatching ? (options.onUpdate ?? (() => {})) : null,
  });
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
    const reading: ScopeReading = {
      readView: (root, useView, { isBegunAnew, limit }) =>
        readView(root, useView, { ...asked, ...(limit && { limit }) }, isBegunAnew),
      renew,
      limit: asked.limit,
      roundTrips: () => stores.roundTrips(),
    };
    const members = typeof scope === "string" ? scopeOfRoot(scope) : scope;
    return stores.asOneQuestion(() => readScope(members, use, reading));
  };
  // As everything was last seen: what is asked itself is brought up to date later.
  const callsIn = async (scope: Scope, signal?: AbortSignal) => {
    if (scope.length < 2) return [];
    const { callsBetween } = await import("./questions/calls-between.ts");
    const ask = async (session: ScopeSession) => callsBetween(await session.contracts());
    return read(scope, ask, { isStaleAllowed: true, signal });
  };
  const callsFor = async (request: ScopeRequest, from: string) => {
    if (request.kind !== "boundary-aware" || request.includesDependencies === false) return [];
    return callsIn(await catalog.resolve({ kind: "global", repositories: request.repositories }, from));
  };
  const sourcesDoor = {
    catalog: () => catalog.entries(),
    choices: (root: string) => catalog.choices(root),
    choose: (root: string, change: Parameters<Engine["choose"]>[1]) => catalog.choose(root, change),
    update,
    remove: (nameOrPath: string) => catalog.remove(nameOrPath),
  };
  const sourcesOf = (root: string) => ({ root, listed: settings().dependencySources, env });
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
    enqueue: jobs.enqueue,
    jobs: jobs.list,
    asOneQuestion: (work) => stores.asOneQuestion(work),
    resolveRoot: (path, { isExact }) => repositories.resolveRoot(path, isExact),
    findRepository: (nameOrPath, from) => catalog.find(nameOrPath, from),
    scopeOf: (namesOrPaths, from) => catalog.scopeOf(namesOrPaths, from),
    resolveScope: async (request, from) => catalog.resolve(request, from, await callsFor(request, from)),
    catalog: () => catalog.entries(),
    serviceEdges: async (signal) => {
      const paths = (await catalog.list()).map(({ path }) => path);
      const isAskable = paths.length >= 2 && paths.length <= MAX_MEMBERS;
      return isAskable ? callsIn(await catalog.scopeOf(paths, home), signal) : [];
    },
    choices: (root) => catalog.choices(root),
    choose: (root, change) => catalog.choose(root, change),
    languageId: (name) => languageById(languageIdOfName(name.toLowerCase()))?.id ?? null,
    admit: (root) => repositories.admit(root),
    update,
    updateSources: async (root, asked) => {
      const of = sourcesOf(root);
      if (of.listed.length === 0 && !(await catalog.hasSourcesOf(root))) return null;
      const { indexSources } = await import("./dependency-sources/index-sources.ts");
      return indexSources(sourcesDoor, of, asked);
    },
    listSources: async (root) => {
      const { listSources } = await import("./dependency-sources/index-sources.ts");
      return listSources(sourcesDoor, sourcesOf(root));
    },
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
    plan: async (root, { signal = new AbortController().signal } = {}) => {
      if ((await catalog.list()).some((known) => known.path === root))
        return repositories.using(root, (repository) => repository.plan(signal));
      const { planFirstIndex } = await import("./repository/planning.ts");
      const jail = openRoot(root);
      return planFirstIndex(jail, loadRepositorySettings(jail, env).settings, signal);
    },
    rollBack: (root, { signal } = {}) =>
      repositories.using(root, (repository) => repository.rollBack(signal)),
    dump: (root) => repositories.using(root, (repository) => repository.dump()),
    verify: (root, { deep }) => repositories.using(root, (repository) => repository.verify(deep)),
    projections: (root) => repositories.using(root, (repository) => repository.projections()),
    isUnchanged: (root) => repositories.isUnchanged(root),
    openRoots: () => repositories.openRoots(),
    unload: ({ idleMs }) => repositories.unload(idleMs),
    activity: () => repositories.activity(),
    releaseMemory: () => repositories.releaseMemory(),
    keepUp: () => repositories.keepUp(),
    list: () => catalog.list(),
    remove: (nameOrPath) => catalog.remove(nameOrPath),
    doctor: async (path) => examine(home, stores, path, env, () => compilersAt(path)),
    survey: async (root) => {
      await repositories.refuseTooWide(await repositories.resolveRoot(root, true));
      return surveyFolder(root, env);
    },
    highlight: (language, text, signal) => highlighter.spansOf(language, text, signal),
    settingsFiles: (root) => ({ user: userConfigFile(env), repository: join(root, REPOSITORY_CONFIG) }),
    close: async () => {
      isClosed = true;
      highlighter.close();
      await jobs.close();
      await Promise.all([background.close(), warm?.close()]);
      await repositories.close();
      stopLogging();
    },
  };
}
