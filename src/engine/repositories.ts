/** All repositories of one home: finds the root a folder belongs to, opens each store once, keeps the registry. */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { type RepositoryChoices, readChoices } from "../catalog/choices.ts";
import { typeOf } from "../catalog/entry.ts";
import { CATALOG_ERRORS } from "../catalog/errors.ts";
import { isCurrentProfile, readProfile } from "../catalog/profile.ts";
import { AppError } from "../core/errors.ts";
import { notice } from "../core/notices.ts";
import { displayPath } from "../core/rel-path.ts";
import type { RepositoryType } from "../core/repository-types.ts";
import { releaseTermEmbedder } from "../embeddings/builtin/open-builtin.ts";
import type { UpdateReport } from "../indexing/update.ts";
import { SearchIndexCache } from "../retrieval/index.ts";
import type { ProviderDefinition } from "../semantics/contract.ts";
import { loadUserSettings } from "../settings/load-settings.ts";
import { findNamedRepositories } from "../settings/named-repositories.ts";
import type { RecordStore } from "../storage/contract.ts";
import type { OpenStore, StoreFactory, StorePlace } from "../storage/factory.ts";
import type { NoteKind, RepositoryRecord } from "../storage/registry/contract.ts";
import { whileWriting } from "../storage/while-writing.ts";
import { TreeWatcher } from "../watching/tree-watcher.ts";
import { readRootLayout } from "../workspace/git-layout.ts";
import { openRoot, type RootJail } from "../workspace/path-jail.ts";
import { contentParser } from "./changes/parse-contents.ts";
import { describeRepository, isOfSameShape } from "./describe-repository.ts";
import { openEmbeddings } from "./embeddings.ts";
import { ENGINE_ERRORS } from "./errors.ts";
import { PooledFileParser } from "./file-parser.ts";
import { refreshLanguages } from "./grammars.ts";
import { OpenProviders } from "./open-providers.ts";
import { Repository } from "./repository/index.ts";
import type { UpdateNews } from "./repository/parts.ts";
import { withChoices } from "./repository-choices.ts";
import { loadRepositorySettings } from "./repository-settings.ts";
import { storeFamilyOf } from "./store-family.ts";
import { whyTooWide } from "./wide-roots.ts";

export type { RepositoryRecord } from "../storage/registry/contract.ts";

/** A repository that is open, and since when nobody uses it. */
interface OpenRepository {
  repository: Repository;
  place: StorePlace;
  opened: OpenStore;
  users: number;
  usedAtMs: number;
}

const MAX_NAMES_IN_HINT = 12;
const REMOVE_TIMEOUT_MS = 30_000;
/** Folders past these are scanned for every question: watches are a shared and limited thing. */
const MAX_WATCHED = 8;

export interface RepositoriesOptions {
  isWatching: boolean;
  providers: readonly ProviderDefinition[];
  /** A watched tree changed and came to rest. */
  onEdited?: (root: string) => void;
  onUpdate: (news: UpdateNews) => void;
}

export class Repositories {
  readonly #home: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #byRoot = new Map<string, OpenRepository>();
  /** By root; asked by questions, since a profile takes some time to read. */
  readonly #types = new Map<string, Promise<RepositoryType>>();
  /** By root; updates by former choices, which still hold the lock. */
  readonly #predecessors = new Map<string, Promise<void>>();
  readonly #admitted = new Set<string>();
  readonly #stores: StoreFactory;
  readonly #parser = new PooledFileParser();
  /** Made with the first repository, by the user's settings: without one, broken ones harm nobody. */
  #searchIndexes: SearchIndexCache | null = null;
  readonly #semantics: OpenProviders;
  /** Repositories that are being opened. */
  #opening = 0;
  #uses = 0;

  readonly #options: RepositoriesOptions;

  constructor(home: string, env: NodeJS.ProcessEnv, stores: StoreFactory, options: RepositoriesOptions) {
    this.#home = home;
    this.#stores = stores;
    this.#env = env;
    this.#options = options;
    this.#semantics = new OpenProviders(options.providers, () => loadUserSettings(env));
  }

