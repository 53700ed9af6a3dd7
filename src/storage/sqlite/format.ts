/**
 * The tables, as the list of migrations that make them. A migration, once released, is never edited; see
 * docs/format.md for what each table promises.
 *
 * Ids are AUTOINCREMENT where readers cache by id: an id that came back with another meaning would be a wrong answer.
 * Slim rows that are scanned (blob, links, vector) are apart from the fat values they name (blob_facts, links_data, vector_data).
 */
import { bindAndSealAll } from "./bind-and-seal-all.ts";
import type { DatabaseFormat, Migration } from "./migrate.ts";
import { SEAL, startSeal } from "./row-seals.ts";

/** "clew" in ASCII: tells our files from other programs' databases. */
const APPLICATION_ID = 0x636c6577;

const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: "facts, views, links and inverted index",
    sql: `
      CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE producer(
        id INTEGER PRIMARY KEY,
        language TEXT NOT NULL,
        extractor TEXT NOT NULL,
        UNIQUE(language, extractor)
      ) STRICT;
      CREATE TABLE blob(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        hash BLOB NOT NULL,
        producer INTEGER NOT NULL REFERENCES producer(id),
        UNIQUE(hash, producer)
      ) STRICT;
      CREATE TABLE blob_facts(
        blob INTEGER PRIMARY KEY REFERENCES blob(id) ON DELETE CASCADE,
        chunks BLOB NOT NULL,
        outline BLOB NOT NULL,
        uses BLOB NOT NULL
      ) STRICT;
      CREATE TABLE segment(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind INTEGER NOT NULL,
        first_id INTEGER NOT NULL,
        last_id INTEGER NOT NULL,
        key_count INTEGER NOT NULL,
        group_count INTEGER NOT NULL,
        byte_count INTEGER NOT NULL,
        block_count INTEGER NOT NULL,
        directory BLOB NOT NULL,
        lengths BLOB
      ) STRICT;
      CREATE TABLE block(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
      CREATE TABLE links(id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, deps BLOB NOT NULL) STRICT;
      CREATE TABLE links_data(
        links INTEGER PRIMARY KEY REFERENCES links(id) ON DELETE CASCADE,
        data BLOB NOT NULL
      ) STRICT;
      CREATE TABLE view(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        root TEXT NOT NULL UNIQUE,
        generation INTEGER NOT NULL,
        published_at INTEGER NOT NULL,
        revision TEXT,
        file_count INTEGER NOT NULL,
        skipped_count INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE path(id INTEGER PRIMARY KEY, name ANY NOT NULL UNIQUE) STRICT;
      CREATE TABLE file(
        view INTEGER NOT NULL REFERENCES view(id) ON DELETE CASCADE,
        path INTEGER NOT NULL,
        blob INTEGER NOT NULL,
        links INTEGER,
        origin INTEGER NOT NULL,
        stamp BLOB,
        PRIMARY KEY(view, path)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE skipped(
        view INTEGER NOT NULL REFERENCES view(id) ON DELETE CASCADE,
        path INTEGER NOT NULL,
        reason TEXT NOT NULL,
        detail TEXT,
        stamp BLOB,
        PRIMARY KEY(view, path)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: 2,
    name: "vectors",
    sql: `
      CREATE TABLE vector_model(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        dims INTEGER NOT NULL,
        spec TEXT NOT NULL
      ) STRICT;
      CREATE TABLE vector(
        model INTEGER NOT NULL REFERENCES vector_model(id) ON DELETE CASCADE,
        blob INTEGER NOT NULL,
        PRIMARY KEY(model, blob)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE vector_data(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    `,
  },
  {
    id: 3,
    name: "checksums over sets of rows",
    sql: `
      CREATE TABLE row_seal(
        name TEXT PRIMARY KEY,
        row_count INTEGER NOT NULL,
        row_sum INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: 4,
    name: "summaries",
    sql: `
      CREATE TABLE summary(
        model TEXT NOT NULL,
        blob INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY(model, blob)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  { id: 5, name: "every value bound to its place, every set of rows sealed", apply: bindAndSealAll },
  {
    id: 6,
    name: "changes for other stores",
    // Nothing ever used meta.
    sql: `
      DROP TABLE meta;
      CREATE TABLE outbox(id INTEGER PRIMARY KEY AUTOINCREMENT, change BLOB NOT NULL) STRICT;
      CREATE TABLE projection(name TEXT PRIMARY KEY, applied INTEGER) STRICT, WITHOUT ROWID;
    `,
    apply: (db) => startSeal(db, SEAL.projections),
  },
  {
    id: 7,
    name: "the past of a view",
    sql: `
      CREATE TABLE history(
        view INTEGER PRIMARY KEY REFERENCES view(id) ON DELETE CASCADE,
        data BLOB NOT NULL
      ) STRICT;
    `,
    apply: (db) => startSeal(db, SEAL.histories),
  },
];

export const FORMAT_VERSION = MIGRATIONS.at(-1)!.id;
export const INDEX_FORMAT: DatabaseFormat = { applicationId: APPLICATION_ID, migrations: MIGRATIONS };
