/**
 * The registry in the database. Paths mean something on one machine only, so every record belongs to a realm: those of
 * one machine, or of several that see the same trees under the same paths.
 */
import { comparePaths, pathBytes, pathFromBytes } from "../../core/rel-path.ts";
import type { NoteKind, Registry, RepositoryRecord, RepositoryUpdate } from "../registry/contract.ts";
import { foldersUpwards } from "../registry/folders-upwards.ts";
import { type Database, throwClosed } from "./database.ts";
import { bytesOfText, bytesOrNull, textOfBytes, textOrNull } from "./stored-text.ts";

interface RepositoryRow {
  id: number;
  path: Buffer;
  name: Buffer;
  type: Buffer;
  place: Buffer;
  stores: Buffer;
  generation: number;
  revision: Buffer | null;
  created_at: number;
  updated_at: number;
}

const STORES = { records: "postgres" };

export class PostgresRegistry implements Registry {
  readonly #database: Database;
  readonly #realm: string;
  #isClosed = false;

  constructor(database: Database, realm: string) {
    this.#database = database;
    this.#realm = realm;
  }

  async upsert(update: RepositoryUpdate): Promise<RepositoryRecord> {
    const { name, path, type, place, stores, generation, revision, updatedAt = Date.now() } = update;
    const [row] = await this.#opened().change<RepositoryRow>(
      `INSERT INTO @repository AS known
         (realm, path, name, type, place, stores, generation, revision, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, coalesce($6::bytea, $12::bytea), coalesce($7::int, 0), $8, $10, $11)
       ON CONFLICT (realm, path) DO UPDATE SET name = $3, type = $4, place = $5, stores = coalesce($6::bytea, known.stores),
         generation = coalesce($7::int, known.generation), revision = CASE WHEN $9::bool THEN $8::bytea ELSE known.revision END,
         updated_at = $11
       RETURNING *`,
      [
        ...[this.#realm, pathBytes(path), bytesOfText(name), bytesOfText(type), bytesOfText(place)],
        ...[stores ? jsonBytes(stores) : null, generation ?? null],
        ...[bytesOrNull(revision), revision !== undefined, Date.now(), updatedAt, jsonBytes(STORES)],
      ],
    );
    return recordOf(row!);
  }

  async list(): Promise<RepositoryRecord[]> {
    const rows = await this.#opened().read<RepositoryRow>("SELECT * FROM @repository WHERE realm = $1", [
      this.#realm,
    ]);
    return rows.map(recordOf).sort((a, b) => comparePaths(a.name, b.name) || comparePaths(a.path, b.path));
  }

  async findByPath(path: string): Promise<RepositoryRecord | null> {
    return this.#innermost([path]);
  }

  async findContaining(path: string): Promise<RepositoryRecord | null> {
    return this.#innermost([...foldersUpwards(path)]);
  }

  async findByName(name: string): Promise<RepositoryRecord[]> {
    const rows = await this.#opened().read<RepositoryRow>(
      "SELECT * FROM @repository WHERE realm = $1 AND name = $2",
      [this.#realm, bytesOfText(name)],
    );
    return rows.map(recordOf).sort((a, b) => comparePaths(a.path, b.path));
  }

  async readNote(path: string, kind: NoteKind): Promise<string | null> {
    const [row] = await this.#opened().read<{ text: Buffer }>(
      "SELECT text FROM @note WHERE realm = $1 AND path = $2 AND kind = $3",
      [this.#realm, pathBytes(path), kind],
    );
    return row ? textOfBytes(row.text) : null;
  }

  async readNotes(kind: NoteKind): Promise<Map<string, string>> {
    const rows = await this.#opened().read<{ path: Buffer; text: Buffer }>(
      "SELECT path, text FROM @note WHERE realm = $1 AND kind = $2 ORDER BY path",
      [this.#realm, kind],
    );
    return new Map(rows.map(({ path, text }) => [pathFromBytes(path), textOfBytes(text)]));
  }

  async writeNote(path: string, kind: NoteKind, text: string | null): Promise<void> {
    const key = [this.#realm, pathBytes(path), kind];
    if (text === null)
      await this.#opened().run("DELETE FROM @note WHERE realm = $1 AND path = $2 AND kind = $3", key);
    else
      await this.#opened().run(
        `INSERT INTO @note(realm, path, kind, text) VALUES ($1, $2, $3, $4)
         ON CONFLICT (realm, path, kind) DO UPDATE SET text = excluded.text`,
        [...key, bytesOfText(text)],
      );
  }

  async remove(path: string): Promise<boolean> {
    const key = [this.#realm, pathBytes(path)];
    const [row] = await this.#opened().change<{ removed: number }>(
      `WITH notes AS (DELETE FROM @note WHERE realm = $1 AND path = $2),
         gone AS (DELETE FROM @repository WHERE realm = $1 AND path = $2 RETURNING 1)
       SELECT count(*) AS removed FROM gone`,
      key,
    );
    return row!.removed > 0;
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {
    this.#isClosed = true;
  }

  /** `folders`: from the innermost outwards. */
  async #innermost(folders: readonly string[]): Promise<RepositoryRecord | null> {
    const [row] = await this.#opened().read<RepositoryRow>(
      `SELECT * FROM @repository WHERE realm = $1 AND path = ANY($2::bytea[]) ORDER BY length(path) DESC LIMIT 1`,
      [this.#realm, folders.map(pathBytes)],
    );
    return row ? recordOf(row) : null;
  }

  #opened(): Database {
    if (this.#isClosed) throwClosed(this.#database.display);
    return this.#database;
  }
}

function jsonBytes(value: unknown): Buffer {
  return bytesOfText(JSON.stringify(value));
}

function recordOf(row: RepositoryRow): RepositoryRecord {
  return {
    id: row.id,
    name: textOfBytes(row.name),
    path: pathFromBytes(row.path),
    type: textOfBytes(row.type),
    place: textOfBytes(row.place),
    stores: JSON.parse(textOfBytes(row.stores)) as Record<string, string>,
    generation: row.generation,
    revision: textOrNull(row.revision),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
