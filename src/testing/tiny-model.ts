/** A small embedding model in the format of the built-in one, with rows that follow from the terms. */
import { createHash } from "node:crypto";

export interface TinyModelOptions {
  terms: readonly string[];
  dims?: number;
  hashRows?: number;
  /** Terms of one group get nearly the same row. */
  synonyms?: readonly (readonly string[])[];
  header?: Record<string, unknown>;
}

/** The bytes of the file. Equal options give equal bytes. */
export function makeTinyModel(options: TinyModelOptions): Buffer {
  const { dims = 32, hashRows = 8 } = options;
  const terms = [...new Set([...options.terms, ...(options.synonyms ?? []).flat()])].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const groupOf = (term: string) => options.synonyms?.find((group) => group.includes(term))?.[0] ?? term;
  const rows = [
    ...terms.map((term) => rowOf(groupOf(term), dims)),
    ...Array.from({ length: hashRows }, (_, at) => rowOf(`hash row ${at}`, dims)),
  ];
  const text = Buffer.from(terms.join("\n"));
  const scales = Float32Array.from(rows, () => 0.01);
  const body = Buffer.concat([
    text,
    Buffer.alloc((4 - (text.length % 4)) % 4),
    Buffer.from(scales.buffer),
    Buffer.concat(rows.map((row) => Buffer.from(row.buffer))),
  ]);
  const header = {
    version: 1,
    id: createHash("sha256").update(body).digest("hex").slice(0, 16),
    dims,
    nestedDims: [dims / 2, dims],
    vocabularySize: terms.length,
    vocabularyBytes: text.length,
    hashRows,
    hashWeight: 1,
    subwordWeight: 1,
    countForm: "log",
    fieldWeights: { body: 1, name: 1, type: 0.5, doc: 0.3, header: 0.5 },
    ...options.header,
  };
  let head = JSON.stringify(header);
  while ((head.length + 12) % 4 !== 0) head += " ";
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([Buffer.from("CLEWEMB1"), length, Buffer.from(head), body]);
}

/** Numbers from -127 to 127 that follow from the text. */
function rowOf(text: string, dims: number): Int8Array<ArrayBuffer> {
  const row = new Int8Array(dims);
  for (let at = 0; at < dims; at += 32) {
    const digest = createHash("sha256").update(`${text} ${at}`).digest();
    for (let part = 0; part < 32 && at + part < dims; part++)
      row[at + part] = Math.max(-127, digest.readInt8(part));
  }
  return row;
}
