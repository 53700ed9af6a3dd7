/**
 * The control plane: which repositories are indexed, where, and which stores hold their data. One small database in
 * the cache home, shared by all processes of a user; every change is one short transaction.
 */
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import { type Connection, openWriteConnection } from "../sqlite/connection.ts";
import { moveAside } from "../sqlite/open.ts";
import { preparePrivateFile } from "../sqlite/private-folder.ts";
import { translating } from "../sqlite/sqlite-errors.ts";
import { acquireWriterLock } from "../writer-lock.ts";
import { deleteRepository, putRepository, readRepositories } from "./repository-rows.ts";
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

const LOCK_TIMEOUT_MS = 5_000;

interface RegistryOptions {
  file: string;
  now?: () => number;
}

/** A damaged registry is moved aside: repositories enter the new one when they are updated the next time. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const registry = new SqliteRegistry(options.file, options.now ?? Date.now);
  await registry.list();
  return registry;
}

class SqliteRegistry implements Registry {
  private db: Connection | undefined;
  private isClosed = false;

  constructor(
    private readonly file: string,
    private readonly now: () => number,
  ) {}

  async upsert(update: RepositoryUpdate): Promise<RepositoryRecord> {
    return this.write((db) => putRepository(db, update, this.now()));
  }

  async list(): Promise<RepositoryRecord[]> {
    // One snapshot: between two statements another process may write.
    return this.healing((db) => db.transaction(() => readRepositories(db))());
  }

  async findByPath(path: string): Promise<RepositoryRecord | null> {
    return (await this.list()).find((record) => record.path === path) ?? null;
  }

  async findContaining(path: string): Promise<RepositoryRecord | null> {
    const byPath = new Map((await this.list()).map((record) => [record.path, record]));
    for (const folder of foldersUpwards(path)) {
      const found = byPath.get(folder);
      if (found) return found;
    }
    return null;
  }

  async findByName(name: string): Promise<RepositoryRecord[]> {
    return (await this.list()).filter((record) => record.name === name);
  }

  async remove(path: string): Promise<boolean> {
    return this.write((db) => deleteRepository(db, path));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.closeConnection();
  }

  private write<T>(work: (db: Connection) => T): Promise<T> {
    return this.healing((db) => db.transaction(() => work(db)).immediate());
  }

  private async healing<T>(work: (db: Connection) => T): Promise<T> {
    try {
      return this.run(work);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    this.closeConnection();
    const lock = await acquireWriterLock(this.file, { timeoutMs: LOCK_TIMEOUT_MS });
    try {
      // Another process may have replaced it while we waited.
      try {
        return this.run(work);
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      this.closeConnection();
      moveAside(this.file);
      return this.run(work);
    } finally {
      lock.release();
    }
  }

  private run<T>(work: (db: Connection) => T): T {
    if (this.isClosed) {
      throw new AppError("INDEX_CLOSED", `the registry ${this.file} is closed`, { hint: "open it again" });
    }
    return translating(this.file, () => work(this.connection()));
  }

  private connection(): Connection {
    if (this.db) return this.db;
    preparePrivateFile(this.file);
    const db = openWriteConnection(this.file);
    try {
      migrateRegistry(db, this.file);
    } catch (error) {
      db.close();
      throw error;
    }
    this.db = db;
    return db;
  }

  private closeConnection(): void {
    this.db?.close();
    this.db = undefined;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === ("INDEX_DAMAGED" satisfies StorageErrorCode);
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
