/**
 * Reads the built-in model: a vocabulary of lexical terms and one int8 row with a scale for each, then rows that all
 * other terms are hashed into. The vocabulary stays bytes behind a hash table, since making tens of thousands of strings
 * would cost more than embedding a small repository; rows are read as they are needed, since a short process needs few of them.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import { FIELDS, type Field } from "../../core/facts.ts";
import { EMBEDDING_ERRORS, type EmbeddingErrorCode } from "../errors.ts";
import { fnv1a, VocabularyTable } from "./vocabulary-table.ts";

const MAGIC = "CLEWEMB1";
const HEADER_START = MAGIC.length + 4;
/** Enough for the header of any model. */
export const HEADER_BYTES = 65_536;
/** An edit of twenty files needs fewer rows than these; from here on the rest is cheaper by one read. */
const MAX_READ_APART = 4_000;
/** Characters of a model's id that prepared terms begin with. */
const ID_LENGTH = 16;

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
  /** Writes the `dims` parts of a row to `to`, from `at` on. */
  readRow: ReadRow;
  /** Row of a term given as UTF-8, -1 when the vocabulary lacks it. */
  findRow(bytes: Uint8Array, start: number, end: number): number;
  /** End of the longest term of the vocabulary that starts at `start` and ends in [least, most]; -1 without one. */
  findLongest(bytes: Uint8Array, start: number, least: number, most: number): number;
  /** Row that a term outside the vocabulary shares with others. */
  hashRow(bytes: Uint8Array): number;
  close(): void;
}

export type ReadRow = (row: number, to: Int8Array, at: number) => void;

/** Opens the file and reads all but its rows; `preparedTerms`: see `prepareTerms`. */
export function openModelFile(file: string, preparedTerms: Uint8Array | null = null): BuiltinModel {
  const source = new ModelSource(file);
  try {
    return readModel(source, file, preparedTerms);
  } catch (error) {
    source.close();
    throw error;
  }
}

/** What finding terms needs, for the build to make once. Fits the model it was made of and no other. */
export function prepareTerms(file: string): Uint8Array {
  const source = new ModelSource(file);
  try {
    const { header, table } = readVocabulary(source, file, null);
    return Buffer.concat([Buffer.from(header.id.slice(0, ID_LENGTH)), table.toBytes()]);
  } finally {
    source.close();
  }
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

function readModel(source: ModelSource, file: string, prepared: Uint8Array | null): BuiltinModel {
  const { header, table, end } = readVocabulary(source, file, prepared);
  const { dims, vocabularySize, hashRows } = header;
  const rows = vocabularySize + hashRows;
  const matrixStart = end + rows * 4;
  if (source.size !== matrixStart + rows * dims)
    throw broken(`${file} has ${source.size} bytes, its header says ${matrixStart + rows * dims}`);
  const scales = new Float32Array(rows);
  source.read(new Uint8Array(scales.buffer), 0, rows * 4, end);
  return {
    header,
    scales,
    readRow: rowReader(source, matrixStart, rows, dims),
    findRow: (term, start, stop) => table.find(term, start, stop),
    findLongest: (term, start, least, most) => table.findLongest(term, start, least, most),
    hashRow: (term) => vocabularySize + (fnv1a(term, 0, term.length) % hashRows),
    close: () => source.close(),
  };
}

/** One row at a time, or all of them once so many were asked for. */
function rowReader(source: ModelSource, start: number, rows: number, dims: number): ReadRow {
  let all: Int8Array | null = null;
  let readApart = 0;
  return (row, to, at) => {
    if (!all && readApart < MAX_READ_APART) {
      readApart += 1;
      source.read(to, at, dims, start + row * dims);
      return;
    }
    if (!all) {
      all = new Int8Array(rows * dims);
      source.read(all, 0, all.length, start);
    }
    to.set(all.subarray(row * dims, (row + 1) * dims), at);
  };
}

/** `end`: where the scales begin. */
function readVocabulary(
  source: ModelSource,
  file: string,
  prepared: Uint8Array | null,
): { header: ModelHeader; table: VocabularyTable; end: number } {
  const start = new Uint8Array(Math.min(HEADER_BYTES, source.size));
  source.read(start, 0, start.length, 0);
  const { header, end } = parseHeader(start, file);
  const { id, vocabularySize, vocabularyBytes } = header;
  const text = new Uint8Array(vocabularyBytes);
  source.read(text, 0, vocabularyBytes, end);
  const isFitting =
    prepared && Buffer.from(prepared.subarray(0, ID_LENGTH)).toString() === id.slice(0, ID_LENGTH);
  const table = isFitting
    ? VocabularyTable.fromBytes(text, vocabularySize, prepared.subarray(ID_LENGTH))
    : VocabularyTable.ofText(text, vocabularySize);
  if (table.count !== vocabularySize)
    throw broken(`${file} has ${table.count} terms, its header says ${vocabularySize}`);
  return { header, table, end: end + Math.ceil(vocabularyBytes / 4) * 4 };
}

/** The open file. It may be closed while vectors are not asked for; the next read opens it again. */
class ModelSource {
  readonly size: number;
  #opened = -1;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    try {
      this.#opened = openSync(file, "r");
      this.size = fstatSync(this.#opened).size;
    } catch (cause) {
      throw broken(`${file} cannot be read: ${(cause as Error).message}`);
    }
  }

  read(to: NodeJS.ArrayBufferView, at: number, length: number, position: number): void {
    let read = 0;
    try {
      if (this.#opened < 0) this.#opened = openSync(this.#file, "r");
      read = readSync(this.#opened, to, at, length, position);
    } catch (cause) {
      throw broken(`${this.#file} cannot be read: ${(cause as Error).message}`);
    }
    if (read !== length) throw broken(`${this.#file} ends too early`);
  }

  close(): void {
    if (this.#opened >= 0) closeSync(this.#opened);
    this.#opened = -1;
  }
}

function broken(message: string): AppError {
  const code: EmbeddingErrorCode = "EMBEDDING_MODEL_BROKEN";
  return new AppError(code, message, { hint: EMBEDDING_ERRORS[code] });
}
