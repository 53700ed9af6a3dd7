CREATE TABLE format(id integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO format(id, name) VALUES (1, 'contents, places, views, links and inverted index');
CREATE TABLE producer(
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  language text NOT NULL,
  extractor text NOT NULL,
  UNIQUE (language, extractor)
);
CREATE TABLE content(
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL,
  producer integer NOT NULL REFERENCES producer(id),
  UNIQUE (hash, producer)
);
CREATE TABLE content_facts(
  content bigint PRIMARY KEY REFERENCES content(id) ON DELETE CASCADE,
  chunks bytea NOT NULL,
  outline bytea NOT NULL,
  uses bytea NOT NULL,
  chunk_count integer NOT NULL,
  lexical bytea NOT NULL
);
CREATE TABLE place(
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
CREATE TABLE blob(
  place integer NOT NULL REFERENCES place(id) ON DELETE CASCADE,
  id integer NOT NULL,
  content bigint NOT NULL REFERENCES content(id),
  PRIMARY KEY (place, id),
  UNIQUE (content, place)
);
CREATE TABLE segment(
  place integer NOT NULL REFERENCES place(id) ON DELETE CASCADE,
  id integer NOT NULL,
  kind smallint NOT NULL,
  first_id integer NOT NULL,
  last_id integer NOT NULL,
  byte_count bigint NOT NULL,
  directory bytea NOT NULL,
  lengths bytea,
  PRIMARY KEY (place, id)
);
CREATE TABLE block(
  place integer NOT NULL,
  segment integer NOT NULL,
  ordinal integer NOT NULL,
  data bytea STORAGE MAIN NOT NULL,
  PRIMARY KEY (place, segment, ordinal),
  FOREIGN KEY (place, segment) REFERENCES segment(place, id) ON DELETE CASCADE
) WITH (toast_tuple_target = 8160);
CREATE TABLE links(
  place integer NOT NULL REFERENCES place(id) ON DELETE CASCADE,
  id integer NOT NULL,
  hash bytea NOT NULL,
  deps bytea NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (place, id),
  UNIQUE (place, hash)
);
CREATE TABLE view(
  place integer NOT NULL REFERENCES place(id) ON DELETE CASCADE,
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
CREATE TABLE file(
  place integer NOT NULL,
  view integer NOT NULL,
  path bytea NOT NULL,
  blob integer NOT NULL,
  links integer,
  origin smallint NOT NULL,
  stamp bytea,
  PRIMARY KEY (place, view, path),
  FOREIGN KEY (place, view) REFERENCES view(place, id) ON DELETE CASCADE
);
CREATE TABLE skipped(
  place integer NOT NULL,
  view integer NOT NULL,
  path bytea NOT NULL,
  reason bytea NOT NULL,
  detail bytea,
  stamp bytea,
  PRIMARY KEY (place, view, path),
  FOREIGN KEY (place, view) REFERENCES view(place, id) ON DELETE CASCADE
);
CREATE TABLE vector_model(
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key bytea NOT NULL,
  dims integer NOT NULL,
  spec bytea NOT NULL,
  UNIQUE (key)
);
CREATE TABLE vector(
  place integer NOT NULL,
  model integer NOT NULL REFERENCES vector_model(id),
  blob integer NOT NULL,
  data bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (place, model, blob),
  FOREIGN KEY (place, blob) REFERENCES blob(place, id) ON DELETE CASCADE
);
CREATE TABLE summary(
  place integer NOT NULL,
  model bytea NOT NULL,
  blob integer NOT NULL,
  text bytea NOT NULL,
  PRIMARY KEY (place, model, blob),
  FOREIGN KEY (place, blob) REFERENCES blob(place, id) ON DELETE CASCADE
);
INSERT INTO producer(id, language, extractor) OVERRIDING SYSTEM VALUE VALUES (1, 'toy', 'test-1');
INSERT INTO content(id, hash, producer) OVERRIDING SYSTEM VALUE VALUES (1, '\x42f34c3c15335ffbc5b4a723fca813859b48858d', 1);
INSERT INTO content(id, hash, producer) OVERRIDING SYSTEM VALUE VALUES (2, '\xbaf4f7d30df369fc4e65b84348bd2f1e319b8c59', 1);
INSERT INTO content_facts(content, chunks, outline, uses, chunk_count, lexical) OVERRIDING SYSTEM VALUE VALUES (1, '\x110000000200281e0101010c0000781e0301020c000000d2328386', '\x39000080020064051800000208010000000200000000000000281e010101090100000008030000000400000000000000781e030103090100000000000004030e05104c74776f66756e6374696f6e2074776f2829746872656566756e6374696f6e20746872656528292584f686', '\x06000080050000000001000093079fbb', 2, '\x0203051074776f74687265651a74687265650a74776f0a760a770000000001100100010000000110000002000000010001000300000001000000');
INSERT INTO content_facts(content, chunks, outline, uses, chunk_count, lexical) OVERRIDING SYSTEM VALUE VALUES (2, '\x090000000100281e0101010c000000f386aa2a', '\x22000080020064030c00000108010000000200000000000000281e010101090100000000000002030e226f6e6566756e6374696f6e206f6e65282992e16b05', '\x06000080050000000001000093079fbb', 1, '\x0103066f6e650a6f6e650a7700000000011000000100000001000000');
INSERT INTO place(id, key, identity, epoch, last_view, last_blob, last_links, last_segment, segment_count, vectors_version, outbox_head, holder, held_since, part_asked_at, finished) OVERRIDING SYSTEM VALUE VALUES (1, 'PLACE_KEY', '082c1743-0a8f-4212-966b-23812e0a1161', 0, 1, 2, 1, 4, 4, 1, 0, NULL, NULL, NULL, NULL);
INSERT INTO blob(place, id, content) OVERRIDING SYSTEM VALUE VALUES (1, 1, 2);
INSERT INTO blob(place, id, content) OVERRIDING SYSTEM VALUE VALUES (1, 2, 1);
INSERT INTO segment(place, id, kind, first_id, last_id, byte_count, directory, lengths) OVERRIDING SYSTEM VALUE VALUES (1, 1, 0, 1, 2, 51, '\x0103066f6e65e908789d', '\x01010101020101039c0318');
INSERT INTO segment(place, id, kind, first_id, last_id, byte_count, directory, lengths) OVERRIDING SYSTEM VALUE VALUES (1, 2, 1, 1, 2, 48, '\x01070e6f6e65016f6e652eeee05e', NULL);
INSERT INTO segment(place, id, kind, first_id, last_id, byte_count, directory, lengths) OVERRIDING SYSTEM VALUE VALUES (1, 3, 2, 1, 1, 12, '\x01010262b8b0b009', NULL);
INSERT INTO segment(place, id, kind, first_id, last_id, byte_count, directory, lengths) OVERRIDING SYSTEM VALUE VALUES (1, 4, 3, 1, 1, 12, '\x010102757f35638a', NULL);
INSERT INTO block(place, segment, ordinal, data) OVERRIDING SYSTEM VALUE VALUES (1, 1, 0, '\x05000303000503010203000103000106186f6e657468726565776f76770101020201120201020201100101000101000cb410ec');
INSERT INTO block(place, segment, ordinal, data) OVERRIDING SYSTEM VALUE VALUES (1, 2, 0, '\x03000703000b03010603306f6e65016f6e657468726565017468726565776f0174776f01010002010102010002b4f1db');
INSERT INTO block(place, segment, ordinal, data) OVERRIDING SYSTEM VALUE VALUES (1, 3, 0, '\x0100010202620100b6b955e0');
INSERT INTO block(place, segment, ordinal, data) OVERRIDING SYSTEM VALUE VALUES (1, 4, 0, '\x0100010202750100430c3cf9');
INSERT INTO links(place, id, hash, deps, data) OVERRIDING SYSTEM VALUE VALUES (1, 1, '\x7284c9264b06b04a9d0f8a92d6796e25', '\xffffffff01000000010000000498e98b', '\x120000000101020001000203000400010001050102000406010101126c696e6b2d317561623597c9f2');
INSERT INTO view(place, id, root, generation, published_at, revision, file_count, skipped_count) OVERRIDING SYSTEM VALUE VALUES (1, 1, '\x2f6f6c64', 1, 1700000000000, NULL, 2, 0);
INSERT INTO file(place, view, path, blob, links, origin, stamp) OVERRIDING SYSTEM VALUE VALUES (1, 1, '\x61', 1, 1, 0, NULL);
INSERT INTO file(place, view, path, blob, links, origin, stamp) OVERRIDING SYSTEM VALUE VALUES (1, 1, '\x62', 2, NULL, 0, NULL);
INSERT INTO vector_model(id, key, dims, spec) OVERRIDING SYSTEM VALUE VALUES (1, '\x6f6c644032', 2, '\x7b7d');
INSERT INTO vector(place, model, blob, data) OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, '\x01020304');
INSERT INTO summary(place, model, blob, text) OVERRIDING SYSTEM VALUE VALUES (1, '\x6d', 1, '\x6f6e65');
