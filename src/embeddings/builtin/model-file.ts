/**
 * Reads the built-in model: a vocabulary of lexical terms and one int8 row with a scale for each, then rows that all
 * other terms are hashed into. The file is read at once and used where it lies; the vocabulary stays bytes behind a
 * hash table, since making tens of thousands of strings would cost more than embedding a small repository.
 */
import { readFileSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import { FIELDS, type Field } from "../../core/facts.ts";
import { EMBEDDING_ERRORS, type EmbeddingErrorCode } from "../errors.ts";

const MAGIC = "CLEWEMB1";
const HEADER_START = MAGIC.length + 4;
const NEWLINE = 10;

export interface ModelHeader {
  version: number;
  /** Hash of the content; names the vectors it makes. */
  id: string;
  dims: number;
  /** Prefixes of a vector that work as vectors of their own. */
  nestedDims: readonly number[];
  vocabularySize: number;
  hashRows: number;
  vocabularyBytes: number;
  fieldWeights: Readonly<Record<Field, number>>;
  /** How a count weighs: `log`: 1 + ln(count); `one`; `sqrt`; a number k: count × (1 + k) / (count + k). */
  countForm: string;
  /** Weights of the two ways in which a term outside the vocabulary is represented. */
  hashWeight: number;
  subwordWeight: number;
}

export interface BuiltinModel {
  header: ModelHeader;
  /** By row: vocabulary first, then hash rows. */
  scales: Float32Array;
  /** rows × dims. */
  matrix: Int8Array;
  /** Row of a term given as UTF-8, -1 when the vocabulary lacks it. */
  findRow(bytes: Uint8Array, start: number, end: number): number;
  /** End of the longest term of the vocabulary that starts at `start` and ends in [least, most]; -1 without one. */
  findLongest(bytes: Uint8Array, start: number, least: number, most: number): number;
  /** Row that a term outside the vocabulary shares with others. */
  hashRow(bytes: Uint8Array): number;
}

export function readModelFile(file: string): BuiltinModel {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw broken(`${file} cannot be read: ${(cause as Error).message}`);
  }
  return parseModel(bytes, file);
}

/** The header alone, for the name of the model; a hundredth of the work of reading it all. */
export function parseHeader(bytes: Uint8Array, file: string): { header: ModelHeader; end: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw broken(`${file} does not start with ${MAGIC}`);
  const end = HEADER_START + buffer.readUInt32LE(MAGIC.length);
  let header: ModelHeader;
  try {
    header = JSON.parse(buffer.toString("utf8", HEADER_START, end)) as ModelHeader;
  } catch (cause) {
    throw broken(`the header of ${file} is not JSON: ${(cause as Error).message}`);
  }
  checkHeader(header, file);
  return { header, end };
}

function checkHeader(header: ModelHeader, file: string): void {
  const counts = [header.dims, header.vocabularySize, header.hashRows, header.vocabularyBytes];
  const isSound =
    counts.every((count) => Number.isInteger(count) && count > 0) &&
    header.dims % 8 === 0 &&
    [header.hashWeight, header.subwordWeight].every(Number.isFinite) &&
    isCountForm(header.countForm) &&
    typeof header.id === "string" &&
    /^[0-9a-f]{8,}$/.test(header.id) &&
    FIELDS.every((field) => Number.isFinite(header.fieldWeights?.[field]));
  if (!isSound) throw broken(`the header of ${file} lacks a field or has a wrong one`);
}

const COUNT_FORMS = ["log", "one", "sqrt"];

function isCountForm(form: unknown): boolean {
  return typeof form === "string" && (COUNT_FORMS.includes(form) || Number(form) > 0);
}

export function weighCount(form: string, count: number): number {
  if (form === "log") return 1 + Math.log(count);
  if (form === "one") return 1;
  if (form === "sqrt") return Math.sqrt(count);
  return (count * (1 + Number(form))) / (count + Number(form));
}

export function parseModel(bytes: Uint8Array, file: string): BuiltinModel {
  const { header, end } = parseHeader(bytes, file);
  const { dims, vocabularySize, hashRows, vocabularyBytes } = header;
  const rows = vocabularySize + hashRows;
  const scalesStart = end + Math.ceil(vocabularyBytes / 4) * 4;
  const matrixStart = scalesStart + rows * 4;
  if (bytes.length !== matrixStart + rows * dims)
    throw broken(`${file} has ${bytes.length} bytes, its header says ${matrixStart + rows * dims}`);
  const vocabulary = bytes.subarray(end, end + vocabularyBytes);
  // A copy: nothing says that the scales start at a multiple of four.
  const scales = new Float32Array(rows);
  new Uint8Array(scales.buffer).set(bytes.subarray(scalesStart, matrixStart));
  const matrix = new Int8Array(bytes.buffer, bytes.byteOffset + matrixStart, rows * dims);
  const table = new VocabularyTable(vocabulary, vocabularySize);
  if (table.count !== vocabularySize)
    throw broken(`${file} has ${table.count} terms, its header says ${vocabularySize}`);
  return {
    header,
    scales,
    matrix,
    findRow: (term, start, stop) => table.find(term, start, stop),
    findLongest: (term, start, least, most) => table.findLongest(term, start, least, most),
    hashRow: (term) => vocabularySize + (fnv1a(term, 0, term.length) % hashRows),
  };
}

/** FNV-1a, 32 bits, unsigned: part of the model's format. */
export function fnv1a(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}

/** Terms separated by line breaks; the row of a term is its place. */
class VocabularyTable {
  count = 0;
  private readonly starts: Uint32Array;
  private readonly slots: Int32Array;

  constructor(
    private readonly text: Uint8Array,
    size: number,
  ) {
    this.starts = new Uint32Array(size + 1);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(size * 2 + 2)));
    let start = 0;
    for (let at = 0; at <= text.length; at++) {
      if (at < text.length && text[at] !== NEWLINE) continue;
      if (this.count < size) this.add(start, at);
      else this.count += 1;
      start = at + 1;
    }
  }

  private add(start: number, end: number): void {
    const mask = this.slots.length - 1;
    let slot = fnv1a(this.text, start, end) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.starts[this.count] = start;
    this.starts[this.count + 1] = end + 1;
    this.count += 1;
    this.slots[slot] = this.count;
  }

  find(term: Uint8Array, start: number, end: number): number {
    return this.findHashed(term, start, end, fnv1a(term, start, end));
  }

  /** Hashes once while it goes: asking for each length apart would hash every start anew. */
  findLongest(term: Uint8Array, start: number, least: number, most: number): number {
    let longest = -1;
    let hash = 0x811c9dc5;
    for (let at = start; at < most; at++) {
      hash = Math.imul(hash ^ term[at]!, 0x01000193);
      if (at + 1 >= least && this.findHashed(term, start, at + 1, hash) >= 0) longest = at + 1;
    }
    return longest;
  }

  private findHashed(term: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    const length = end - start;
    for (let slot = hash & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.slots[slot]! - 1;
      const from = this.starts[number]!;
      if (this.starts[number + 1]! - 1 - from !== length) continue;
      let at = 0;
      while (at < length && this.text[from + at] === term[start + at]) at += 1;
      if (at === length) return number;
    }
    return -1;
  }
}

function broken(message: string): AppError {
  const code: EmbeddingErrorCode = "EMBEDDING_MODEL_BROKEN";
  return new AppError(code, message, { hint: EMBEDDING_ERRORS[code] });
}
