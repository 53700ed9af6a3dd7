/**
 * An inverted index in parts that never change. A segment maps sorted keys (terms, names, handles) to groups: an id,
 * ascending, with a payload the segment does not look into. Keys lie in blocks of about half a page, each found
 * through the segment's directory of first keys; so writing 30,000 terms costs hundreds of rows, not 30,000.
 *
 * Block: key count; per key: characters shared with the key before, other characters, bytes of groups;
 * all other characters as one text; all groups. Group: id (distance), payload length, payload.
 */
import { ByteWriter } from "../../codec/byte-writer.ts";
import { seal } from "../../codec/seal.ts";
import { StringTableWriter } from "../../codec/string-table.ts";

/** Two blocks and their row headers fill one page of 8,192 bytes. */
const BLOCK_BYTES = 3_900;

export interface FinishedSegment {
  /** First key of every block. */
  directory: Buffer;
  blocks: Buffer[];
  keyCount: number;
  groupCount: number;
  byteCount: number;
}

/** Takes keys in ascending order, for each its groups in ascending order of id. */
export class SegmentWriter {
  readonly #heads = new ByteWriter(4096);
  readonly #groups = new ByteWriter(16 * 1024);
  readonly #block = new ByteWriter(16 * 1024);
  readonly #firstKeys = new StringTableWriter();
  readonly #suffixes: string[] = [];
  #suffixLength = 0;
  #keysInBlock = 0;
  #previousKey = "";
  #previousId = 0;
  #groupsStart = 0;
  #key = "";
  readonly #finished: FinishedSegment = {
    directory: Buffer.alloc(0),
    blocks: [],
    keyCount: 0,
    groupCount: 0,
    byteCount: 0,
  };

  startKey(key: string): void {
    this.#key = key;
    this.#previousId = 0;
    this.#groupsStart = this.#groups.length;
  }

  addGroup(id: number, payload: Uint8Array, start: number, end: number): void {
    this.#groups.varint(id - this.#previousId);
    this.#groups.varint(end - start);
    this.#groups.copy(payload, start, end);
    this.#previousId = id;
    this.#finished.groupCount++;
  }

  /** A key without groups is left out. */
  endKey(): void {
    const groupBytes = this.#groups.length - this.#groupsStart;
    if (groupBytes === 0) return;
    const shared = this.#keysInBlock === 0 ? 0 : sharedLength(this.#previousKey, this.#key);
    if (this.#keysInBlock === 0) this.#firstKeys.numberOf(this.#key);
    this.#heads.varint(shared);
    this.#heads.varint(this.#key.length - shared);
    this.#heads.varint(groupBytes);
    this.#suffixes.push(shared === 0 ? this.#key : this.#key.slice(shared));
    this.#suffixLength += this.#key.length - shared;
    this.#previousKey = this.#key;
    this.#keysInBlock++;
    this.#finished.keyCount++;
    if (this.#heads.length + this.#suffixLength + this.#groups.length >= BLOCK_BYTES) this.#flush();
  }

  finish(): FinishedSegment {
    if (this.#keysInBlock > 0) this.#flush();
    this.#block.clear();
    this.#firstKeys.writeTo(this.#block);
    this.#finished.directory = seal(this.#block);
    return this.#finished;
  }

  #flush(): void {
    const block = this.#block;
    block.clear();
    block.varint(this.#keysInBlock);
    block.copy(this.#heads.bytes, 0, this.#heads.length);
    block.text(this.#suffixes.join(""));
    block.copy(this.#groups.bytes, 0, this.#groups.length);
    const sealed = seal(block);
    this.#finished.blocks.push(sealed);
    this.#finished.byteCount += sealed.length;
    this.#heads.clear();
    this.#groups.clear();
    this.#suffixes.length = 0;
    this.#suffixLength = 0;
    this.#keysInBlock = 0;
  }
}

function sharedLength(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
