/**
 * Compiling a query makes the runtime analyse the grammar's whole parse table: a third of a second for TypeScript,
 * in every process. What comes out is a handful of flat arrays, so the build stores them and a process loads them
 * in a millisecond. Offsets and sizes are those of `struct TSQuery` in the pinned runtime; `takeSnapshot` checks
 * them against each other, and a snapshot for another query or grammar is never loaded.
 */
import { createHash } from "node:crypto";
import type { RawModule } from "./runtime.ts";
import type { PredicateData } from "./text-predicates.ts";

export interface QuerySnapshot {
  captureNames: string[];
  /** By pattern. */
  predicates: PredicateData[][];
  /** Contents of ARRAYS, in order. */
  arrays: Uint8Array[];
  wildcardRoots: number;
}

/** An array is a pointer, a size and a capacity. */
const ARRAY_BYTES = 12;
const QUERY_BYTES = 164;
const LANGUAGE_AT = 156;
const WILDCARD_ROOTS_AT = 160;
const CAPTURE_NAMES_AT = 0;
const PREDICATE_TEXTS_AT = 24;
const PREDICATE_STEPS_AT = 84;
const PATTERNS_AT = 96;
const STEPS_AT = 60;
const PATTERN_BYTES = 28;
/** What matching reads. Names, predicates and error positions are ours to keep or of no use. */
const ARRAYS = [
  { at: STEPS_AT, element: 20 },
  { at: 72, element: 6 },
  { at: PATTERNS_AT, element: PATTERN_BYTES },
  { at: 120, element: 2 },
  { at: 144, element: 2 },
] as const;

export function takeSnapshot(raw: RawModule, query: number): QuerySnapshot {
  const u32 = (address: number): number => raw.HEAP32[address >> 2]! >>> 0;
  const arrays = ARRAYS.map(({ at, element }) => {
    const start = u32(query + at);
    return raw.HEAPU8.slice(start, start + u32(query + at + 4) * element);
  });
  const captureNames = readTexts(raw, query + CAPTURE_NAMES_AT);
  const texts = readTexts(raw, query + PREDICATE_TEXTS_AT);
  const predicates: PredicateData[][] = [];
  const steps = u32(query + PREDICATE_STEPS_AT);
  let stepEnd = 0;
  for (let pattern = 0; pattern < u32(query + PATTERNS_AT + 4); pattern++) {
    const at = u32(query + PATTERNS_AT) + pattern * PATTERN_BYTES;
    if (u32(at) !== stepEnd) throw new Error("the layout of compiled queries is not the expected one");
    stepEnd += u32(at + 4);
    predicates.push(readPredicates(u32, steps + u32(at + 8) * 8, u32(at + 12), texts));
  }
  if (stepEnd !== u32(query + STEPS_AT + 4))
    throw new Error("the layout of compiled queries is not the expected one");
  return { captureNames, predicates, arrays, wildcardRoots: u32(query + WILDCARD_ROOTS_AT) & 0xffff };
}

/** A table of texts: characters, then (offset, length) slices; texts end with a zero that is not counted. */
function readTexts(raw: RawModule, table: number): string[] {
  const word = (address: number): number => raw.HEAP32[address >> 2]! >>> 0;
  const characters = word(table);
  const slices = word(table + ARRAY_BYTES);
  return Array.from({ length: word(table + ARRAY_BYTES + 4) }, (_, at) => {
    const start = characters + word(slices + at * 8);
    return Buffer.from(raw.HEAPU8.subarray(start, start + word(slices + at * 8 + 4))).toString("utf8");
  });
}

/** Steps are (type, value): 0 ends a predicate, 1 is a capture, 2 a text; the first text is the operator. */
function readPredicates(
  u32: (address: number) => number,
  at: number,
  count: number,
  texts: string[],
): PredicateData[] {
  const predicates: PredicateData[] = [];
  let current: (number | string)[] = [];
  for (let step = 0; step < count; step++) {
    const type = u32(at + step * 8);
    const value = u32(at + step * 8 + 4);
    if (type === 0) {
      predicates.push(current as unknown as PredicateData);
      current = [];
    } else current.push(type === 1 ? value : texts[value]!);
  }
  return predicates;
}

/** Puts a compiled query into the module's memory, as if it had just been compiled there; returns its address. */
export function restoreSnapshot(raw: RawModule, language: number, snapshot: QuerySnapshot): number {
  const query = raw._malloc(QUERY_BYTES);
  raw.HEAPU8.fill(0, query, query + QUERY_BYTES);
  for (const [index, { at, element }] of ARRAYS.entries()) {
    const bytes = snapshot.arrays[index]!;
    if (bytes.length === 0) continue;
    const address = raw._malloc(bytes.length);
    raw.HEAPU8.set(bytes, address);
    const count = bytes.length / element;
    raw.HEAP32.set([address, count, count], (query + at) >> 2);
  }
  raw.HEAP32[(query + LANGUAGE_AT) >> 2] = language;
  raw.HEAP32[(query + WILDCARD_ROOTS_AT) >> 2] = snapshot.wildcardRoots;
  return query;
}

/** What a snapshot depends on. Grammars are told apart by their size: their versions are pinned. */
export function snapshotKey(queryText: string, grammarBytes: number): string {
  return createHash("sha256").update(`1 ${grammarBytes}\n${queryText}`).digest("hex");
}

export function encodeSnapshot(key: string, snapshot: QuerySnapshot): Buffer {
  const { arrays, ...rest } = snapshot;
  const head = Buffer.from(JSON.stringify({ key, ...rest, lengths: arrays.map((bytes) => bytes.length) }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return Buffer.concat([size, head, ...arrays]);
}

/** Null when the snapshot is of another query, grammar or layout. */
export function decodeSnapshot(key: string, bytes: Buffer): QuerySnapshot | null {
  const headEnd = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString("utf8", 4, headEnd)) as Omit<QuerySnapshot, "arrays"> & {
    key: string;
    lengths: number[];
  };
  if (head.key !== key) return null;
  let at = headEnd;
  const arrays = head.lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
  return {
    captureNames: head.captureNames,
    predicates: head.predicates,
    arrays,
    wildcardRoots: head.wildcardRoots,
  };
}
