import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWriter } from "../../codec/byte-writer.ts";
import { seal } from "../../codec/seal.ts";
import type { Handle } from "../../core/edges.ts";
import { edgeBetween, linksOf, unresolvedUse } from "../contract-fixtures.ts";
import { decodeEdgesInto, decodeKeys, decodeLinks, encodeLinks, hashLinks } from "./links-codec.ts";
import { decodeStamp, encodeStamp } from "./stamp-codec.ts";

describe("stored links and stamps", () => {
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
      [0, 1, 70_000],
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
      { ...base, unknown: [3] },
      { ...base, edges: [edgeBetween("a", "b", { lines: [2] })] },
    ];
    const names = variants.map((links) => hashLinks(encodeLinks(links)).toString("hex"));
    expect(new Set(names).size).toBe(variants.length);
    expect(hashLinks(encodeLinks(structuredClone(base))).toString("hex")).toBe(names[0]);
  });
});
