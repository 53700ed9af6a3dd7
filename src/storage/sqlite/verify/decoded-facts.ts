import { ByteReader } from "../../../codec/byte-reader.ts";
import { decodeFacts, type StoredFacts } from "../../../codec/facts-codec.ts";
import { FIELDS } from "../../../core/facts.ts";
import { decodeStamp } from "../../codec/stamp-codec.ts";
import { MAX_CHUNK_LENGTH } from "../../lexical.ts";
import { nameKey } from "../../segments/name-keys.ts";
import { decodePostings } from "../../segments/postings-codec.ts";
import { newSegmentCaches } from "../../segments/segment-caches.ts";
import { SEGMENT_KIND } from "../../segments/segment-kind.ts";
import type { Connection } from "../connection.ts";
import { bindFacts } from "../read-connection.ts";
import { SegmentTables } from "../segment-tables.ts";
import { checkSegmentCounts } from "./decoded-links.ts";
import { eachGroupOfSet, GroupSums } from "./group-sums.ts";
import type { Problems } from "./problems.ts";

/** Decodes the facts of every blob, then holds names, postings and chunk lengths against them. */
export function checkDecodedFacts(db: Connection, problems: Problems): void {
  const chunkCounts = new Map<number, number>();
  const names = new GroupSums();
  const rows = db.prepare<[], StoredFacts & { blob: number }>(
    "SELECT blob, chunks, outline, uses FROM blob_facts",
  );
  /** Blobs whose facts cannot be read, for damage or because another version wrote them: no rest to compare with. */
  const others = new Set<number>();
  for (const row of rows.iterate()) {
    problems.guard("facts-readable", () => {
      others.add(row.blob);
      const { chunks, symbols } = decodeFacts(bindFacts(row, row.blob), "");
      others.delete(row.blob);
      chunkCounts.set(row.blob, chunks.length);
      symbols.forEach((symbol, ordinal) => {
        names.add(row.blob, nameKey(symbol.name), ordinal);
      });
    });
  }
  const tables = new SegmentTables(db, newSegmentCaches());
  problems.guard("names-agree", () => checkNames(tables, names, others, problems));
  problems.guard("postings-agree", () => checkPostings(tables, chunkCounts, others, problems));
  checkSegmentCounts(db, tables, problems);
  checkStamps(db, problems);
}

function checkNames(
  tables: SegmentTables,
  expected: GroupSums,
  others: ReadonlySet<number>,
  problems: Problems,
): void {
  const stored = new GroupSums();
  eachGroupOfSet(tables.open(tables.rows(SEGMENT_KIND.names)), (key, id, bytes, start, end) => {
    if (!others.has(id)) stored.add(id, key, new ByteReader(bytes, start, end).varint());
  });
  for (const blob of expected.differences(stored)) {
    problems.add("names-agree", `blob ${blob} has other symbols than the index of names says`);
  }
}

/** Every entry lies in a chunk that exists, and the body entries of a chunk add up to its stored length. */
function checkPostings(
  tables: SegmentTables,
  chunkCounts: ReadonlyMap<number, number>,
  others: ReadonlySet<number>,
  problems: Problems,
): void {
  const rows = tables.rows(SEGMENT_KIND.terms);
  const highest = rows.reduce((most, row) => Math.max(most, row.last_id), 0);
  const everyBlob = new Uint8Array(highest + 1).fill(1);
  const bodies = new Map<number, Uint32Array>();
  for (const [blob, count] of chunkCounts) bodies.set(blob, new Uint32Array(count));
  for (const { key, runs } of tables.open(rows).keysFrom("")) {
    const { blobs, chunks, fields, counts } = decodePostings(runs, everyBlob);
    for (let at = 0; at < blobs.length; at++) {
      if (others.has(blobs[at]!)) continue;
      const lengths = bodies.get(blobs[at]!);
      if (!lengths)
        problems.add(
          "postings-agree",
          `term ${JSON.stringify(key)} is in blob ${blobs[at]}, which is not there`,
        );
      else if (chunks[at]! >= lengths.length || fields[at]! >= FIELDS.length || counts[at] === 0) {
        problems.add(
          "postings-agree",
          `term ${JSON.stringify(key)} is in chunk ${chunks[at]} of blob ${blobs[at]}, which has ${lengths.length}`,
        );
      } else if (fields[at] === 0) lengths[chunks[at]!]! += counts[at]!;
    }
  }
  checkLengths(tables, bodies, others, problems);
}

function checkLengths(
  tables: SegmentTables,
  bodies: Map<number, Uint32Array>,
  others: ReadonlySet<number>,
  problems: Problems,
): void {
  const unseen = new Set(bodies.keys());
  tables.eachLengths(tables.rows(SEGMENT_KIND.terms), (blob, lengths) => {
    if (others.has(blob)) return;
    const body = bodies.get(blob);
    const isEqual =
      body?.length === lengths.length &&
      body.every((sum, at) => Math.min(sum, MAX_CHUNK_LENGTH) === lengths[at]);
    if (!isEqual || !unseen.delete(blob))
      problems.add("lengths-agree", `chunk lengths of blob ${blob} are not its own`);
  });
  for (const blob of unseen) problems.add("lengths-agree", `blob ${blob} has no chunk lengths`);
}

function checkStamps(db: Connection, problems: Problems): void {
  const stamps = db.prepare<[], Buffer>(
    "SELECT stamp FROM file WHERE stamp IS NOT NULL UNION ALL SELECT stamp FROM skipped WHERE stamp IS NOT NULL",
  );
  for (const stamp of stamps.pluck().iterate()) {
    problems.guard("stamps-readable", () => {
      decodeStamp(stamp as unknown as Buffer);
    });
  }
}
