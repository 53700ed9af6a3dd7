/** The inverted index of a place as rows. What a question needs of it is fetched at once, then answered in memory. */
import { throwDamaged } from "../../codec/byte-reader.ts";
import { type Block, decodeBlock, decodeDirectory, lastNotAbove } from "../segments/block.ts";
import type { SegmentCaches } from "../segments/segment-caches.ts";
import { SEGMENT_KIND, type SegmentKind } from "../segments/segment-kind.ts";
import { blockKey, type SegmentHead, SegmentSet } from "../segments/segment-set.ts";
import type { Queries } from "./queries.ts";

export interface SegmentRow extends SegmentHead {
  kind: SegmentKind;
  first_id: number;
  last_id: number;
  byte_count: number;
}

/** All segments of a place as one state has them, each kind ascending by the ids it holds. */
export type SegmentList = Readonly<Record<SegmentKind, readonly SegmentRow[]>>;

/** Which blocks of a segment a question needs: from the first to the last, or none. */
export type BlockRange = (directory: readonly string[]) => readonly [from: number, to: number] | null;

export async function listSegments(
  queries: Queries,
  place: number,
  directories: SegmentCaches["directories"],
): Promise<SegmentList> {
  const rows = await queries.rows<Omit<SegmentRow, "directory"> & { directory: Buffer | null }>(
    `SELECT id, kind, first_id, last_id, byte_count,
       CASE WHEN id = ANY($2::int[]) THEN NULL ELSE directory END AS directory
     FROM @segment WHERE place = $1 ORDER BY first_id, id`,
    [place, directories.keys()],
  );
  const list = { 0: [], 1: [], 2: [], 3: [] } as Record<SegmentKind, SegmentRow[]>;
  for (const { directory: stored, ...row } of rows) {
    const directory = stored ? decodeDirectory(stored) : directories.get(row.id);
    if (!directory) throwDamaged(`segment ${row.id} has no directory`);
    directories.set(row.id, directory);
    list[row.kind].push({ ...row, directory });
  }
  return list;
}

export function allSegmentIds(list: SegmentList): ReadonlySet<number> {
  return new Set(Object.values(SEGMENT_KIND).flatMap((kind) => list[kind].map(({ id }) => id)));
}

/** The block that holds the key, if any does. */
export function blockOfKey(key: string): BlockRange {
  return (directory) => {
    const at = lastNotAbove(directory, key);
    return at < 0 ? null : [at, at];
  };
}

/** All blocks with keys that start so, and the one behind: a walk over the keys looks at its first to know the end. */
export function blocksOfPrefix(prefix: string): BlockRange {
  return (directory) => {
    if (directory.length === 0) return null;
    const from = Math.max(0, lastNotAbove(directory, prefix));
    let to = from;
    while (to < directory.length - 1 && directory[to]!.slice(0, prefix.length) <= prefix) to++;
    return [from, to];
  };
}

export const ALL_BLOCKS: BlockRange = (directory) =>
  directory.length === 0 ? null : [0, directory.length - 1];

/** A set that can answer what these ranges are for; blocks that are not in memory are read in one round trip. */
export async function openSegments(
  queries: Queries,
  place: number,
  segments: readonly SegmentRow[],
  ranges: readonly BlockRange[],
  cache: SegmentCaches["blocks"] | null,
): Promise<SegmentSet> {
  const held = new Map<string, Block>();
  const missing = { segments: [] as number[], ordinals: [] as number[] };
  for (const { id, directory } of segments) {
    for (const range of ranges) {
      const [from, to] = range(directory) ?? [0, -1];
      for (let ordinal = from; ordinal <= to; ordinal++) {
        const key = blockKey(id, ordinal);
        if (held.has(key)) continue;
        const known = cache?.get(key);
        held.set(key, known ?? NOT_YET);
        if (known) continue;
        missing.segments.push(id);
        missing.ordinals.push(ordinal);
      }
    }
  }
  if (missing.segments.length > 0) {
    const rows = await queries.lists<[segment: number, ordinal: number, data: Buffer]>(
      `SELECT segment, ordinal, data FROM @block JOIN unnest($2::int[], $3::int[]) AS wanted(segment, ordinal)
       USING (segment, ordinal) WHERE place = $1`,
      [place, missing.segments, missing.ordinals],
    );
    for (const [segment, ordinal, data] of rows) {
      const block = decodeBlock(data);
      const key = blockKey(segment, ordinal);
      held.set(key, block);
      cache?.set(key, block);
    }
  }
  const blocks = {
    getOrMake: (key: string) => {
      const block = held.get(key);
      if (!block || block === NOT_YET) throwDamaged(`block ${key} of the inverted index is missing`);
      return block;
    },
  };
  return new SegmentSet(segments, throwNotRead, blocks);
}

const NOT_YET: Block = { keys: [], starts: new Uint32Array(1), bytes: new Uint8Array() };

function throwNotRead(segment: number, ordinal: number): never {
  throwDamaged(`block ${ordinal} of segment ${segment} was not read`);
}

/** All blocks of a segment in their order. */
export async function readBlocks(queries: Queries, place: number, { id }: SegmentRow): Promise<Block[]> {
  const rows = await queries.lists<[data: Buffer]>(
    "SELECT data FROM @block WHERE place = $1 AND segment = $2 ORDER BY ordinal",
    [place, id],
  );
  return rows.map(([data]) => decodeBlock(data));
}
