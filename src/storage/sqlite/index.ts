import { statSync } from "node:fs";
import { throwDamaged } from "../../codec/byte-reader.ts";
import type { FileLinks } from "../../core/edges.ts";
import { AppError } from "../../core/errors.ts";
import type { OutwardFacts } from "../../core/facts.ts";
import { passPoint } from "../../core/failpoint.ts";
import {
  type BlobId,
  type BlobSummary,
  type FactsKey,
  factsKeyText,
  type Generation,
  type LinkKeys,
  type LinksId,
  type Outbox,
  type Postings,
  type RecordStore,
  type UpkeepReport,
  type VectorStore,
  type VerifyReport,
  type ViewChange,
  type ViewId,
  type ViewInfo,
  type ViewReader,
} from "../contract.ts";
import type { StorageErrorCode } from "../errors.ts";
import { clearReadCaches, newReadCaches } from "../reading/read-caches.ts";
import { decodePostings } from "../segments/postings-codec.ts";
import { newSegmentCaches } from "../segments/segment-caches.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import { throwUnknown } from "../unknown-id.ts";
import { countBlobs, deleteUnused } from "./collect-garbage.ts";
import {
  type Connection,
  LOG_LIMIT_BYTES,
  openReadConnection,
  openWriteConnection,
  rollBackJournal,
} from "./connection.ts";
import { eraseDeletedPages } from "./erase-deleted.ts";
import { INDEX_FORMAT } from "./format.ts";
import { keepLogBounded, readLogBytes } from "./log-limit.ts";
import { assertReadableFormat, isCurrentFormat, migrate } from "./migrate.ts";
import { SqliteOutbox } from "./outbox.ts";
import { forgetChanges, noteChange } from "./outbox-rows.ts";
import { publishChange } from "./publish.ts";
import { SqliteViewReader } from "./read.ts";
import { ReadConnection } from "./read-connection.ts";
import { SegmentTables } from "./segment-tables.ts";
import { translating } from "./sqlite-errors.ts";
import { findWithoutSummaries, writeSummaries } from "./summary-rows.ts";
import { keepUp } from "./upkeep.ts";
import { SqliteVectorStore, type TableAccess } from "./vectors.ts";
import { verifyDatabase } from "./verify/index.ts";
import { addView, deleteView, readViewById, readViewByRoot, readViews } from "./view-rows.ts";
import { BlobKeys, type FactsBatch, writeFacts } from "./write-facts.ts";
import { writeLinks } from "./write-links.ts";

export interface StoreLimits {
  /** What the log may hold before it is folded in and old readers give way; at twice that, writing stops. */
  logBytes: number;
  /** How long a reader may hold back a log that is over its limit. */
  oldReaderMs: number;
  readerCheckMs: number;
}

const STORE_LIMITS: StoreLimits = { logBytes: LOG_LIMIT_BYTES, oldReaderMs: 30_000, readerCheckMs: 5_000 };

/** Connections kept for the next reader. */
const IDLE_READERS = 4;

/**
 * One database file per repository family. One connection writes; every reader has its own, with a read transaction
 * for as long as it lives, so readers never wait and see one generation. The writer's connection opens at the first
 * change: a process that only asks never holds one.
 */
export class SqliteStore implements RecordStore {
  readonly file: string;
  readonly vectors: VectorStore;
  readonly outbox: Outbox;
  readonly #limits: StoreLimits;
  readonly #caches = newReadCaches();
  readonly #idle: ReadConnection[] = [];
  readonly #openReaders = new Set<SqliteViewReader>();
  #writer: Connection | undefined;
  #readerWatch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(file: string, limits: StoreLimits = STORE_LIMITS) {
    this.file = file;
    this.#limits = limits;
    const access: TableAccess = {
      read: (work) => this.#run(() => this.#withReader(({ db }) => work(db))),
      write: (work) => this.#run(() => this.#write((db) => work(db))),
    };
    this.vectors = new SqliteVectorStore(access);
    this.outbox = new SqliteOutbox(access);
    try {
      translating(file, () => this.#prepareFormat());
    } catch (error) {
      this.closeNow();
      throw error;
    }
  }

