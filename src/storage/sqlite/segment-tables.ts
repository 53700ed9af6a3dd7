import { throwDamaged } from "../../codec/byte-reader.ts";
import { bindSeal } from "../../codec/seal.ts";
import { type Block, decodeBlock, decodeDirectory } from "../segments/block.ts";
import { type TargetFiles, targetFilesOf } from "../segments/inbound-counts.ts";
import { eachLengths, LengthsWriter } from "../segments/lengths-codec.ts";
import { countToMerge, mergeSegments } from "../segments/merge-segments.ts";
import type { SegmentCaches } from "../segments/segment-caches.ts";
import type { SegmentKind } from "../segments/segment-kind.ts";
import { type SegmentHead, SegmentSet } from "../segments/segment-set.ts";
import type { FinishedSegment } from "../segments/segment-writer.ts";
import type { Connection } from "./connection.ts";
import { nextId } from "./next-id.ts";
import { prepared } from "./prepared.ts";
import {
  assertSealed,
  changeSeal,
  readingRows,
  SEAL,
  type SealedSegment,
  sumOfSegment,
} from "./row-seals.ts";
import { blockRowId, VALUE_KIND } from "./schema.ts";

export type SegmentRow = SealedSegment;

export class SegmentTables {
  readonly #db: Connection;
  readonly #caches: SegmentCaches;
  readonly #statements;

  constructor(db: Connection, caches: SegmentCaches) {
    this.#db = db;
    this.#caches = caches;
    this.#statements = {
      list: prepared<[number], SegmentRow>(
        db,
        "SELECT id, first_id, last_id, byte_count FROM segment WHERE kind = ? ORDER BY first_id",
      ),
      ids: prepared<[], number>(db, "SELECT id FROM segment").pluck(),
      directory: prepared<[number], Buffer>(db, "SELECT directory FROM segment WHERE id = ?").pluck(),
      lengths: prepared<[number], Buffer | null>(db, "SELECT lengths FROM segment WHERE id = ?").pluck(),
      block: prepared<[number], Buffer>(db, "SELECT data FROM block WHERE id = ?").pluck(),
    };
  }

  /** Of all kinds. */
  ids(): ReadonlySet<number> {
    return new Set(this.#statements.ids.all());
  }

  /** Damaged when they are not the ones that were written. */
  list(kind: SegmentKind): SegmentRow[] {
    const name = SEAL.segments(kind);
    return readingRows(name, () => {
      const rows = this.rows(kind);
      assertSealed(this.#db, name, rows.map(sumOfSegment));
      return rows;
    });
  }

  /** As they are, for checks that say more about what is wrong with them. */
  rows(kind: SegmentKind): SegmentRow[] {
    return this.#statements.list.all(kind);
  }

  open(rows: readonly SegmentRow[]): SegmentSet {
    const heads = rows.map(({ id }): SegmentHead => ({ id, directory: this.#directory(id) }));
    return new SegmentSet(
      heads,
      (segment, ordinal) => this.#readBlock(segment, ordinal),
      this.#caches.blocks,
    );
  }

  eachLengths(rows: readonly SegmentRow[], visit: (blob: number, lengths: Uint16Array) => void): void {
    for (const { id } of rows) {
      const stored = this.#statements.lengths.get(id);
      if (!stored) throwDamaged(`segment ${id} has no chunk lengths`);
      eachLengths(bindSeal(stored, VALUE_KIND.lengths, id), visit);
    }
  }

  /** Which links end in which files; segments must be of targets. */
  targetFiles(rows: readonly SegmentRow[]): TargetFiles[] {
    return rows.map(({ id }) =>
      this.#caches.targetFiles.getOrMake(id, () => targetFilesOf(this.#eachBlock(id))),
    );
  }

  /** Past the cache of blocks: reading all of them would push out those that queries need. */
  *#eachBlock(segment: number): Generator<Block> {
    for (let ordinal = 0; ordinal < this.#directory(segment).length; ordinal++)
      yield decodeBlock(this.#readBlock(segment, ordinal));
  }

  /** Contract: inside a write transaction. */
  add(
    kind: SegmentKind,
    segment: FinishedSegment,
    ids: { first: number; last: number },
    lengths: Buffer | null,
  ): void {
    const id = nextId(this.#db, "segment");
    prepared(
      this.#db,
      `INSERT INTO segment(id, kind, first_id, last_id, key_count, group_count, byte_count, block_count, directory, lengths)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      kind,
      ids.first,
      ids.last,
      segment.keyCount,
      segment.groupCount,
      segment.byteCount,
      segment.blocks.length,
      bindSeal(segment.directory, VALUE_KIND.directory, id),
      lengths && bindSeal(lengths, VALUE_KIND.lengths, id),
    );
    const insert = prepared(this.#db, "INSERT INTO block(id, data) VALUES (?, ?)");
    segment.blocks.forEach((data, ordinal) => {
      const row = blockRowId(id, ordinal);
      insert.run(row, bindSeal(data, VALUE_KIND.block, row));
    });
    const added = { id, first_id: ids.first, last_id: ids.last, byte_count: segment.byteCount };
    changeSeal(this.#db, SEAL.segments(kind), { added: [sumOfSegment(added)] });
  }

  /** Merges the newest segments of a kind when there are too many. Contract: inside a write transaction. */
  mergeIfMany(kind: SegmentKind): void {
    const rows = this.list(kind);
    const count = countToMerge(rows.map((row) => row.byte_count));
    if (count > 0) this.#replace(kind, rows.slice(-count), () => true);
  }

  /** Rewrites all segments of a kind as one, without ids that are gone. Contract: inside a write transaction. */
  rewriteAll(kind: SegmentKind, isAlive: (id: number) => boolean): void {
    const rows = this.list(kind);
    if (rows.length > 0) this.#replace(kind, rows, isAlive);
  }

  #replace(kind: SegmentKind, rows: readonly SegmentRow[], isAlive: (id: number) => boolean): void {
    const merged = mergeSegments(this.open(rows), isAlive);
    const hasLengths = this.#statements.lengths.get(rows[0]!.id) !== null;
    const lengths = hasLengths ? this.#mergeLengths(rows, isAlive) : null;
    for (const { id } of rows) {
      prepared(this.#db, "DELETE FROM block WHERE id >= ? AND id < ?").run(
        blockRowId(id, 0),
        blockRowId(id + 1, 0),
      );
      prepared(this.#db, "DELETE FROM segment WHERE id = ?").run(id);
    }
    changeSeal(this.#db, SEAL.segments(kind), { removed: rows.map(sumOfSegment) });
    this.add(kind, merged, { first: rows[0]!.first_id, last: rows.at(-1)!.last_id }, lengths);
  }

  #mergeLengths(rows: readonly SegmentRow[], isAlive: (id: number) => boolean): Buffer {
    const out = new LengthsWriter();
    this.eachLengths(rows, (blob, lengths) => {
      if (isAlive(blob)) out.add(blob, lengths);
    });
    return out.finish();
  }

  #directory(segment: number): readonly string[] {
    return this.#caches.directories.getOrMake(segment, () => {
      const stored = this.#statements.directory.get(segment);
      if (!stored) throwDamaged(`segment ${segment} has no directory`);
      return decodeDirectory(bindSeal(stored, VALUE_KIND.directory, segment));
    });
  }

  #readBlock(segment: number, ordinal: number): Buffer {
    const row = blockRowId(segment, ordinal);
    const stored = this.#statements.block.get(row);
    if (!stored) throwDamaged(`block ${ordinal} of segment ${segment} is missing`);
    return bindSeal(stored, VALUE_KIND.block, row);
  }
}
