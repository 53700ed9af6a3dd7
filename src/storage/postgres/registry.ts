/**
 * The registry in the database. Paths mean something on one machine only, so every record belongs to a realm: those of
 * one machine, or of several that see the same trees under the same paths.
 */
import { comparePaths, pathBytes, pathFromBytes } from "../../core/rel-path.ts";
import type { NoteKind, Registry, RepositoryRecord, RepositoryUpdate } from "../registry/contract.ts";
import { foldersUpwards } from "../registry/folders-upwards.ts";
import { type Database, throwClosed } from "./database.ts";
import type { Look } from "./look.ts";
import { bytesOfText, bytesOrNull, textOfBytes, textOrNull } from "./stored-text.ts";
import { isOtherTimeline, type Timeline } from "./timeline.ts";

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

interface KnownRegistry {
  version: number;
  timeline: Timeline;
  /** By path. */
  records: ReadonlyMap<string, RepositoryRecord>;
  notes: ReadonlyMap<NoteKind, ReadonlyMap<string, string>>;
}

const STORES = { records: "postgres" };
const NOTHING_KNOWN: KnownRegistry = { version: -1, timeline: null, records: new Map(), notes: new Map() };

/** Written first: who writes after it has a higher version, and is seen by whoever looks for what came after this one. */
const NEXT_VERSION = `realm AS (INSERT INTO @realm AS known(name, version) VALUES ($1, 1)
  ON CONFLICT (name) DO UPDATE SET version = known.version + 1 RETURNING version)`;

/** Rows that are gone are not seen by those who look for what changed: they read everything. */
const NEXT_REMOVAL = `realm AS (INSERT INTO @realm AS known(name, version, removed) VALUES ($1, 1, 1)
  ON CONFLICT (name) DO UPDATE SET version = known.version + 1, removed = known.version + 1 RETURNING version)`;

/** What is known of a realm is kept in memory; a look tells whether it changed, and then what changed is read. */
export class PostgresRegistry implements Registry {
  readonly #database: Database;
  readonly #realm: string;
  #known: KnownRegistry = NOTHING_KNOWN;
  #isClosed = false;

  constructor(database: Database, realm: string) {
    this.#database = database;
    this.#realm = realm;
    database.watchRealm(realm);
  }

  async upsert(update: RepositoryUpdate): Promise<RepositoryRecord> {
    const { name, path, type, place, stores, generation, revision, updatedAt = Date.now() } = update;
    const [row] = await this.#opened().change<RepositoryRow>(
      `WITH ${NEXT_VERSION} INSERT INTO @repository AS known
         (realm, path, name, type, place, stores, generation, revision, created_at, updated_at, version)
       SELECT $1, $2, $3, $4, $5, coalesce($6::bytea, $12::bytea), coalesce($7::int, 0), $8::bytea, $10, $11, version FROM realm
       ON CONFLICT (realm, path) DO UPDATE SET name = $3, type = $4, place = $5, stores = coalesce($6::bytea, known.stores),
         generation = coalesce($7::int, known.generation), revision = CASE WHEN $9::bool THEN $8::bytea ELSE known.revision END,
         updated_at = $11, version = excluded.version
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
    const { records } = await this.#current();
    return [...records.values()].sort((a, b) => comparePaths(a.name, b.name) || comparePaths(a.path, b.path));
  }

  async findByPath(path: string): Promise<RepositoryRecord | null> {
    return (await this.#current()).records.get(path) ?? null;
  }

  async findContaining(path: string): Promise<RepositoryRecord | null> {
    const { records } = await this.#current();
    for (const folder of foldersUpwards(path)) {
      const record = records.get(folder);
      if (record) return record;
    }
    return null;
  }

  async findByName(name: string): Promise<RepositoryRecord[]> {
    return (await this.list()).filter((record) => record.name === name);
  }

  async readNote(path: string, kind: NoteKind): Promise<string | null> {
    return (await this.readNotes(kind)).get(path) ?? null;
  }

  async readNotes(kind: NoteKind): Promise<Map<string, string>> {
    return new Map((await this.#current()).notes.get(kind));
  }

  async writeNote(path: string, kind: NoteKind, text: string | null): Promise<void> {
    const key = [this.#realm, pathBytes(path), kind];
    if (text === null)
      await this.#opened().run(
        `WITH ${NEXT_REMOVAL} DELETE FROM @note WHERE realm = $1 AND path = $2 AND kind = $3`,
        key,
      );
    else
      await this.#opened().run(
        `WITH ${NEXT_VERSION} INSERT INTO @note(realm, path, kind, text, version) SELECT $1, $2, $3, $4, version FROM realm
         ON CONFLICT (realm, path, kind) DO UPDATE SET text = excluded.text, version = excluded.version`,
        [...key, bytesOfText(text)],
      );
  }

  async remove(path: string): Promise<boolean> {
    const key = [this.#realm, pathBytes(path)];
    const [row] = await this.#opened().change<{ removed: number }>(
      `WITH ${NEXT_REMOVAL}, notes AS (DELETE FROM @note WHERE realm = $1 AND path = $2),
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

  async #current(): Promise<KnownRegistry> {
    const { registry, timeline } = await this.#opened().look();
    const held = this.#known;
    const before = isOtherTimeline(held.timeline, timeline) ? NOTHING_KNOWN : held;
    if (before.version === registry.version) return before;
    const after = { ...(await this.#readSince(before, registry)), timeline: timeline ?? before.timeline };
    // Another call may have been quicker and have seen more.
    if (this.#known === held || this.#known.version < after.version) this.#known = after;
    return after;
  }

  /** What was written after the known version; everything when something was removed since. */
  async #readSince(before: KnownRegistry, { version, removed }: Look["registry"]) {
    const isWhole = before.version < removed;
    const since = isWhole ? -1 : before.version;
    return this.#database.reading(async (queries) => {
      const records = new Map(isWhole ? [] : before.records);
      const rows = await queries.rows<RepositoryRow>(
        "SELECT * FROM @repository WHERE realm = $1 AND version > $2",
        [this.#realm, since],
      );
      for (const row of rows) records.set(pathFromBytes(row.path), recordOf(row));
      const notes = new Map(
        isWhole ? [] : [...before.notes].map(([kind, texts]) => [kind, new Map(texts)] as const),
      );
      const written = await queries.rows<{ path: Buffer; kind: NoteKind; text: Buffer }>(
        "SELECT path, kind, text FROM @note WHERE realm = $1 AND version > $2",
        [this.#realm, since],
      );
      for (const { path, kind, text } of written) {
        const texts = notes.get(kind) ?? new Map<string, string>();
        notes.set(kind, texts);
        texts.set(pathFromBytes(path), textOfBytes(text));
      }
      for (const [kind, texts] of notes)
        notes.set(kind, new Map([...texts].sort(([a], [b]) => comparePaths(a, b))));
      return { version, records, notes };
    });
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
