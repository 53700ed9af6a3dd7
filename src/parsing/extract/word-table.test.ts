import fc from "fast-check";
import { expect, test } from "vitest";
import { eachWord } from "../../core/terms.ts";
import { TextUnits } from "./text-units.ts";
import { WordTable } from "./word-table.ts";

test("a word table finds the words that the query side finds, and knows them again", () => {
  const table = new WordTable();
  const units = new TextUnits(8);
  const known: string[] = [];
  const unit = fc.constantFrom(..."abzAZ09_ .-(\n\téß你", "user", "Name");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
      units.write(text);
      const count = table.scan(units, 0, text.length, (word) => known.push(word));
      const found = Array.from({ length: count }, (_, at): [string, number] => [
        known[table.found[at]!]!,
        table.offsets[at]!,
      ]);
      const expected: [string, number][] = [];
      eachWord(text, (word, offset) => expected.push([word, offset]));
      expect(found).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
  expect(new Set(known).size).toBe(known.length);
  expect(table.size).toBe(known.length);
});

test("a table keeps its words as it grows", () => {
  const table = new WordTable();
  const text = Array.from({ length: 40_000 }, (_, at) => `word${at}`).join(" ");
  const units = new TextUnits(8);
  units.write(text);
  const learned: string[] = [];
  const numbers = (): number[] => {
    const count = table.scan(units, 0, text.length, (word) => learned.push(word));
    return [...table.found.subarray(0, count)];
  };
  expect(numbers()).toEqual(numbers());
  expect(learned.length).toBe(40_000);
});
