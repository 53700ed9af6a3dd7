import { expect, it } from "vitest";
import { encodeBlob } from "../codec/encoded-blob.ts";
import { fullFacts } from "../codec/fact-fixtures.ts";
import { factsKeyText } from "../storage/contract.ts";
import { keyOf, packTerms } from "../storage/contract-fixtures.ts";
import { openMemoryStore } from "../storage/memory/index.ts";
import { FreshFacts } from "./fresh-facts.ts";

const key = keyOf("content");
const encoded = encodeBlob({ facts: fullFacts(), terms: packTerms([["term", 0, 0, 1]]) });

async function appended() {
  const store = openMemoryStore();
  const blob = (await store.appendFacts([{ key, encoded }])).get(factsKeyText(key))!;
  return { store, blob };
}

it("facts at hand are those of the store, also when the bytes they came in are gone", async () => {
  const { blob } = await appended();
  const fresh = new FreshFacts();
  const copy = encodeBlob({ facts: fullFacts(), terms: packTerms([]) });
  fresh.add(blob, key.language, copy);
  copy.bytes.fill(0);
  const { chunks: _, calls: __, annotations: ___, hasAllLiterals: ____, ...linked } = fullFacts();
  expect(fresh.forLinking(blob)).toEqual(linked);
  expect(fresh.outward(blob)!.symbols.map(({ name }) => name)).toEqual(
    linked.symbols.map(({ name }) => name),
  );
});

it("what is beyond the limit is not kept, and what was never added is not there", async () => {
  const { blob } = await appended();
  const other = (blob + 1) as typeof blob;
  const fresh = new FreshFacts(1);
  fresh.add(blob, key.language, encoded);
  fresh.add(other, key.language, encoded);
  expect([fresh.has(blob), fresh.has(other)]).toEqual([true, false]);
  expect([fresh.outward(other), fresh.forLinking(other)]).toEqual([null, null]);
});
