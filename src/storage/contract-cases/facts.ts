import { describe, expect, it } from "vitest";
import { encodeBlob } from "../../codec/encoded-blob.ts";
import { fullFacts } from "../../codec/fact-fixtures.ts";
import { decodeFacts } from "../../codec/facts-codec.ts";
import { type BlobId, factsKeyText } from "../contract.ts";
import { changeOf, entryOf, keyOf, packTerms, toyBlob } from "../contract-fixtures.ts";
import { expectCode, type StoreSuite } from "./store-suite.ts";

export function factCases(suite: StoreSuite): void {
  const { append } = suite;
  describe("facts", () => {
    it("every field of every fact comes back as it was", async () => {
      const facts = fullFacts();
      const terms = packTerms([["term", 1, 0, 4095]]);
      const [blob] = await append({ key: keyOf("full"), encoded: encodeBlob({ facts, terms }) });
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(id, changeOf(0, { upsert: [entryOf("a", { blob: blob! })] }));
      const reader = await suite.store.read(id);
      expect(await reader.facts([blob!])).toEqual([facts]);
      expect(await reader.chunks([blob!])).toEqual([facts.chunks]);
      const { symbols, imports, exports, header, packageName, lines } = facts;
      expect((await reader.outlines([blob!]))[0]).toMatchObject({
        ...{ symbols, imports, exports, header, packageName, lines },
      });
      const { calls, annotations, hasAllLiterals } = fullFacts();
      expect(await reader.literals([blob!])).toEqual([{ calls, annotations, hasAllLiterals }]);
      for (const read of ["facts", "outlines", "chunks", "literals"] as const)
        await expectCode(reader[read]([blob!, 999 as BlobId]), "INDEX_UNKNOWN_ID");
      await reader.close();
    });

    it("a key is stored once; other languages and extractors of the same bytes are other facts", async () => {
      const { encoded } = toyBlob(["alpha"]);
      const keys = [keyOf("x"), keyOf("x", "other"), keyOf("x", "toy", "test-2"), keyOf("x")];
      const ids = await suite.store.appendFacts(keys.map((key) => ({ key, encoded })));
      expect(new Set(ids.values()).size).toBe(3);
      expect(await suite.store.appendFacts([{ key: keys[1]!, encoded }])).toEqual(
        new Map([[factsKeyText(keys[1]!), ids.get(factsKeyText(keys[1]!))]]),
      );
      expect(await suite.store.findFacts([...keys, keyOf("y"), keyOf("x", "never")])).toEqual(ids);
    });

    it("the bytes that are given stay the caller's: they decode as before and can be given again", async () => {
      const terms = packTerms([["term", 1, 0, 1]]);
      const encoded = encodeBlob({ facts: fullFacts(), terms });
      const before = Buffer.from(encoded.bytes);
      await append({ key: keyOf("one"), encoded }, { key: keyOf("two"), encoded });
      expect(encoded.bytes.equals(before)).toBe(true);
      expect(decodeFacts(encoded.facts, "toy")).toEqual(fullFacts());
    });

    it("facts for linking come in the order asked for", async () => {
      const [one, two] = await append(toyBlob(["one"]), toyBlob(["two"]));
      const asked = [two!, one!, two!];
      const seen = [];
      for await (const { blob, facts } of suite.store.readFactsForLinking(asked))
        seen.push([blob, facts.symbols[0]!.name]);
      expect(seen).toEqual([
        [two, "two"],
        [one, "one"],
        [two, "two"],
      ]);
    });

    it("what others see of facts is there at once, also while more is written", async () => {
      const [one, two] = await append(toyBlob(["one"]), toyBlob(["two"]));
      const read = await suite.store.readOutwardFacts([one!, two!]);
      expect(read(two!).symbols[0]!.name).toBe("two");
      await append(toyBlob(["three"]));
      expect([read(one!), read(two!)].map(({ symbols }) => symbols[0]!.name)).toEqual(["one", "two"]);
    });

    it("an empty blob, and one with more chunks than a byte counts, come back", async () => {
      const names = Array.from({ length: 300 }, (_, at) => `name${at}`);
      const [none, many] = await append(toyBlob([]), toyBlob(names, [["first"], ["second"]]));
      const { id } = await suite.store.openView("/r");
      await suite.store.publish(
        id,
        changeOf(0, { upsert: [entryOf("a", { blob: none! }), entryOf("b", { blob: many! })] }),
      );
      const reader = await suite.store.read(id);
      expect((await reader.facts([none!]))[0]!.symbols).toEqual([]);
      const asked = [many!, none!, many!];
      expect((await reader.chunks(asked)).map((chunks) => chunks.length)).toEqual([300, 0, 300]);
      expect((await reader.outlines(asked)).map(({ symbols }) => symbols.length)).toEqual([300, 0, 300]);
      const lengths = await reader.chunkLengths();
      expect(lengths.get(none!)).toEqual(new Uint16Array(0));
      expect(lengths.get(many!)!.subarray(0, 3)).toEqual(Uint16Array.of(1, 1, 0));
      expect((await reader.postings(["name299"])).get("name299")!.chunks).toEqual(Uint16Array.of(299));
      await reader.close();
    });
  });
}