  async openView(root: string): Promise<ViewInfo> {
    return this.#run(() => {
      const known = this.#withReader((reader) => readViewByRoot(reader.db, root));
      if (known) return known;
      return this.#write((db) => {
        return addView(db, root);
      });
    });
  }

  async listViews(): Promise<ViewInfo[]> {
    return this.#run(() => this.#withReader((reader) => readViews(reader.db)));
  }

  async removeView(view: ViewId): Promise<void> {
    this.#run(() =>
      this.#write((db) => {
        if (!deleteView(db, view)) throwUnknown("view", view);
        noteChange(db, () => ({ kind: "view-removed", view }));
      }),
    );
  }

  async findFacts(keys: readonly FactsKey[]): Promise<Map<string, BlobId>> {
    return this.#run(() =>
      this.#withReader((reader) => {
        const blobs = new BlobKeys(reader.db);
        const found = new Map<string, BlobId>();
        for (const key of keys) {
          const blob = blobs.find(key);
          if (blob !== undefined) found.set(factsKeyText(key), blob);
        }
        return found;
      }),
    );
  }

  async appendFacts(batch: FactsBatch): Promise<Map<string, BlobId>> {
    return this.#run(() => this.#write((db, segments) => writeFacts(db, segments, batch)));
  }

  async putLinks(links: readonly FileLinks[]): Promise<LinksId[]> {
    return this.#run(() => this.#write((db, segments) => writeLinks(db, segments, links)));
  }

  async *readFactsForLinking(blobs: readonly BlobId[]) {
    const connection = this.#run(() => this.#beginRead());
    try {
      for (const blob of blobs) yield { blob, facts: this.#run(() => connection.facts(blob)) };
    } finally {
      this.#putBack(connection);
    }
  }

  async readOutwardFacts(_blobs: readonly BlobId[]): Promise<(blob: BlobId) => OutwardFacts> {
    // A transaction for each: linking takes its time, and facts never change.
    return (blob) => this.#run(() => this.#withReader((reader) => reader.outwardFacts(blob)));
  }

  async readLinkKeys(ids: readonly LinksId[]): Promise<Map<LinksId, LinkKeys>> {
    return this.#run(() => this.#withReader((reader) => new Map(ids.map((id) => [id, reader.linkKeys(id)]))));
  }

  async *readPostings(blobs: readonly BlobId[]): AsyncGenerator<[string, Postings]> {
    const connection = this.#run(() => this.#beginRead());
    try {
      const { segments } = connection;
      const isWanted = new Uint8Array(blobs.reduce((most, blob) => Math.max(most, blob), 0) + 1);
      for (const blob of blobs) isWanted[blob] = 1;
      const keys = this.#run(() => segments.open(segments.list(SEGMENT_KIND.terms)).keysFrom(""));
      for (;;) {
        const next = this.#run(() => keys.next());
        if (next.done) break;
        const postings = this.#run(() => decodePostings(next.value.runs, isWanted));
        if (postings.blobs.length > 0) yield [next.value.key, postings];
      }
    } finally {
      this.#putBack(connection);
    }
  }

  async putSummaries(model: string, batch: readonly BlobSummary[]): Promise<void> {
    this.#run(() => this.#write((db) => writeSummaries(db, model, batch)));
  }

  async findWithoutSummaries(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    return this.#run(() => this.#withReader(({ db }) => findWithoutSummaries(db, model, blobs)));
  }

  async publish(view: ViewId, change: ViewChange): Promise<Generation> {
    return this.#run(() => this.#write((db) => publishChange(db, view, change)));
  }

  async read(view: ViewId): Promise<ViewReader> {
    return this.#run(() => {
      const connection = this.#beginRead();
      const info = this.#releasingOnError(
        connection,
        () => readViewById(connection.db, view) ?? throwUnknown("view", view),
      );
      const reader = new SqliteViewReader(info, connection, () => {
        this.#openReaders.delete(reader);
        this.#putBack(connection);
      });
      this.#openReaders.add(reader);
      this.#watchReaders();
      return reader;
    });
  }

  async countBlobs(): Promise<{ stored: number; shown: number }> {
    return this.#run(() => this.#withReader(({ db }) => countBlobs(db)));
  }

  async collectGarbage(): Promise<number> {
    return this.#run(() => this.#write(deleteUnused));
  }

  async eraseDeleted(): Promise<void> {
    this.#run(() => {
      this.#write(forgetChanges);
      this.#writer ??= openWriteConnection(this.file);
      eraseDeletedPages(this.#writer, this.file);
    });
  }

  async verify(options: { deep: boolean }): Promise<VerifyReport> {
    return this.#run(() => this.#withReader((reader) => verifyDatabase(reader.db, options)));
  }

  async keepUp(): Promise<UpkeepReport> {
    return this.#run(() => {
      this.#writer ??= openWriteConnection(this.file);
      return keepUp(this.#writer);
    });
  }

  releaseMemory(): void {
    if (this.#isClosed) return;
    clearReadCaches(this.#caches);
    for (const connection of this.#idle.splice(0)) connection.db.close();
    this.#writer?.pragma("shrink_memory");
  }

  async close(): Promise<void> {
    this.closeNow();
  }

  /** Synchronous, for a store that turned out unusable while it was being opened. */
  closeNow(): void {
    if (this.#isClosed) return;
    for (const reader of [...this.#openReaders]) reader.closeNow();
    this.#isClosed = true;
    clearInterval(this.#readerWatch);
    for (const connection of this.#idle.splice(0)) connection.db.close();
    const writer = this.#writer;
    if (!writer) return;
    passPoint("mid-checkpoint", () => writer.pragma("wal_checkpoint(PASSIVE)"));
    // Last to close: the last connection of a WAL database checkpoints it and removes the log.
    writer.close();
    this.#writer = undefined;
  }

  /** INDEX_DAMAGED with SQLite's own words when a page is broken. */
  assertPagesIntact(): void {
    this.#run(() =>
      this.#withReader(({ db }) => {
        const [row] = db.pragma("quick_check(1)") as { quick_check: string }[];
        if (row?.quick_check !== "ok") throwDamaged(`${this.file}: ${row?.quick_check}`);
      }),
    );
  }

  /** A file that is current is only looked at; an older or empty one is brought to the newest format. */
  #prepareFormat(): void {
    rollBackJournal(this.file);
    if (statSync(this.file, { throwIfNoEntry: false })?.size) {
      const isCurrent = this.#withReader(({ db }) => {
        assertReadableFormat(db, this.file, INDEX_FORMAT);
        return isCurrentFormat(db, INDEX_FORMAT);
      });
      if (isCurrent) return;
    }
    this.#writer = openWriteConnection(this.file);
    migrate(this.#writer, this.file, INDEX_FORMAT);
  }

  /** Old readers give way when they hold the log back; whoever asked opens another one. */
  #watchReaders(): void {
    const { readerCheckMs, oldReaderMs, logBytes } = this.#limits;
    this.#readerWatch ??= setInterval(() => {
      if (this.#openReaders.size === 0) {
        clearInterval(this.#readerWatch);
        this.#readerWatch = undefined;
      } else if (readLogBytes(this.file) > logBytes) {
        const before = performance.now() - oldReaderMs;
        for (const reader of [...this.#openReaders]) if (reader.openedAtMs < before) reader.giveWay();
      }
    }, readerCheckMs).unref();
  }

  /** One IMMEDIATE transaction; whatever is thrown leaves the file as it was. */
  #write<T>(work: (db: Connection, segments: SegmentTables) => T): T {
    this.#writer ??= openWriteConnection(this.file);
    const db = this.#writer;
    keepLogBounded(db, this.file, this.#limits.logBytes);
    // Caches of its own, for this transaction only: ids of a transaction that is rolled back are handed out again.
    return db.transaction(() => work(db, new SegmentTables(db, newSegmentCaches()))).immediate();
  }

  #withReader<T>(work: (reader: ReadConnection) => T): T {
    const connection = this.#beginRead();
    try {
      return work(connection);
    } finally {
      this.#putBack(connection);
    }
  }

  /** A connection of its own, in a read transaction. */
  #beginRead(): ReadConnection {
    const connection =
      this.#idle.pop() ?? new ReadConnection(openReadConnection(this.file), this.file, this.#caches);
    connection.db.exec("BEGIN");
    return connection;
  }

  #putBack(connection: ReadConnection): void {
    if (connection.db.inTransaction) connection.db.exec("ROLLBACK");
    if (this.#idle.length < IDLE_READERS && !this.#isClosed) this.#idle.push(connection);
    else connection.db.close();
  }

  #releasingOnError<T>(connection: ReadConnection, work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#putBack(connection);
      throw error;
    }
  }

  #run<T>(work: () => T): T {
    if (this.#isClosed) {
      throw new AppError("INDEX_CLOSED" satisfies StorageErrorCode, `the index ${this.file} is closed`, {
        hint: "open it again",
      });
    }
    return translating(this.file, work);
  }
}
