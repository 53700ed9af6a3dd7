import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Handle } from "../../core/edges.ts";
import { edgeBetween, fullFacts, linksOf, unresolvedUse } from "../contract-fixtures.ts";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { decodeFacts, encodeFacts } from "./facts-codec.ts";
import { decodeEdgesInto, decodeKeys, decodeLinks, encodeLinks, hashLinks } from "./links-codec.ts";
import { decodeOutwardFacts } from "./outward-facts.ts";
import { seal } from "./seal.ts";
import { decodeStamp, encodeStamp } from "./stamp-codec.ts";

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

  it("stamps of every age come back", () => {
    const nanoseconds = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n });
    const stamp = fc.record({
      size: fc.maxSafeNat(),
      mtimeNs: nanoseconds,
      ctimeNs: nanoseconds,
      inode: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    });
    fc.assert(
      fc.property(stamp, (one) => {
        expect(decodeStamp(encodeStamp(one))).toEqual(one);
      }),
    );
    expect(decodeStamp(encodeStamp(null))).toBeNull();
  });

  it("what other files see is the same without the rest", () => {
    const stored = encodeFacts(fullFacts());
    const { language, packageName, symbols, imports, exports, locals } = decodeFacts(stored, "toy");
    const outward = decodeOutwardFacts(stored, "toy");
    expect(outward.locals.length).toBeGreaterThan(0);
    expect(outward).toEqual({
      language,
      packageName,
      symbols: symbols.map(
        ({ signature: _1, parameters: _2, doc: _3, span: _4, namePosition: _5, complexity: _6, ...seen }) =>
          seen,
      ),
      imports,
      exports,
      locals: locals
        .filter(({ from, value }) => from === -1 && value)
        .map(({ name, from, value }) => ({ name, from, value })),
    });
  });

  it("a damaged value throws INDEX_DAMAGED and never gives other facts", () => {
    const stored = encodeFacts(fullFacts());
    const damaged = expect.objectContaining({ code: "INDEX_DAMAGED" });
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

  it("bytes without a valid seal never decode, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => decodeLinks({ data: bytes, deps: bytes })).toThrow(
          expect.objectContaining({ code: "INDEX_DAMAGED" }),
        );
      }),
    );
  });

  it("links come back, with handles of paths that hold a #", () => {
    const edges = [
      edgeBetween("a#b.ts#X", "c", { lines: [9, 3, 70_000] }),
      edgeBetween("a#b.ts#X", "#", { kind: "tests", tier: "compiler", lines: [] }),
      edgeBetween("", "é#ü~2", { kind: "extends", tier: "heuristic" }),
    ];
    const links = linksOf(
      edges,
      [unresolvedUse("n", "a#b.ts#X", 7, 3), unresolvedUse("n", "elsewhere")],
      [0, 2 ** 32 - 1],
      [1, 2 ** 32 - 1],
    );
    expect(decodeLinks(encodeLinks(links))).toEqual(links);
    const { dependencies, shown } = decodeKeys(encodeLinks(links).deps);
    expect([Array.from(dependencies), Array.from(shown)]).toEqual([links.dependencies, links.shown]);
    for (const target of ["c", "#", "é#ü~2", "a#b.ts#X", "", "absent"] as Handle[]) {
      const { extractor, edges: found } = decodeEdgesInto(encodeLinks(links).data, target);
      expect([extractor, found]).toEqual([links.extractor, edges.filter(({ to }) => to === target)]);
    }
  });

  it.each([[[]], [[1, 2]], [[2 ** 32 - 1]], [[1, 2 ** 32 - 1]]])(
    "keys of older links %j are dependencies",
    (old) => {
      const writer = new ByteWriter(64);
      for (const key of old) writer.uint32(key);
      expect(decodeKeys(seal(writer))).toEqual({
        dependencies: Uint32Array.from(old),
        shown: new Uint32Array(),
      });
    },
  );

  it("the name of links depends on all they hold", () => {
    const base = linksOf([edgeBetween("a", "b")], [unresolvedUse("n", "a")], [1]);
    const variants = [
      base,
      { ...base, extractor: "x" },
      { ...base, dependencies: [2] },
      { ...base, dependencies: [], shown: [1] },
      { ...base, unresolved: [] },
      { ...base, edges: [edgeBetween("a", "b", { lines: [2] })] },
    ];
    const names = variants.map((links) => hashLinks(encodeLinks(links)).toString("hex"));
    expect(new Set(names).size).toBe(variants.length);
    expect(hashLinks(encodeLinks(structuredClone(base))).toString("hex")).toBe(names[0]);
  });
});
