import { ByteReader, throwDamaged } from "../../codec/byte-reader.ts";
import { unseal } from "../../codec/seal.ts";
import { StringTable } from "../../codec/string-table.ts";

/** A block with its keys spelled out: groups of keys[n] are bytes[starts[n], starts[n + 1]). */
export interface Block {
  keys: string[];
  starts: Uint32Array;
  bytes: Uint8Array;
}

export function decodeBlock(sealed: Uint8Array): Block {
  const bytes = unseal(sealed, "a block of the inverted index");
  const reader = new ByteReader(bytes);
  const count = reader.varint();
  const heads: number[] = [];
  for (let at = 0; at < count * 3; at++) heads.push(reader.varint());
  const text = reader.text();
  const keys: string[] = [];
  const starts = new Uint32Array(count + 1);
  let textAt = 0;
  let groupsAt = reader.at;
  let previous = "";
  for (let at = 0; at < count; at++) {
    const shared = heads[at * 3]!;
    const suffix = text.slice(textAt, textAt + heads[at * 3 + 1]!);
    textAt += suffix.length;
    previous = shared === 0 ? suffix : previous.slice(0, shared) + suffix;
    keys.push(previous);
    starts[at] = groupsAt;
    groupsAt += heads[at * 3 + 2]!;
  }
  if (groupsAt !== bytes.length) throwDamaged("the groups of a block do not fill it");
  starts[count] = groupsAt;
  return { keys, starts, bytes };
}

export function decodeDirectory(sealed: Uint8Array): string[] {
  const reader = new ByteReader(unseal(sealed, "the directory of a segment"));
  return new StringTable(reader).all();
}

/** Index of the last key that is not above `key`, -1 when all are. */
export function lastNotAbove(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Calls `visit` with each group's id and where its payload lies. */
export function eachGroup(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (id: number, start: number, end: number) => void,
): void {
  const reader = new ByteReader(bytes, start, end);
  let id = 0;
  while (reader.at < end) {
    id += reader.varint();
    const length = reader.varint();
    const payload = reader.at;
    reader.at = payload + length;
    if (reader.at > end) throwDamaged("a group ends too late");
    visit(id, payload, reader.at);
  }
}
