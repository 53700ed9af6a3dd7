import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BlobTerms } from "../../core/facts.ts";
import { makeTinyModel } from "../../testing/tiny-model.ts";
import { weighTerms } from "./embed-names.ts";
import { type BuiltinModel, openModelFile, prepareTerms, weighCount } from "./model-file.ts";
import { describeBuiltin } from "./open-builtin.ts";
import { openBuiltinQueries } from "./query-model.ts";
import { TermEmbedder } from "./term-embedder.ts";

const TERMS = ["queue", "request", "retry", "user", "quer", "größe"];
const bytes = makeTinyModel({ terms: TERMS, synonyms: [["delet", "remov"]] });
const sorted = [...TERMS, "delet", "remov"].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
let folder: string;
let file: string;
let model: BuiltinModel;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-model-"));
  file = join(folder, "tiny.bin");
  writeFileSync(file, bytes);
  model = openModelFile(file);
});
afterAll(() => {
  model.close();
  rmSync(folder, { recursive: true, force: true });
});

function termsOf(...sites: [term: string, chunk: number, field: number, count: number][]): BlobTerms {
  const dictionary = [...new Set(sites.map(([term]) => term))];
  const pairs = sites.map(([term, chunk, field, count]) => [
    dictionary.indexOf(term),
    ((chunk << 16) | (field << 12) | count) >>> 0,
  ]);
  pairs.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  return { dictionary, entries: Uint32Array.from(pairs.flat()) };
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, part, at) => sum + part * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe("the model file", () => {
  it("gives every term its own row, and others a row by their hash", () => {
    for (const [row, term] of sorted.entries()) {
      const text = Buffer.from(`x${term}y`);
      expect(model.findRow(text, 1, text.length - 1)).toBe(row);
    }
    const other = Buffer.from("other");
    expect(model.findRow(other, 0, other.length)).toBe(-1);
    expect(model.hashRow(other)).toBeGreaterThanOrEqual(sorted.length);
    expect(model.hashRow(other)).toBeLessThan(sorted.length + 8);
  });

  it.each([
    ["another magic", Buffer.concat([Buffer.from("OTHER"), bytes])],
    ["a missing end", bytes.subarray(0, bytes.length - 1)],
    ["more than its header says", Buffer.concat([bytes, Buffer.alloc(4)])],
    ["no dimensions", makeTinyModel({ terms: TERMS, header: { dims: 0 } })],
    ["a count form of the future", makeTinyModel({ terms: TERMS, header: { countForm: "cubic" } })],
    [
      "other terms than it counts",
      makeTinyModel({ terms: TERMS, header: { vocabularySize: 5, hashRows: 9 } }),
    ],
  ])("with %s is refused", (_, broken) => {
    const other = join(folder, "broken.bin");
    writeFileSync(other, broken);
    expect(() => openModelFile(other)).toThrow(expect.objectContaining({ code: "EMBEDDING_MODEL_BROKEN" }));
  });

  it("finds the same terms by what the build prepared, and uses nothing that was prepared of another", () => {
    const other = join(folder, "other.bin");
    writeFileSync(other, makeTinyModel({ terms: [...TERMS, "zebra"] }));
    for (const prepared of [prepareTerms(file), prepareTerms(other), prepareTerms(file).subarray(0, 41)]) {
      const opened = openModelFile(file, prepared);
      for (const [row, term] of sorted.entries()) {
        const text = Buffer.from(term);
        expect(opened.findRow(text, 0, text.length)).toBe(row);
      }
      expect(opened.findRow(Buffer.from("zebra"), 0, 5)).toBe(-1);
      opened.close();
    }
  });

  it("is opened again for a row that is asked for after it was closed", () => {
    const opened = openModelFile(file);
    const [before, after] = [new Int8Array(32), new Int8Array(32)];
    opened.readRow(3, before, 0);
    opened.close();
    opened.readRow(3, after, 0);
    opened.close();
    expect(before.some((part) => part !== 0)).toBe(true);
    expect(after).toEqual(before);
  });

  it("is described by its header, with the smallest prefix that has what was asked for", () => {
    expect(describeBuiltin(file, 0).model.dims).toBe(32);
    expect(describeBuiltin(file, 9).model.dims).toBe(16);
    expect(describeBuiltin(file, 17).model.dims).toBe(32);
    expect(describeBuiltin(file, 999).model.dims).toBe(32);
    expect(describeBuiltin(file, 16).model.key).not.toBe(describeBuiltin(file, 0).model.key);
  });
});

