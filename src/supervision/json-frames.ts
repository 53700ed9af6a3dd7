/**
 * JSON in frames of known length, as language servers speak it: `Content-Length: 17`, an empty line, then so many bytes
 * of JSON. Other headers are allowed and passed over.
 */

const HEADERS_END = Buffer.from("\r\n\r\n");
const MAX_HEADER_BYTES = 4_096;
/** More than any answer; a child that announces more is broken, and its announcement would fill our memory. */
const MAX_FRAME_BYTES = 256 * 1_024 * 1_024;

export function encodeFrame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** What came is no frame. */
export class BrokenFrame extends Error {}

export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes of the frame whose headers were read; null before them. */
  #bodyBytes: number | null = null;

  /** Messages that are complete with this chunk, in order. Throws a BrokenFrame. */
  push(chunk: Buffer): unknown[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: unknown[] = [];
    for (;;) {
      if (this.#bodyBytes === null && !this.#readHeaders()) return messages;
      if (this.#length < this.#bodyBytes!) return messages;
      messages.push(parse(this.#take(this.#bodyBytes!)));
      this.#bodyBytes = null;
    }
  }

  #readHeaders(): boolean {
    const held = this.#joined();
    const end = held.indexOf(HEADERS_END);
    if (end > MAX_HEADER_BYTES || (end < 0 && held.length > MAX_HEADER_BYTES))
      throw new BrokenFrame("headers without an end");
    if (end < 0) return false;
    const headers = this.#take(end + HEADERS_END.length).toString("latin1");
    const length = /^content-length: *(\d+) *\r?$/im.exec(headers)?.[1];
    if (length === undefined) throw new BrokenFrame("a frame without its length");
    this.#bodyBytes = Number(length);
    if (this.#bodyBytes > MAX_FRAME_BYTES) throw new BrokenFrame(`a frame of ${length} bytes`);
    return true;
  }

  /** Chunks are joined when a frame is complete, not with each of them. */
  #joined(): Buffer {
    const joined = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  #take(bytes: number): Buffer {
    const held = this.#joined();
    this.#chunks = bytes < held.length ? [held.subarray(bytes)] : [];
    this.#length -= bytes;
    return held.subarray(0, bytes);
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new BrokenFrame("a frame that is no JSON");
  }
}
