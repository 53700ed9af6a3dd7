/** All repositories of one home: finds the root a folder belongs to, opens each store once, keeps the registry. */
import { basename, dirname, join, resolve } from "node:path";
import { AppError, type Problem } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import type { UpdateReport } from "../indexing/update.ts";
import { SearchIndexCache } from "../retrieval/index.ts";
import { createTypeScriptService } from "../semantics/typescript/service.ts";
import type { RecordStore } from "../storage/contract.ts";
import { openRegistry, type Registry, type RepositoryRecord } from "../storage/registry/index.ts";
import { openSqliteStore } from "../storage/sqlite/open.ts";
import { acquireWriterLock } from "../storage/writer-lock.ts";
import { readRootLayout } from "../workspace/git-layout.ts";
import { openRoot } from "../workspace/path-jail.ts";
import { openEmbeddings } from "./embeddings.ts";
import { ENGINE_ERRORS } from "./errors.ts";
import { PooledFileParser } from "./file-parser.ts";
import { familyDatabase, loadSettings, readRepositoryConfig } from "./home.ts";
import { oldSymbolReader } from "./old-symbols.ts";
import { Repository } from "./repository.ts";

export type { RepositoryRecord } from "../storage/registry/index.ts";

/** A family's open store. */
interface OpenStore {
  store: RecordStore;
  /** Set when the index was damaged and a new one was begun; told by the first update. */
  problem: Problem | null;
}

export class Repositories {
  readonly #home: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #byRoot = new Map<string, Repository>();
  readonly #stores = new Map<string, Promise<OpenStore>>();
  readonly #parser = new PooledFileParser();
  readonly #searchIndexes = new SearchIndexCache();
  readonly #typescript = createTypeScriptService();
  #registry: Promise<Registry> | null = null;

  constructor(home: string, env: NodeJS.ProcessEnv) {
    this.#home = home;
    this.#env = env;
  }

  /** The folder itself, or the nearest indexed root or repository around it. */
  async resolveRoot(path: string, isExact: boolean): Promise<string> {
    const real = openRoot(resolve(path)).root;
    if (isExact) return real;
    const indexed = await (await this.#openRegistry()).findContaining(real);
    if (indexed) return indexed.path;
    const layout = readRootLayout(real);
    return layout.kind === "git" ? layout.places.workTree : real;
  }

  async open(root: string): Promise<Repository> {
    const jail = openRoot(resolve(root));
    const known = this.#byRoot.get(jail.root);
    if (known) return known;
    const settings = loadSettings(readRepositoryConfig(jail), this.#env);
    const layout = readRootLayout(jail.root);
    const family = layout.kind === "git" ? layout.family : jail.root;
    const name = basename(layout.kind === "git" ? dirname(family) : jail.root);
    const indexFile = familyDatabase(this.#home, name, family);
    const { store, problem } = await this.#openStore(indexFile);
    const algorithm = layout.kind === "git" ? layout.objectFormat : "sha1";
    const parserFor = (folder: string) => this.#parser.forRoot(folder, settings, algorithm);
    const embeddings = openEmbeddings(settings);
    const repository = new Repository({
      jail,
      settings,
      embeddings,
      store,
      problem,
      searchIndexes: this.#searchIndexes,
      typescript: this.#typescript,
      parser: this.#parser.forRoot(jail.root, settings, algorithm, embeddings.rules),
      readOldSymbols: oldSymbolReader(parserFor),
      whileWriting: async (work) => {
        const lock = await acquireWriterLock(indexFile, { timeoutMs: settings.lockTimeoutMs });
        try {
          return await work();
        } finally {
          lock.release();
        }
      },
      onUpdated: (report) => this.#register(jail.root, indexFile, report),
    });
    this.#byRoot.set(jail.root, repository);
    return repository;
  }

  #openStore(indexFile: string): Promise<OpenStore> {
    let opening = this.#stores.get(indexFile);
    if (!opening) {
      opening = openSqliteStore({ file: indexFile, check: "head" }).then(({ store, damaged }) => ({
        store,
        problem: damaged && {
          code: "INDEX_REBUILT",
          message: `the index was damaged (${damaged.reason}), moved to ${damaged.movedTo} and is built anew`,
        },
      }));
      this.#stores.set(indexFile, opening);
    }
    return opening;
  }

  async #register(root: string, indexFile: string, report: UpdateReport): Promise<void> {
    const registry = await this.#openRegistry();
    await registry.upsert({
      name: basename(root) || root,
      path: root,
      type: readRootLayout(root).kind === "git" ? "git" : "folder",
      indexFile,
      generation: report.generation,
      revision: report.revision,
    });
  }

  #openRegistry(): Promise<Registry> {
    this.#registry ??= openRegistry({ file: join(this.#home, "registry.db") });
    return this.#registry;
  }

  async list(): Promise<RepositoryRecord[]> {
    return (await this.#openRegistry()).list();
  }

  /** Forgets a repository by name or path and deletes what only it used. */
  async remove(nameOrPath: string): Promise<RepositoryRecord> {
    const registry = await this.#openRegistry();
    const records = await registry.list();
    const path = resolve(nameOrPath);
    const matches = records.filter((record) => record.path === path || record.name === nameOrPath);
    if (matches.length !== 1) {
      const what = matches.length === 0 ? "no indexed repository is" : `${matches.length} repositories are`;
      throw new AppError("REPOSITORY_UNKNOWN", `${what} called ${displayPath(nameOrPath)}`, {
        hint: matches.length === 0 ? ENGINE_ERRORS.REPOSITORY_UNKNOWN : "give its path instead of its name",
      });
    }
    const record = matches[0]!;
    const { store } = await this.#openStore(record.indexFile);
    const lock = await acquireWriterLock(record.indexFile, { timeoutMs: 30_000 });
    try {
      const view = (await store.listViews()).find((one) => one.root === record.path);
      if (view) await store.removeView(view.id);
      await store.collectGarbage();
    } finally {
      lock.release();
    }
    await registry.remove(record.path);
    this.#byRoot.delete(record.path);
    return record;
  }

  async close(): Promise<void> {
    this.#parser.close();
    this.#typescript.close();
    for (const opening of this.#stores.values()) await (await opening).store.close();
    this.#stores.clear();
    this.#byRoot.clear();
    if (this.#registry) await (await this.#registry).close();
    this.#registry = null;
  }
}