describe("terms", () => {
  let embedder: TermEmbedder;
  beforeAll(() => {
    embedder = new TermEmbedder(model, 32);
  });

  it("sum up to the direction that the format says", () => {
    const rows = embedder.embedBlob(termsOf(["user", 0, 0, 3], ["user", 0, 1, 1], ["retry", 0, 3, 1]), 1);
    const expected = new Float64Array(32);
    const add = (term: string, weight: number) => {
      const row = new Int8Array(32);
      model.readRow(sorted.indexOf(term), row, 0);
      for (let at = 0; at < 32; at++) expected[at]! += weight * row[at]!;
    };
    add("user", weighCount("log", 3) + 1);
    add("retry", 0.3);
    expect(cosine(rows.subarray(0, 32), expected)).toBeGreaterThan(0.9999);
    // One chunk: the whole is that chunk.
    expect(rows.subarray(32)).toEqual(rows.subarray(0, 32));
  });

  it("outside the vocabulary are their hash and the pieces that spell them", () => {
    const rowsOf = (term: string) => embedder.rowsOf(term);
    expect(rowsOf("user")).toEqual({ rows: [sorted.indexOf("user")], weights: [1] });
    const spelled = rowsOf("userrequestqueue");
    expect(spelled.rows.slice(1)).toEqual(["user", "request", "queue"].map((term) => sorted.indexOf(term)));
    expect(spelled.weights.slice(1)).toEqual([1 / 3, 1 / 3, 1 / 3]);
    // `queue` is not cut to `quer`, and two unknown letters are passed over.
    expect(rowsOf("xqueueuser").rows).toHaveLength(3);
    // Less than seven tenths are known.
    expect(rowsOf("userxxxx").rows).toHaveLength(1);
    expect(rowsOf("größeuser").rows.slice(1)).toEqual(["größe", "user"].map((term) => sorted.indexOf(term)));
  });

  it("give the same vectors whatever their order", () => {
    const sites = sorted.map((term, at): [string, number, number, number] => [term, at % 3, at % 5, at + 1]);
    const forward = embedder.embedBlob(termsOf(...sites), 3);
    expect(embedder.embedBlob(termsOf(...sites.reverse()), 3)).toEqual(forward);
  });

  it("of an empty chunk are a vector of zeros, and of none just the whole", () => {
    const rows = embedder.embedBlob(termsOf(["user", 1, 0, 1]), 2);
    expect(rows.subarray(0, 32)).toEqual(new Int8Array(32));
    expect(rows.subarray(64)).toEqual(rows.subarray(32, 64));
    expect(embedder.embedBlob(termsOf(), 0)).toEqual(new Int8Array(32));
  });

  it("of nested dimensions are the start of the long vector, scaled anew", () => {
    const half = new TermEmbedder(model, 16).embedBlob(termsOf(["user", 0, 0, 1], ["retry", 0, 0, 2]), 1);
    const whole = embedder.embedBlob(termsOf(["user", 0, 0, 1], ["retry", 0, 0, 2]), 1);
    expect(cosine(half.subarray(0, 16), whole.subarray(0, 16))).toBeGreaterThan(0.999);
  });
});

describe("questions", () => {
  it("lie near chunks that say the same in other words", async () => {
    const { embedQuery, embedNames } = openBuiltinQueries(describeBuiltin(file, 0));
    const embedder = new TermEmbedder(model, 32);
    const chunk = embedder.embedBlob(termsOf(["remov", 0, 0, 1], ["user", 0, 0, 1]), 1);
    const query = await embedQuery({ text: "How do we delete users?" });
    expect(cosine(query, chunk.subarray(0, 32))).toBeGreaterThan(
      cosine(await embedQuery({ text: "retry a request" }), chunk),
    );
    expect(Array.from(await embedQuery({ text: "zzqqxx" })).every((part) => part === 0)).toBe(true);
    const understood = await embedQuery({
      text: "retry a request",
      terms: [
        ["remov", 1],
        ["user", 0.5],
      ],
    });
    expect(cosine(understood, chunk.subarray(0, 32))).toBeGreaterThan(0.9);
    const names = embedNames!(["src/user.ts", "src/queue.ts"]);
    expect(names).toHaveLength(64);
    expect(names.subarray(0, 32)).not.toEqual(names.subarray(32));
  });

  it("about paths find each at its place, whatever stands before it", () => {
    const { embedNames } = openBuiltinQueries(describeBuiltin(file, 0));
    const embedder = new TermEmbedder(model, 32);
    const paths = [
      "user.ts",
      "queue/user.ts",
      "queue/user/user.ts",
      "queue/user/retry/",
      "queue/retry.ts",
      "",
    ];
    for (const order of [paths, [...paths].reverse(), [...paths].sort()]) {
      const rows = embedNames!(order);
      for (const [at, path] of order.entries())
        expect(rows.subarray(at * 32, at * 32 + 32)).toEqual(embedder.quantised(weighTerms(embedder, path)));
    }
  });
});
