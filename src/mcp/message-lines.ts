/**
 * Standard input as lines that each hold one JSON-RPC message. What is not one is answered with an error of the
 * protocol and dropped, whatever its length: a client in disorder costs neither the process nor its memory.
 */
import { Transform, type TransformCallback, type Writable } from "node:stream";

export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
/** A stream of garbage is told so a few times, not once per line: nobody may be reading the answers. */
const MAX_COMPLAINTS_IN_A_ROW = 16;
const NEWLINE = 0x0a;

export class MessageLines extends Transform {
  readonly #answers: Writable;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The line is over the limit; what is left of it is passed over. */
  #isSkipping = false;
  #complaints = 0;

  constructor(answers: Writable) {
    super();
    this.#answers = answers;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#collect(chunk.subarray(from, at));
      this.#endLine();
      from = at + 1;
    }
    this.#collect(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes > 0) this.#endLine();
    done();
  }

  #collect(part: Buffer): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > MAX_MESSAGE_BYTES) {
      this.#isSkipping = true;
      this.#parts = [];
      this.#complain(-32700, `Parse error: a message may have ${MAX_MESSAGE_BYTES} bytes`);
    } else this.#parts.push(part);
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts);
    const isSkipped = this.#isSkipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#isSkipping = false;
    if (isSkipped || isBlank(line)) return;
    const fault = faultOf(line);
    if (fault) {
      this.#complain(fault.code, fault.message);
      return;
    }
    this.#complaints = 0;
    this.push(Buffer.concat([line, Buffer.of(NEWLINE)]));
  }

  #complain(code: number, message: string): void {
    this.#complaints += 1;
    if (this.#complaints > MAX_COMPLAINTS_IN_A_ROW) return;
    this.#answers.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`);
  }
}

function isBlank(line: Buffer): boolean {
  return line.length === 0 || (line.length === 1 && line[0] === 0x0d);
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

interface Fault {
  code: number;
  message: string;
}

const NO_JSON_OBJECT: Fault = { code: -32700, message: "Parse error: the line is not a JSON object" };
const NO_MESSAGE: Fault = { code: -32600, message: "Invalid Request: the line is no JSON-RPC message" };

function faultOf(line: Buffer): Fault | null {
  let message: unknown;
  try {
    // A failed parse costs 50 microseconds: a flood of lines that cannot be messages is not worth that.
    const first = line.find((byte) => !SPACES.has(byte));
    if (first === OPENING_BRACKET) return NO_MESSAGE;
    if (first !== OPENING_BRACE) return NO_JSON_OBJECT;
    message = JSON.parse(line.toString("utf8"));
  } catch {
    return NO_JSON_OBJECT;
  }
  const isMessage =
    typeof message === "object" &&
    message !== null &&
    (message as { jsonrpc?: unknown }).jsonrpc === "2.0" &&
    ("method" in message || "result" in message || "error" in message);
  return isMessage ? null : NO_MESSAGE;
}
