import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LruCache } from "../lru-cache.ts";
import { decodeDirectory, eachGroup } from "./block.ts";
import { countToMerge, mergeSegments } from "./merge-segments.ts";
import { SegmentBuilder } from "./segment-builder.ts";
import { type GroupRun, type SegmentHead, SegmentSet } from "./segment-set.ts";
import type { FinishedSegment } from "./segment-writer.ts";

/** [key, id, payload byte]; ids ascend with the place in the list. */
type Entry = [key: string, id: number, payload: number];

function segmentOf(entries: readonly Entry[]): FinishedSegment {
  const builder = new SegmentBuilder();
  for (const [key, id, payload] of entries) {
    builder.startGroup(builder.keyNumber(key), id);
    builder.payload.byte(payload);
  }
  return builder.build();
}

function setOf(...segments: FinishedSegment[]): SegmentSet {
  const heads = segments.map(
    (segment, id): SegmentHead => ({ id, directory: decodeDirectory(segment.directory) }),
  );
  return new SegmentSet(heads, (id, ordinal) => segments[id]!.blocks[ordinal]!, new LruCache(3));
}

function entriesOf(key: string, runs: readonly GroupRun[]): Entry[] {
  const entries: Entry[] = [];
  for (const { bytes, start, end } of runs) {
    eachGroup(bytes, start, end, (id, from) => entries.push([key, id, bytes[from]!]));
  }
  return entries;
}

const allOf = (set: SegmentSet) => [...set.keysFrom("")].flatMap(({ key, runs }) => entriesOf(key, runs));
const byKeyThenId = (a: Entry, b: Entry) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]);

const key = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom("a", "ab", "abc", "\u{1f600}", "\uffff", "\ud800", ""),
);
const entries = fc
  .array(fc.tuple(key, fc.nat(255)), { maxLength: 60 })
  .map((list) => list.map(([text, payload], at): Entry => [text, at + 1, payload]));

describe("segments", () => {
  it("give back every group, ascending by key and id, and find each key", () => {
    fc.assert(
      fc.property(entries, fc.nat(60), (list, cut) => {
        const set = setOf(segmentOf(list.slice(0, cut)), segmentOf(list.slice(cut)));
        expect(allOf(set)).toEqual([...list].sort(byKeyThenId));
        for (const [text] of list) {
          expect(entriesOf(text, set.find(text))).toEqual(list.filter((entry) => entry[0] === text));
        }
        expect(set.find("never a key")).toEqual([]);
      }),
    );
  });

  it("can be walked from any key", () => {
    fc.assert(
      fc.property(entries, key, (list, from) => {
        const expected = [...new Set(list.map((entry) => entry[0]))].sort().filter((text) => text >= from);
        expect(Array.from(setOf(segmentOf(list)).keysFrom(from), (found) => found.key)).toEqual(expected);
      }),
    );
  });

  it("merge into one that holds the same, without ids that are gone", () => {
    fc.assert(
      fc.property(entries, fc.nat(60), fc.nat(4), (list, cut, gone) => {
        const set = setOf(segmentOf(list.slice(0, cut)), segmentOf(list.slice(cut)));
        const merged = mergeSegments(set, (id) => id % 5 !== gone);
        const kept = list.filter((entry) => entry[1] % 5 !== gone);
        expect(allOf(setOf(merged))).toEqual([...kept].sort(byKeyThenId));
        expect(merged.groupCount).toBe(kept.length);
        expect(merged.keyCount).toBe(new Set(kept.map((entry) => entry[0])).size);
      }),
    );
  });

  it("spread over blocks that are found through their first keys", () => {
    const list = Array.from(
      { length: 5_000 },
      (_, at): Entry => [`key-${(at * 7919) % 5_000}`, at + 1, at % 256],
    );
    const segment = segmentOf(list);
    expect(segment.blocks.length).toBeGreaterThan(5);
    const set = setOf(segment);
    for (const entry of list.filter((_, at) => at % 37 === 0)) {
      expect(entriesOf(entry[0], set.find(entry[0]))).toEqual([entry]);
    }
  });

  const ones = (count: number) => new Array<number>(count).fill(1);
  it.each([
    [[], 0],
    [ones(16), 0],
    [ones(17), 17],
    [[1000, ...ones(16)], 16],
    [[1000, ...ones(15), 900], 16],
    [[900, ...ones(15), 900], 17],
    [[8000, 4000, 1000, ...ones(14)], 14],
    [[17, 16, ...ones(15)], 15],
  ])("of sizes %j have their newest %i merged", (sizes, expected) => {
    expect(countToMerge(sizes)).toBe(expected);
  });
});
