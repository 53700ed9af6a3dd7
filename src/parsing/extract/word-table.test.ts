import fc from "fast-check";
import { expect, test } from "vitest";
import { eachWord } from "../../core/terms.ts";
import { WordTable } from "./word-table.ts";

test("a word table finds the words that the query side finds, and knows them again", () => {
  const table = new WordTable();
  const known: string[] = [];
  const unit = fc.constantFrom(..."abzAZ09_ .-(\n\téß你", "user", "Name");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
      const found: [string, number][] = [];
      table.scan(
        text,
        (word) => known.push(word),
        (word, offset) => found.push([known[word]!, offset]),
      );
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
  const learned: string[] = [];
  const numbers = (): number[] => {
    const seen: number[] = [];
    table.scan(
      text,
      (word) => learned.push(word),
      (word) => seen.push(word),
    );
    return seen;
  };
  expect(numbers()).toEqual(numbers());
  expect(learned.length).toBe(40_000);
});