  /** The folder itself, or the nearest indexed root or repository around it. */
  async resolveRoot(path: string, isExact: boolean): Promise<string> {
    const real = openRoot(resolve(path)).root;
    if (isExact) return real;
    const indexed = await (await this.#stores.openRegistry()).findContaining(real);
    if (indexed) return indexed.path;
    const layout = readRootLayout(real);
    return layout.kind === "git" ? layout.places.workTree : real;
  }

  /** By name when the settings or exactly one indexed repository has it and no folder of that path exists; by path otherwise. */
  async find(nameOrPath: string, from: string): Promise<string> {
    const path = resolve(from, nameOrPath);
    if (existsSync(path)) return this.resolveRoot(path, false);
    const configured = findNamedRepositories([nameOrPath], loadUserSettings(this.#env));
    if (configured.length === 1 && configured[0]!.path) return this.resolveRoot(configured[0]!.path, false);
    const records = await this.list();
    const named = records.filter((record) => record.name === nameOrPath);
    if (named.length === 1) return named[0]!.path;
    if (named.length === 0 && /[\\/]/.test(nameOrPath)) return this.resolveRoot(path, false);
    const known = [...new Set(records.map((record) => record.name))].slice(0, MAX_NAMES_IN_HINT).join(", ");
    throw new AppError(
      "REPOSITORY_UNKNOWN",
      `${named.length === 0 ? "no indexed repository is" : `${named.length} repositories are`} called ${displayPath(nameOrPath)}`,
      {
        hint:
          named.length > 0
            ? "give its path instead of its name"
            : `give the path of a folder${known ? `, or one of: ${known}` : ""}`,
      },
    );
  }

  /** Lends a repository for the time of `work`; meanwhile it is not unloaded. */
  async using<T>(root: string, work: (repository: Repository) => Promise<T>): Promise<T> {
    const open = await this.#openForUse(root);
    try {
      return await work(open.repository);
    } finally {
      open.users -= 1;
      open.usedAtMs = performance.now();
    }
  }

  /** For work that nobody waits for: what was removed meanwhile, by whatever process, must not come back by it. */
  async usingListed<T>(root: string, work: (repository: Repository) => Promise<T>): Promise<T | null> {
    const isListed = (await (await this.#stores.openRegistry()).findByPath(root)) !== null;
    return isListed ? this.using(root, work) : null;
  }

  async #openForUse(root: string): Promise<OpenRepository> {
    this.#opening += 1;
    this.#uses += 1;
    try {
      const open = await this.#open(root);
      open.users += 1;
      return open;
    } finally {
      this.#opening -= 1;
    }
  }

  /** From now on a folder is indexed however wide it is. */
  admit(root: string): void {
    this.#admitted.add(openRoot(resolve(root)).root);
  }

  /** Unless it was admitted or is indexed already. `root` is a real path. */
  async refuseTooWide(root: string): Promise<void> {
    const why = this.#admitted.has(root) ? null : whyTooWide(root, this.#home, this.#env);
    if (why === null) return;
    const indexed = await (await this.#stores.openRegistry()).findContaining(root);
    if (indexed?.path === root) return;
    throw new AppError("ROOT_TOO_WIDE", `${displayPath(root)} ${why}`, { hint: ENGINE_ERRORS.ROOT_TOO_WIDE });
  }

  async #open(root: string): Promise<OpenRepository> {
    const jail = openRoot(resolve(root));
    await this.refuseTooWide(jail.root);
    const known = this.#byRoot.get(jail.root);
    if (known && !(await known.place.isReplaced(known.opened))) return known;
    // Another call may have found the same and forgotten it while this one looked.
    if (known && this.#byRoot.get(jail.root) === known) await this.#forget(known.place);
    const { settings, problems: settingsProblems } = withChoices(
      loadRepositorySettings(jail, this.#env),
      (await this.choicesOf(jail.root)).indexing,
    );
    const { place, layout } = this.#familyOf(jail.root);
    const startedAt = performance.now();
    const opened = await place.open();
    const { store, projector, identity, problem } = opened;
    const algorithm = layout.kind === "git" ? layout.objectFormat : "sha1";
    const parserFor = (folder: string) => this.#parser.forRoot(folder, settings, algorithm);
    const embeddings = openEmbeddings(settings, this.#env);
    // Two calls may have opened it at the same time; updates are shared only within one.
    const raced = this.#byRoot.get(jail.root);
    if (raced) return raced;
    this.#searchIndexes ??= new SearchIndexCache({ viewMemoryMb: settings.viewMemoryMb });
    const repository = new Repository({
      jail,
      settings,
      settingsProblems,
      isDocumentation: async () => (await this.#typeOf(jail.root)) === "documentation",
      embeddings,
      store,
      projector,
      place,
      storeIdentity: identity,
      storeFormat: this.#stores.format,
      problem,
      searchIndexes: this.#searchIndexes,
      semantics: this.#semantics,
      // Watches pass over folders that git ignores.
      watcher: settings.respectGitignore ? this.#watch(jail) : null,
      parser: this.#parser.forRoot(jail.root, settings, algorithm, embeddings.rules),
      parseContents: contentParser(parserFor),
      refreshLanguages: () => refreshLanguages(this.#home, this.#parser),
      predecessor: this.#predecessors.get(jail.root),
      onNews: this.#options.onUpdate,
      onUpdated: (report) => this.#register(jail, place, store, report),
    });
    const open = { repository, place, opened, users: 0, usedAtMs: performance.now() };
    this.#byRoot.set(jail.root, open);
    const ms = Math.round(performance.now() - startedAt);
    this.#note("opened", place, { ms, ...(problem && { code: problem.code }) });
    return open;
  }

  #watch(jail: RootJail): TreeWatcher | null {
    if (!this.#options.isWatching || this.#byRoot.size >= MAX_WATCHED) return null;
    const onBurstEnded = () => {
      // What goes wrong in the background is met, and told, by the next question.
      if (this.#byRoot.has(jail.root)) this.usingListed(jail.root, (open) => open.update()).catch(() => {});
    };
    const onQuiet = () => {
      if (this.#byRoot.has(jail.root)) this.#options.onEdited?.(jail.root);
    };
    return new TreeWatcher(jail, { onBurstEnded, onQuiet });
  }

  #drop(root: string): void {
    const open = this.#byRoot.get(root);
    if (!open) return;
    open.repository.close();
    this.#byRoot.delete(root);
    this.#types.delete(root);
    this.#note("closed", open.place);
  }

  #note(
    state: "opened" | "closed" | "replaced",
    { key: place }: StorePlace,
    beside: { ms?: number; code?: string } = {},
  ): void {
    notice(() => ({ kind: "store", state, backend: this.#stores.id, place, ...beside }));
  }

  /** Does not count as a use: whoever asks only wants to know whether there is something to do. */
  async isUnchanged(root: string): Promise<boolean> {
    return (await this.#byRoot.get(root)?.repository.isUnchanged()) ?? false;
  }

  openRoots(): string[] {
    return [...this.#byRoot.keys()];
  }

  /** Closes repositories that nobody used for a time, and what only they needed. They open again when asked about. */
  async unload(idleMs: number): Promise<string[]> {
    const before = performance.now() - idleMs;
    const idle = [...this.#byRoot].filter(([, open]) => open.users === 0 && open.usedAtMs <= before);
    for (const [root] of idle) this.#drop(root);
    if (idle.length > 0) this.#searchIndexes?.clear();
    // A store that is being opened belongs to no repository yet; the next round closes what is left.
    if (this.#opening > 0) return idle.map(([root]) => root);
    const needed = new Set([...this.#byRoot.values()].map((open) => open.place));
    await this.#stores.closeExcept(needed);
    return idle.map(([root]) => root);
  }

  activity(): { isBusy: boolean; count: number } {
    const isBusy = this.#opening > 0 || [...this.#byRoot.values()].some((open) => open.users > 0);
    return { isBusy, count: this.#uses };
  }

  /** Repositories stay open and watched: only what was decoded of their indexes goes, and processes that wait for work. */
  releaseMemory(): void {
    this.#searchIndexes?.clear();
    releaseTermEmbedder();
    for (const { opened } of this.#byRoot.values()) opened.store.releaseMemory();
  }

  /** One step of upkeep for every open index that nobody writes to just now. */
  async keepUp(): Promise<void> {
    const stores = new Map([...this.#byRoot.values()].map(({ place, opened }) => [place, opened.store]));
    // One that is locked, full or read-only has its turn another time.
    for (const [place, store] of stores)
      await whileWriting(place, { timeoutMs: 0 }, () => store.keepUp()).catch(() => null);
  }

  /** Gives the index of a root up; the next one to ask begins an empty one. */
  async replaceIndex(root: string, reason: string): Promise<void> {
    const { place } = this.#familyOf(openRoot(resolve(root)).root);
    await place.replace(reason);
    this.#note("replaced", place);
    await this.#forget(place);
  }

  /** Drops everything that was opened over a store. */
  async #forget(place: StorePlace): Promise<void> {
    for (const [root, open] of this.#byRoot) if (open.place === place) this.#drop(root);
    this.#searchIndexes?.clear();
    await place.close();
  }

  #familyOf(root: string): { place: StorePlace; layout: ReturnType<typeof readRootLayout> } {
    const layout = readRootLayout(root);
    return { place: this.#stores.placeOf(storeFamilyOf(root, layout)), layout };
  }

  async #register(
    jail: RootJail,
    place: StorePlace,
    store: RecordStore,
    report: UpdateReport,
  ): Promise<void> {
    const { root } = jail;
    const registry = await this.#stores.openRegistry();
    const known = await registry.findByPath(root);
    await registry.upsert({
      name: basename(root) || root,
      path: root,
      type: readRootLayout(root).kind === "git" ? "git" : "folder",
      place: place.key,
      generation: report.generation,
      revision: report.revision,
    });
    const before = await registry.readNote(root, "profile");
    // What another version found out is found out anew, though nothing changed.
    const isKnown = before !== null && isCurrentProfile(before);
    if (isKnown && known && isOfSameShape(known, report)) return;
    const name = basename(root) || root;
    const profile = await describeRepository({ name, jail, store, before });
    if (profile === null) return;
    await registry.writeNote(root, "profile", profile);
    this.#types.delete(root);
  }

  #typeOf(root: string): Promise<RepositoryType> {
    const known = this.#types.get(root) ?? this.#readType(root);
    this.#types.set(root, known);
    known.catch(() => this.#types.delete(root));
    return known;
  }

  async #readType(root: string): Promise<RepositoryType> {
    const profile = await this.#readNote(root, "profile");
    const configured = Object.values(loadUserSettings(this.#env).repositories);
    const ofSettings = configured.find(({ path }) => path === root) ?? null;
    return typeOf(profile === null ? null : readProfile(profile), await this.choicesOf(root), ofSettings)
      .type;
  }

  /** What is kept of every repository, by its path. */
  async notes(kind: NoteKind): Promise<Map<string, string>> {
    return (await this.#stores.openRegistry()).readNotes(kind);
  }

  async choicesOf(root: string): Promise<RepositoryChoices> {
    return readChoices(await this.#readNote(root, "choices"));
  }

  async #readNote(root: string, kind: NoteKind): Promise<string | null> {
    return (await this.#stores.openRegistry()).readNote(root, kind);
  }

  /** What is open is opened anew, with other settings. */
  async putChoices(root: string, choices: RepositoryChoices): Promise<void> {
    const text = Object.keys(choices).length === 0 ? null : JSON.stringify(choices);
    await (await this.#stores.openRegistry()).writeNote(root, "choices", text);
    const running = [this.#predecessors.get(root), this.#byRoot.get(root)?.repository.settled()];
    this.#predecessors.set(
      root,
      Promise.all(running).then(() => {}),
    );
    this.#drop(root);
  }

  async list(): Promise<RepositoryRecord[]> {
    return (await this.#stores.openRegistry()).list();
  }

  /** Forgets a repository by name or path and deletes what only it used. */
  async remove(nameOrPath: string): Promise<RepositoryRecord> {
    const registry = await this.#stores.openRegistry();
    const records = await registry.list();
    const path = resolve(nameOrPath);
    const matches = records.filter((record) => record.path === path || record.name === nameOrPath);
    if (matches.length !== 1) {
      const what = matches.length === 0 ? "no indexed repository is" : `${matches.length} repositories are`;
      throw new AppError("REPOSITORY_UNKNOWN", `${what} called ${displayPath(nameOrPath)}`, {
        hint: matches.length === 0 ? CATALOG_ERRORS.REPOSITORY_UNKNOWN : "give its path instead of its name",
      });
    }
    const record = matches[0]!;
    const place = this.#stores.placeAt(record.place);
    const { store } = await place.open();
    await whileWriting(place, { timeoutMs: REMOVE_TIMEOUT_MS }, async () => {
      const view = (await store.listViews()).find((one) => one.root === record.path);
      if (view) await store.removeView(view.id);
      await store.collectGarbage();
    });
    await registry.remove(record.path);
    this.#drop(record.path);
    return record;
  }

  async close(): Promise<void> {
    this.#parser.close();
    this.#semantics.close();
    for (const root of [...this.#byRoot.keys()]) this.#drop(root);
    await this.#stores.close();
  }
}
