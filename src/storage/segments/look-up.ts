/** Questions to segments that have everything they need at hand, restricted to what a view shows. */
import { ByteReader } from "../../codec/byte-reader.ts";
import type { BlobId, LinksId } from "../ids.ts";
import { eachGroup } from "./block.ts";
import { exactNamePrefix } from "./name-keys.ts";
import type { GroupRun, SegmentSet } from "./segment-set.ts";

/** A symbol whose name may be the one that was asked for: names that hold a separator share a key. */
export interface SymbolPlace {
  blob: BlobId;
  ordinal: number;
}

/** `isInView` has a 1 at the ids of blobs that count, here and below. */
export function placesOfName(set: SegmentSet, name: string, isInView: Uint8Array): SymbolPlace[] {
  const prefix = exactNamePrefix(name);
  const places: SymbolPlace[] = [];
  for (const { key, runs } of set.keysFrom(prefix)) {
    if (!key.startsWith(prefix)) break;
    eachInView(runs, isInView, (blob, payload) => places.push({ blob, ordinal: payload.varint() }));
  }
  return places;
}

/** Keys that start with the prefix and are of the view, ascending. */
export function keysLike(set: SegmentSet, prefix: string, limit: number, isInView: Uint8Array): string[] {
  const keys: string[] = [];
  if (limit <= 0) return keys;
  for (const { key, runs } of set.keysFrom(prefix)) {
    if (!key.startsWith(prefix)) break;
    let isAny = false;
    eachInView(runs, isInView, () => {
      isAny = true;
    });
    if (!isAny) continue;
    keys.push(key);
    if (keys.length >= limit) break;
  }
  return keys;
}

/** Links of a view that the inverted index names for a key. */
export function linksWithKey(set: SegmentSet, key: string, linksIds: ReadonlySet<number>): LinksId[] {
  const found: LinksId[] = [];
  for (const { bytes, start, end } of set.find(key)) {
    eachGroup(bytes, start, end, (id) => {
      if (linksIds.has(id)) found.push(id as LinksId);
    });
  }
  return found;
}

function eachInView(
  runs: readonly GroupRun[],
  isInView: Uint8Array,
  visit: (blob: BlobId, payload: ByteReader) => void,
): void {
  for (const { bytes, start, end } of runs) {
    eachGroup(bytes, start, end, (id, from, to) => {
      if (isInView[id] === 1) visit(id as BlobId, new ByteReader(bytes, from, to));
    });
  }
}
