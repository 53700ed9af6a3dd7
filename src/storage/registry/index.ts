/**
 * The control plane: which repositories are indexed, where, and which stores hold their data. One small database in
 * the cache home, shared by all processes of a user; every change is one short transaction.
 */
import { AppError } from "../../core/errors.ts";
import { type Connection, openWriteConnection } from "../sqlite/connection.ts";
import { preparePrivateFile } from "../sqlite/private-folder.ts";
import { translating } from "../sqlite/sqlite-errors.ts";
import { migrateRegistry } from "./schema.ts";

export interface RepositoryRecord {
  id: number;
  /** What people call it; need not be unique. */
  name: string;
  /** Real path of the working tree; unique. */
  path: string;
  /** `git`, `folder`, or a repository type such as `monorepo` once known. */
  type: string;
  /** The family's database: all worktrees of a clone share one. */
  indexFile: string;
  /** Which store holds what, e.g. { records: "sqlite", vectors: "qdrant:code" }. */
  stores: Record<string, string>;
  /** Generation last published, 0 before the first. */
  generation: number;
  revision: string | null;
  createdAt: number;
  /** When it was indexed last. */
  updatedAt: number;
}

/** Fields left out keep their value. */
export type RepositoryUpdate = Pick<RepositoryRecord, "name" | "path" | "type" | "indexFile"> &
  Partial<Pick<RepositoryRecord, "stores" | "generation" | "revision" | "updatedAt">>;

export interface Registry {
  /** Adds the repository at this path or changes what is known of it. */
  upsert(update: RepositoryUpdate): Promise<RepositoryRecord>;
  /** Ascending by name, then path. */
  list(): Promise<RepositoryRecord[]>;
  /** The repository whose tree is at this path. */
  findByPath(path: string): Promise<RepositoryRecord | null>;
  /** The innermost repository whose tree holds this path. */
  findContaining(path: string): Promise<RepositoryRecord | null>;
  /** All with this name, ascending by path. */
  findByName(name: string): Promise<RepositoryRecord[]>;
  /** False when there was none. Leaves the index file alone. */
  remove(path: string): Promise<boolean>;
  close(): Promise<void>;
}

interface Row {
  id: number;
  name: string;
  path: string;
  type: string;
  index_file: string;
  stores: string;
  generation: number;
  revision: string | null;
  created_at: number;
  updated_at: number;
}

const DEFAULT_STORES = { records: "sqlite" };

export async function openRegistry(options: { file: string; now?: () => number }): Promise<Registry> {
  preparePrivateFile(options.file);
  return translating(options.file, () => {
    const db = openWriteConnection(options.file);
    try {
      migrateRegistry(db, options.file);
    } catch (error) {
      db.close();
      throw error;
    }
    return new SqliteRegistry(db, options.file, options.now ?? Date.now);
  });
}

class SqliteRegistry implements Registry {
  constructor(
    private readonly db: Connection,
    private readonly file: string,
    private readonly now: () => number,
  ) {}

  async upsert(update: RepositoryUpdate): Promise<RepositoryRecord> {
    return this.run(() => {
      const time = this.now();
      const row = this.db
        .prepare<unknown[], Row>(
          `INSERT INTO repository(name, path, type, index_file, stores, generation, revision, created_at, updated_at)
           VALUES (@name, @path, @type, @indexFile, coalesce(@stores, @defaultStores), coalesce(@generation, 0), @revision, @time, coalesce(@updatedAt, @time))
           ON CONFLICT(path) DO UPDATE SET name = @name, type = @type, index_file = @indexFile,
             stores = coalesce(@stores, stores), generation = coalesce(@generation, generation),
             revision = iif(@hasRevision, @revision, revision), updated_at = coalesce(@updatedAt, @time)
           RETURNING *`,
        )
        .get({
          name: update.name,
          path: update.path,
          type: update.type,
          indexFile: update.indexFile,
          stores: update.stores ? JSON.stringify(update.stores) : null,
          defaultStores: JSON.stringify(DEFAULT_STORES),
          generation: update.generation ?? null,
          revision: update.revision ?? null,
          hasRevision: update.revision === undefined ? 0 : 1,
          updatedAt: update.updatedAt ?? null,
          time,
        });
      return recordOf(row!);
    });
  }

  async list(): Promise<RepositoryRecord[]> {
    return this.run(() =>
      this.db.prepare<[], Row>("SELECT * FROM repository ORDER BY name, path").all().map(recordOf),
    );
  }

  async findByPath(path: string): Promise<RepositoryRecord | null> {
    return this.run(() => this.rowAt(path));
  }

  async findContaining(path: string): Promise<RepositoryRecord | null> {
    return this.run(() => {
      for (const folder of foldersUpwards(path)) {
        const found = this.rowAt(folder);
        if (found) return found;
      }
      return null;
    });
  }

  async findByName(name: string): Promise<RepositoryRecord[]> {
    return this.run(() =>
      this.db
        .prepare<[string], Row>("SELECT * FROM repository WHERE name = ? ORDER BY path")
        .all(name)
        .map(recordOf),
    );
  }

  async remove(path: string): Promise<boolean> {
    return this.run(() => this.db.prepare("DELETE FROM repository WHERE path = ?").run(path).changes > 0);
  }

  async close(): Promise<void> {
    this.db.close();
  }

  private rowAt(path: string): RepositoryRecord | null {
    const row = this.db.prepare<[string], Row>("SELECT * FROM repository WHERE path = ?").get(path);
    return row ? recordOf(row) : null;
  }

  private run<T>(work: () => T): T {
    if (!this.db.open) {
      throw new AppError("INDEX_CLOSED", `the registry ${this.file} is closed`, { hint: "open it again" });
    }
    return translating(this.file, work);
  }
}

function recordOf(row: Row): RepositoryRecord {
  return {
    id: row.id,
    name: row.name,
    path: row.path,
    type: row.type,
    indexFile: row.index_file,
    stores: JSON.parse(row.stores) as Record<string, string>,
    generation: row.generation,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The path itself, then every folder above it. */
function* foldersUpwards(path: string): Generator<string> {
  yield path;
  for (let at = lastSeparator(path, path.length); at > 0; at = lastSeparator(path, at))
    yield path.slice(0, at);
  if (path.startsWith("/")) yield "/";
}

function lastSeparator(path: string, before: number): number {
  const slash = path.lastIndexOf("/", before - 1);
  return process.platform === "win32" ? Math.max(slash, path.lastIndexOf("\\", before - 1)) : slash;
}
