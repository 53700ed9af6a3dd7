/** Reads the wire format of protocol buffers: enough for messages of numbers, texts and nested messages. */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
/** A varint has at most ten groups of seven bits. */
const MAX_VARINT_BYTES = 10;

export class MalformedMessage extends Error {}

export interface Field {
  number: number;
  /** Value of a number field; 0 for others. */
  value: number;
  /** Content of a text, message or packed field; empty for others. */
  bytes: Uint8Array;
}

const NO_BYTES = new Uint8Array(0);

/** Calls `visit` for each field in the order of the file. The field object is only valid during the call. */
export function eachField(message: Uint8Array, visit: (field: Field) => void): void {
  const field: Field = { number: 0, value: 0, bytes: NO_BYTES };
  const cursor = { at: 0 };
  while (cursor.at < message.length) {
    const key = readVarint(message, cursor);
    field.number = Math.floor(key / 8);
    field.value = 0;
    field.bytes = NO_BYTES;
    switch (key % 8) {
      case VARINT:
        field.value = readVarint(message, cursor);
        break;
      case BYTES: {
        const length = readVarint(message, cursor);
        field.bytes = take(message, cursor, length);
        break;
      }
      case FIXED64:
        take(message, cursor, 8);
        break;
      case FIXED32:
        take(message, cursor, 4);
        break;
      default:
        throw new MalformedMessage(`field ${field.number} has an unknown wire type`);
    }
    visit(field);
  }
}

function take(message: Uint8Array, cursor: { at: number }, length: number): Uint8Array {
  const end = cursor.at + length;
  if (end > message.length) throw new MalformedMessage("the message ends inside a field");
  const bytes = message.subarray(cursor.at, end);
  cursor.at = end;
  return bytes;
}

/** Values above 2^53 lose precision; no field we read comes near. */
function readVarint(message: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  let factor = 1;
  for (let count = 0; count < MAX_VARINT_BYTES; count++) {
    const byte = message[cursor.at];
    if (byte === undefined) throw new MalformedMessage("the message ends inside a number");
    cursor.at += 1;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 128;
  }
  throw new MalformedMessage("a number has too many bytes");
}

/** Numbers of a packed field, or the one number of an unpacked one. */
export function readNumbers({ value, bytes }: Field): number[] {
  if (bytes.length === 0) return [value];
  const numbers: number[] = [];
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) numbers.push(readVarint(bytes, cursor));
  return numbers;
}

const decoder = new TextDecoder();

export function readText({ bytes }: Field): string {
  return decoder.decode(bytes);
}
