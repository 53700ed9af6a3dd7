import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BlobTerms } from "../core/facts.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { EncodedBlob, encodeBlob } from "./encoded-blob.ts";
import { fullFacts, symbolNamed } from "./fact-fixtures.ts";
import { FactReader, FactWriter } from "./fact-writer.ts";
import { decodeFacts, decodeFactsForLinking, decodeLiterals, decodeOutwardFacts } from "./facts-codec.ts";

const TERMS: BlobTerms = {
  dictionary: ["größe", "kiste", "half \ud800 pair"],
  entries: Uint32Array.of(0, 4095, 1, 0xffff_ffff, 2, (1 << 16) | 1),
};
/** The references and locals of `fullFacts` as they were stored before calls and annotations were. */
const FIRST_USES = Buffer.from(
  "KgAAAAIFAQIC9C4ABAMAAO0uBAMEAroXEAEFAgYHCAABAAAAAAkAAQAAAAEKAAoECwMEBgQHAQEDWGNhbGx0aGlzLmNvbmZpZ0JveGl0ZW1JdGVtW11tYWtlZmFjdG9yeXh5Rm9voDQILw==",
  "base64",
);
/** In the head of an encoded blob. */
const END_OF_OUTLINE_AT = 12;
const damaged = expect.objectContaining({ code: "INDEX_DAMAGED" });

describe("stored values", () => {
  it("numbers and texts of every size come back", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.constant("half \ud800 pair"),
    );
    const value = fc.oneof(fc.maxSafeNat(), fc.nat(300), text);
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const writer = new ByteWriter(1);
        for (const one of values) typeof one === "number" ? writer.varint(one) : writer.text(one);
        const reader = new ByteReader(writer.finish());
        expect(values.map((one) => (typeof one === "number" ? reader.varint() : reader.text()))).toEqual(
          values,
        );
        expect(reader.at).toBe(reader.end);
      }),
    );
  });

  it("what other files see is the same without the rest", () => {
    const stored = encodeBlob({ facts: fullFacts(), terms: TERMS }).facts;
    const { language, packageName, symbols, imports, exports, locals } = decodeFacts(stored, "toy");
    const outward = decodeOutwardFacts(stored, "toy");
    expect(outward.locals.length).toBeGreaterThan(0);
    expect(outward).toEqual({
      language,
      packageName,
      symbols: symbols.map(
        ({
          signature: _1,
          parameters: _2,
          doc: _3,
          span: _4,
          namePosition: _5,
          complexity: _6,
          literal: _7,
          ...seen
        }) => seen,
      ),
      imports,
      exports,
      locals: locals
        .filter(({ from, value }) => from === -1 && value)
        .map(({ name, from, value }) => ({ name, from, value })),
    });
  });

  it("a value of the first version is read without what came later", () => {
    const { references, locals } = fullFacts();
    const stored = encodeBlob({ facts: fullFacts(), terms: TERMS }).facts;
    const uses = { calls: [], annotations: [], hasAllLiterals: false };
    const firstLocals = locals.map(({ givenType, ...local }) => ({ ...local, startColumn: 0, endColumn: 0 }));
    const read = decodeFacts({ ...stored, uses: FIRST_USES }, "toy");
    expect(read).toMatchObject(uses);
    expect(read.references).toEqual(
      references.map(({ argumentCount, typeArgumentCount, ...reference }) => reference),
    );
    expect(read.locals).toEqual(firstLocals);
    expect(decodeLiterals(FIRST_USES)).toEqual(uses);
  });

  it("a value of a later version is none of ours, and not damaged", () => {
    const writer = new FactWriter();
    writer.begin(200);
    writer.end();
    const stored = encodeBlob({ facts: fullFacts(), terms: TERMS }).facts;
    const later = Buffer.from(writer.finish());
    for (const name of ["chunks", "outline", "uses"] as const)
      expect(() => decodeFacts({ ...stored, [name]: later }, "toy")).toThrow(
        expect.objectContaining({ code: "INDEX_OTHER_VERSION" }),
      );
    expect(new FactReader(later, "a value", 200).version).toBe(200);
  });

  it("a damaged value throws INDEX_DAMAGED and never gives other facts", () => {
    const stored = encodeBlob({ facts: fullFacts(), terms: TERMS }).facts;
    const part = fc.constantFrom("chunks" as const, "outline" as const, "uses" as const);
    fc.assert(
      fc.property(part, fc.nat(), fc.integer({ min: 1, max: 255 }), (name, place, mask) => {
        const bytes = Buffer.from(stored[name]);
        bytes[place % bytes.length]! ^= mask;
        expect(() => decodeFacts({ ...stored, [name]: bytes }, "toy")).toThrow(damaged);
      }),
    );
    fc.assert(
      fc.property(part, fc.nat(), (name, length) => {
        const bytes = stored[name].subarray(0, length % stored[name].length);
        expect(() => decodeFacts({ ...stored, [name]: bytes }, "toy")).toThrow(damaged);
      }),
    );
  });
});

describe("an encoded blob", () => {
  it("holds facts, names, terms and what is told without decoding", () => {
    const facts = fullFacts();
    facts.symbols.push(symbolNamed("line\nbreak", 9), symbolNamed("", 10), symbolNamed("\u0001", 11));
    const encoded = new EncodedBlob(Buffer.from(encodeBlob({ facts, terms: TERMS }).bytes));
    const { chunks, calls, annotations, hasAllLiterals, ...linked } = facts;
    expect(decodeFacts(encoded.facts, "toy")).toEqual(facts);
    expect(decodeFactsForLinking(encoded.facts, "toy")).toEqual(linked);
    expect(decodeLiterals(encoded.facts.uses)).toEqual({ calls, annotations, hasAllLiterals });
    expect(encoded.symbolNames()).toEqual(facts.symbols.map(({ name }) => name));
    expect(encoded.terms()).toEqual(TERMS);
    expect([encoded.sourceBytes, encoded.chunkCount]).toEqual([facts.bytes, chunks.length]);
  });

  it("of nothing holds nothing", () => {
    const facts = { ...fullFacts(), symbols: [], chunks: [] };
    const encoded = encodeBlob({ facts, terms: { dictionary: [], entries: new Uint32Array() } });
    expect([encoded.symbolNames(), encoded.terms().dictionary, encoded.chunkCount]).toEqual([[], [], 0]);
  });

  it("is its own: the next one does not overwrite it", () => {
    const first = encodeBlob({ facts: fullFacts(), terms: TERMS });
    encodeBlob({ facts: { ...fullFacts(), symbols: [] }, terms: { ...TERMS, dictionary: [] } });
    expect(decodeFacts(first.facts, "toy")).toEqual(fullFacts());
    expect(first.terms()).toEqual(TERMS);
  });

  it.each([-1, -40, 20])("cut off at %i is refused", (end) => {
    const { bytes } = encodeBlob({ facts: fullFacts(), terms: TERMS });
    expect(() => new EncodedBlob(bytes.subarray(0, end))).toThrow(damaged);
  });

  it.each([
    ["that ends before it starts", 40],
    ["that ends beyond the blob", 0xffff_ffff],
  ])("with a part %s is refused", (_, end) => {
    const { bytes } = encodeBlob({ facts: fullFacts(), terms: TERMS });
    bytes.writeUInt32LE(end, END_OF_OUTLINE_AT);
    expect(() => new EncodedBlob(bytes)).toThrow(damaged);
  });
});
