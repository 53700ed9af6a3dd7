/**
 * The control plane: which repositories are indexed, where, and which stores hold their data. One small database in
 * the cache home, shared by all processes of a user; every change is one short transaction.
 */
import { AppError } from "../../../core/errors.ts";
import type { StorageErrorCode } from "../../errors.ts";
import type { NoteKind, Registry, RepositoryRecord, RepositoryUpdate } from "../../registry/contract.ts";
import { foldersUpwards } from "../../registry/folders-upwards.ts";
import { type Connection, openWriteConnection } from "../connection.ts";
import { moveAside } from "../open.ts";
import { preparePrivateFile } from "../private-folder.ts";
import { translating } from "../sqlite-errors.ts";
import { acquireWriterLock } from "../writer-lock.ts";
import { deleteNotes, putNote, readNote, readNotes } from "./note-rows.ts";
import { deleteRepository, putRepository, readRepositories } from "./repository-rows.ts";
import { migrateRegistry } from "./schema.ts";

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
  readonly #file: string;
  readonly #now: () => number;
  #db: Connection | undefined;
  #isClosed = false;

  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  async upsert(update: RepositoryUpdate): Promise<RepositoryRecord> {
    return this.#write((db) => putRepository(db, update, this.#now()));
  }

  async list(): Promise<RepositoryRecord[]> {
    // One snapshot: between two statements another process may write.
    return this.#healing((db) => db.transaction(() => readRepositories(db))());
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
    return this.#write((db) => {
      deleteNotes(db, path);
      return deleteRepository(db, path);
    });
  }

  async readNote(path: string, kind: NoteKind): Promise<string | null> {
    return this.#healing((db) => readNote(db, path, kind));
  }

  async readNotes(kind: NoteKind): Promise<Map<string, string>> {
    return this.#healing((db) => readNotes(db, kind));
  }

  async writeNote(path: string, kind: NoteKind, text: string | null): Promise<void> {
    return this.#write((db) => putNote(db, path, kind, text));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closeConnection();
  }

  #write<T>(work: (db: Connection) => T): Promise<T> {
    return this.#healing((db) => db.transaction(() => work(db)).immediate());
  }

  async #healing<T>(work: (db: Connection) => T): Promise<T> {
    try {
      return this.#run(work);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    this.#closeConnection();
    const lock = await acquireWriterLock(this.#file, { timeoutMs: LOCK_TIMEOUT_MS });
    try {
      // Another process may have replaced it while we waited.
      try {
        return this.#run(work);
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      this.#closeConnection();
      moveAside(this.#file);
      return this.#run(work);
    } finally {
      lock.release();
    }
  }

  #run<T>(work: (db: Connection) => T): T {
    if (this.#isClosed) {
      throw new AppError("INDEX_CLOSED", `the registry ${this.#file} is closed`, { hint: "open it again" });
    }
    return translating(this.#file, () => work(this.#connection()));
  }

  #connection(): Connection {
    if (this.#db) return this.#db;
    preparePrivateFile(this.#file);
    const db = openWriteConnection(this.#file);
    try {
      migrateRegistry(db, this.#file);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
    return db;
  }

  #closeConnection(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === ("INDEX_DAMAGED" satisfies StorageErrorCode);
}
