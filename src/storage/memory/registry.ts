import { AppError } from "../../core/errors.ts";
import { comparePaths } from "../../core/rel-path.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { NoteKind, Registry, RepositoryRecord, RepositoryUpdate } from "../registry/contract.ts";
import { foldersUpwards } from "../registry/folders-upwards.ts";

export class MemoryRegistry implements Registry {
  readonly #byPath = new Map<string, RepositoryRecord>();
  readonly #notes: Readonly<Record<NoteKind, Map<string, string>>> = {
    choices: new Map(),
    profile: new Map(),
  };
  #lastId = 0;
  #isClosed = false;

  async upsert(update: RepositoryUpdate): Promise<RepositoryRecord> {
    this.#assertOpen();
    const now = Date.now();
    const known = this.#byPath.get(update.path);
    const record: RepositoryRecord = {
      id: known?.id ?? ++this.#lastId,
      name: update.name,
      path: update.path,
      type: update.type,
      place: update.place,
      stores: update.stores ?? known?.stores ?? { records: "memory" },
      generation: update.generation ?? known?.generation ?? 0,
      revision: update.revision === undefined ? (known?.revision ?? null) : update.revision,
      createdAt: known?.createdAt ?? now,
      updatedAt: update.updatedAt ?? now,
    };
    this.#byPath.set(record.path, record);
    return { ...record };
  }

  async list(): Promise<RepositoryRecord[]> {
    this.#assertOpen();
    const records = [...this.#byPath.values()].map((record) => ({ ...record }));
    return records.sort((a, b) => comparePaths(a.name, b.name) || comparePaths(a.path, b.path));
  }

  async findByPath(path: string): Promise<RepositoryRecord | null> {
    return (await this.list()).find((record) => record.path === path) ?? null;
  }

  async findContaining(path: string): Promise<RepositoryRecord | null> {
    this.#assertOpen();
    for (const folder of foldersUpwards(path)) {
      const found = this.#byPath.get(folder);
      if (found) return { ...found };
    }
    return null;
  }

  async findByName(name: string): Promise<RepositoryRecord[]> {
    return (await this.list()).filter((record) => record.name === name);
  }

  async readNote(path: string, kind: NoteKind): Promise<string | null> {
    this.#assertOpen();
    return this.#notes[kind].get(path) ?? null;
  }

  async readNotes(kind: NoteKind): Promise<Map<string, string>> {
    this.#assertOpen();
    return new Map(this.#notes[kind]);
  }

  async writeNote(path: string, kind: NoteKind, text: string | null): Promise<void> {
    this.#assertOpen();
    if (text === null) this.#notes[kind].delete(path);
    else this.#notes[kind].set(path, text);
  }

  async remove(path: string): Promise<boolean> {
    this.#assertOpen();
    for (const notes of Object.values(this.#notes)) notes.delete(path);
    return this.#byPath.delete(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #assertOpen(): void {
    if (!this.#isClosed) return;
    throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, "the registry is closed", {
      hint: "open it again",
    });
  }
}
