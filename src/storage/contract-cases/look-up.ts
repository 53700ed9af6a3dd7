import { describe, expect, it } from "vitest";
import { encodeBlob } from "../../codec/encoded-blob.ts";
import { fullFacts } from "../../codec/fact-fixtures.ts";
import { changeOf, entryOf, keyOf, packTerms, toyBlob } from "../contract-fixtures.ts";
import type { StoreSuite } from "./store-suite.ts";

export function lookUpCases(suite: StoreSuite): void {
  const { append } = suite;
  describe("look-up", () => {
    it("symbols are found by folded name, by path and then in document order, in this view alone", async () => {
      const [both, one, other] = await append(
        toyBlob(["Open", "close", "OPEN"]),
        toyBlob(["open"]),
        toyBlob(["Open", "x"]),
      );
      const { id } = await suite.store.openView("/r");
      const elsewhere = await suite.store.openView("/elsewhere");
      await suite.store.publish(elsewhere.id, changeOf(0, { upsert: [entryOf("z", { blob: other! })] }));
      await suite.store.publish(
        id,
        changeOf(0, {
          upsert: [
            entryOf("b", { blob: both! }),
            entryOf("c", { blob: both! }),
            entryOf("a", { blob: one! }),
          ],
        }),
      );
      const reader = await suite.store.read(id);
      const [hits, none] = await reader.symbolsNamed(["oPEN", "ope"]);
      expect(none).toEqual([]);
      expect(hits!.map(({ path, ordinal, symbol }) => [path, ordinal, symbol.name])).toEqual([
        ["a", 0, "open"],
        ["b", 0, "Open"],
        ["b", 2, "OPEN"],
        ["c", 0, "Open"],
        ["c", 2, "OPEN"],
      ]);
      expect(await reader.startingWith("names", "O", 10)).toEqual(["OPEN", "Open", "open"]);
      expect(await reader.startingWith("names", "", 2)).toEqual(["close", "OPEN"]);
      expect(await reader.startingWith("names", "x", 10)).toEqual([]);
      await reader.close();
    });

    it("postings hold blob, chunk, field and count of the view's blobs, ascending", async () => {
      const first = {
        key: keyOf("1"),
        encoded: encodeBlob({
          facts: fullFacts(),
          terms: packTerms([
            ["term", 0, 0, 1],
            ["term", 0, 4, 2],
            ["term", 1, 0, 4095],
            ["other", 1, 2, 3],
          ]),
        }),
      };
      const [a, gone, b] = await append(
        first,
        toyBlob(["gone"], [["term"]]),
        toyBlob(["b"], [["term", "term"]]),
      );
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(
        id,
        changeOf(0, { upsert: [entryOf("b", { blob: a! }), entryOf("a", { blob: b! })] }),
      );
      const reader = await suite.store.read(id);
      const found = await reader.postings(["term", "none", "gone", "other", "term"]);
      expect([...found.keys()]).toEqual(["term", "other"]);
      expect(found.get("term")).toEqual({
        blobs: Uint32Array.of(a!, a!, a!, b!),
        chunks: Uint16Array.of(0, 0, 1, 0),
        fields: Uint8Array.of(0, 4, 0, 0),
        counts: Uint16Array.of(1, 2, 4095, 2),
      });
      expect(found.get("other")).toEqual({
        blobs: Uint32Array.of(a!),
        chunks: Uint16Array.of(1),
        fields: Uint8Array.of(2),
        counts: Uint16Array.of(3),
      });
      const lengths = await reader.chunkLengths();
      expect(lengths.get(a!)).toEqual(Uint16Array.of(1, 4095));
      expect(lengths.has(gone!)).toBe(false);
      await reader.close();
    });

    it("terms are found by prefix, ascending, in this view alone", async () => {
      const [a] = await append(
        toyBlob(["x"], [["beta", "alpha", "alp", "al\u{1f600}", "al\uffff"]]),
        toyBlob(["y"], [["alpine"]]),
      );
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: a! })] }));
      const reader = await suite.store.read(id);
      expect(await reader.startingWith("terms", "al", 10)).toEqual([
        "alp",
        "alpha",
        "al\u{1f600}",
        "al\uffff",
      ]);
      expect(await reader.startingWith("terms", "", 3)).toEqual(["al\u{1f600}", "alp", "alpha"].sort());
      expect(await reader.startingWith("terms", "alpi", 3)).toEqual([]);
      await reader.close();
    });

    it("postings stay right over many small batches", async () => {
      const { id } = await suite.store.openView("/r");
      const upsert = [];
      for (let at = 0; at < 40; at++) {
        const [blob] = await append(toyBlob([`fn${at}`], [["common", `word${at % 7}`]]));
        upsert.push(entryOf(`f${at}`, { blob: blob! }));
      }
      await suite.store.publish(id, changeOf(0, { upsert }));
      const reader = await suite.store.read(id);
      const ids = upsert.map((entry) => entry.blob as number);
      const found = await reader.postings(["common", "word3"]);
      expect([...found.get("common")!.blobs]).toEqual(ids);
      expect([...found.get("word3")!.blobs]).toEqual(ids.filter((_, at) => at % 7 === 3));
      expect((await reader.symbolsNamed(["FN13"]))[0]!.map((hit) => hit.path)).toEqual(["f13"]);
      expect((await reader.startingWith("terms", "word", 99)).length).toBe(7);
      expect((await suite.store.verify({ deep: true })).problems).toEqual([]);
      await reader.close();
    });
  });
}
