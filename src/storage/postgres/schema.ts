/**
 * The tables, as the list of migrations that make them. A migration, once released, is never edited; docs/postgres.md says
 * what each table promises. `@name` stands for a name in the schema of this store.
 *
 * Contents and their facts are shared by all repositories. Everything else belongs to a place (the store of one family of
 * working trees) and has its id first in its key: that is what a table is partitioned or distributed by.
 */
export interface PostgresMigration {
  id: number;
  name: string;
  sql: string;
}

export const MIGRATIONS: readonly PostgresMigration[] = [
  {
    id: 1,
    name: "contents, places, views, links and inverted index",
    sql: `
      CREATE TABLE @producer(
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        language text NOT NULL,
        extractor text NOT NULL,
        UNIQUE (language, extractor)
      );
      CREATE TABLE @content(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        hash bytea NOT NULL,
        producer integer NOT NULL REFERENCES @producer(id),
        UNIQUE (hash, producer)
      );
      CREATE TABLE @content_facts(
        content bigint PRIMARY KEY REFERENCES @content(id) ON DELETE CASCADE,
        chunks bytea NOT NULL,
        outline bytea NOT NULL,
        uses bytea NOT NULL,
        chunk_count integer NOT NULL,
        lexical bytea NOT NULL
      );
      CREATE TABLE @place(
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE,
        identity uuid NOT NULL DEFAULT gen_random_uuid(),
        epoch bigint NOT NULL DEFAULT 0,
        last_view integer NOT NULL DEFAULT 0,
        last_blob integer NOT NULL DEFAULT 0,
        last_links integer NOT NULL DEFAULT 0,
        last_segment integer NOT NULL DEFAULT 0,
        segment_count integer NOT NULL DEFAULT 0,
        vectors_version integer NOT NULL DEFAULT 0,
        outbox_head bigint NOT NULL DEFAULT 0,
        holder bytea,
        held_since timestamptz,
        part_asked_at timestamptz,
        finished bytea
      );
      CREATE TABLE @blob(
        place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
        id integer NOT NULL,
        content bigint NOT NULL REFERENCES @content(id),
        PRIMARY KEY (place, id),
        UNIQUE (content, place)
      );
      CREATE TABLE @segment(
        place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
        id integer NOT NULL,
        kind smallint NOT NULL,
        first_id integer NOT NULL,
        last_id integer NOT NULL,
        byte_count bigint NOT NULL,
        directory bytea NOT NULL,
        lengths bytea,
        PRIMARY KEY (place, id)
      );
      CREATE TABLE @block(
        place integer NOT NULL,
        segment integer NOT NULL,
        ordinal integer NOT NULL,
        data bytea STORAGE MAIN NOT NULL,
        PRIMARY KEY (place, segment, ordinal),
        FOREIGN KEY (place, segment) REFERENCES @segment(place, id) ON DELETE CASCADE
      ) WITH (toast_tuple_target = 8160);
      CREATE TABLE @links(
        place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
        id integer NOT NULL,
        hash bytea NOT NULL,
        deps bytea NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY (place, id),
        UNIQUE (place, hash)
      );
      CREATE TABLE @view(
        place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
        id integer NOT NULL,
        root bytea NOT NULL,
        generation integer NOT NULL,
        published_at bigint NOT NULL,
        revision bytea,
        file_count integer NOT NULL,
        skipped_count integer NOT NULL,
        PRIMARY KEY (place, id),
        UNIQUE (place, root)
      );
      CREATE TABLE @file(
        place integer NOT NULL,
        view integer NOT NULL,
        path bytea NOT NULL,
        blob integer NOT NULL,
        links integer,
        origin smallint NOT NULL,
        stamp bytea,
        PRIMARY KEY (place, view, path),
        FOREIGN KEY (place, view) REFERENCES @view(place, id) ON DELETE CASCADE
      );
      CREATE TABLE @skipped(
        place integer NOT NULL,
        view integer NOT NULL,
        path bytea NOT NULL,
        reason bytea NOT NULL,
        detail bytea,
        stamp bytea,
        PRIMARY KEY (place, view, path),
        FOREIGN KEY (place, view) REFERENCES @view(place, id) ON DELETE CASCADE
      );
      CREATE TABLE @vector_model(
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key bytea NOT NULL,
        dims integer NOT NULL,
        spec bytea NOT NULL,
        UNIQUE (key)
      );
      CREATE TABLE @vector(
        place integer NOT NULL,
        model integer NOT NULL REFERENCES @vector_model(id),
        blob integer NOT NULL,
        data bytea STORAGE EXTERNAL NOT NULL,
        PRIMARY KEY (place, model, blob),
        FOREIGN KEY (place, blob) REFERENCES @blob(place, id) ON DELETE CASCADE
      );
      CREATE TABLE @summary(
        place integer NOT NULL,
        model bytea NOT NULL,
        blob integer NOT NULL,
        text bytea NOT NULL,
        PRIMARY KEY (place, model, blob),
        FOREIGN KEY (place, blob) REFERENCES @blob(place, id) ON DELETE CASCADE
      );
    `,
  },
  {
    id: 2,
    name: "changes for other stores, and the registry",
    sql: `
      CREATE TABLE @outbox(
        place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
        id bigint NOT NULL,
        change bytea NOT NULL,
        PRIMARY KEY (place, id)
      );
      CREATE TABLE @projection(
        place integer NOT NULL REFERENCES @place(id) ON DELETE CASCADE,
        name bytea NOT NULL,
        applied bigint,
        PRIMARY KEY (place, name)
      );
      CREATE TABLE @repository(
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        realm text NOT NULL,
        path bytea NOT NULL,
        name bytea NOT NULL,
        type bytea NOT NULL,
        place bytea NOT NULL,
        stores bytea NOT NULL,
        generation integer NOT NULL,
        revision bytea,
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        UNIQUE (realm, path)
      );
      CREATE TABLE @note(
        realm text NOT NULL,
        path bytea NOT NULL,
        kind text NOT NULL,
        text bytea NOT NULL,
        PRIMARY KEY (realm, path, kind)
      );
    `,
  },
  {
    id: 3,
    name: "models with an index of pgvector",
    // Their tables are made with the first vectors, when the extension is there: near_<id>.
    sql: `
      CREATE TABLE @near_model(
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key bytea NOT NULL UNIQUE,
        dims integer NOT NULL,
        spec bytea NOT NULL,
        indexed_rows bigint,
        changed_rows bigint NOT NULL DEFAULT 0
      );
    `,
  },
  {
    id: 4,
    name: "the past of a view",
    sql: `
      CREATE TABLE @history(
        place integer NOT NULL,
        view integer NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY (place, view),
        FOREIGN KEY (place, view) REFERENCES @view(place, id) ON DELETE CASCADE
      );
    `,
  },
  {
    id: 5,
    name: "versions of the registry",
    sql: `
      CREATE TABLE @realm(
        name text PRIMARY KEY,
        version bigint NOT NULL,
        removed bigint NOT NULL DEFAULT 0
      );
      ALTER TABLE @repository ADD COLUMN version bigint NOT NULL DEFAULT 0;
      ALTER TABLE @note ADD COLUMN version bigint NOT NULL DEFAULT 0;
    `,
  },
  {
    id: 6,
    name: "chunks as rows",
    // Filled where the setting asks for it. A path that is not UTF-8 is shown with escapes.
    sql: `
      CREATE TABLE @chunk(
        content bigint NOT NULL REFERENCES @content(id) ON DELETE CASCADE,
        ordinal integer NOT NULL,
        kind text NOT NULL,
        first_line integer NOT NULL,
        last_line integer NOT NULL,
        parent text,
        function text,
        imports text[] NOT NULL,
        defines text[] NOT NULL,
        uses text[] NOT NULL,
        tokens integer NOT NULL,
        PRIMARY KEY (content, ordinal)
      );
      CREATE FUNCTION @readable(bytes bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
        BEGIN RETURN convert_from(bytes, 'UTF8');
        EXCEPTION WHEN OTHERS THEN RETURN encode(bytes, 'escape'); END $$;
      CREATE VIEW @chunks AS
        SELECT @readable(v.root) AS repository, @readable(f.path) AS path, c.ordinal, c.kind, p.language,
          c.first_line, c.last_line, c.parent, c.function, c.imports, c.defines, c.uses, c.tokens,
          CASE WHEN EXISTS (SELECT FROM @vector x WHERE x.place = b.place AND x.blob = b.id)
            THEN b.place || '/' || b.id || '/' || c.ordinal END AS vector_id
        FROM @file f JOIN @view v ON v.place = f.place AND v.id = f.view
        JOIN @blob b ON b.place = f.place AND b.id = f.blob JOIN @content t ON t.id = b.content
        JOIN @producer p ON p.id = t.producer JOIN @chunk c ON c.content = b.content;
    `,
  },
  {
    id: 7,
    name: "jobs",
    sql: `
      CREATE TABLE @job(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        realm text NOT NULL,
        path bytea NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        worker text,
        leased_until timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        message bytea,
        asked_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX job_untaken ON @job(realm, path) WHERE state = 'waiting' AND worker IS NULL;
      CREATE INDEX job_waiting ON @job(realm, id) WHERE state = 'waiting';
    `,
  },
  {
    id: 8,
    name: "edges as rows",
    // Filled where the setting asks for it. Handles are found by a hash, because an index takes no long ones.
    sql: `
      ALTER TABLE @links ADD COLUMN is_drawn boolean NOT NULL DEFAULT false;
      CREATE INDEX links_undrawn ON @links(place, id) WHERE NOT is_drawn;
      CREATE TABLE @edge(
        place integer NOT NULL,
        links integer NOT NULL,
        source_key bigint NOT NULL,
        source bytea NOT NULL,
        target_key bigint NOT NULL,
        target bytea NOT NULL,
        kind smallint NOT NULL,
        tier smallint NOT NULL,
        lines integer[] NOT NULL,
        extractor bytea NOT NULL,
        FOREIGN KEY (place, links) REFERENCES @links(place, id) ON DELETE CASCADE
      );
      CREATE INDEX file_links ON @file(place, links);
      CREATE INDEX edge_links ON @edge(place, links);
      CREATE INDEX edge_source ON @edge(place, source_key);
      CREATE INDEX edge_target ON @edge(place, target_key);
    `,
  },
];

export const FORMAT_VERSION = MIGRATIONS.at(-1)!.id;
