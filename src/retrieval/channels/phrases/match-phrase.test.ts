import { expect, it } from "vitest";
import { wordsOf } from "../../query/phrases.ts";
import { PhraseMatcher } from "./match-phrase.ts";

const MESSAGE = 'Cannot extract 42 for field "title" of the record';
const matchIn = (source: string) => new PhraseMatcher(wordsOf(MESSAGE)).match(wordsOf(source));
const shareIn = (source: string) => matchIn(source).share;

it("a message matches the template that it was made from", () => {
  expect(
    shareIn('throw new Error(`Cannot extract ${kind} for field "${name}" of the record`)'),
  ).toBeGreaterThan(0.4);
  expect(shareIn('"Cannot extract " + kind + " for field " + name + " of the record"')).toBeGreaterThan(0.4);
});

it("a text with the same words in other places does not", () => {
  const other = matchIn("the title of a field cannot be set; extract the record for it");
  expect(other.pairs).toBeLessThan(matchIn('"Cannot extract " + kind + " for field "').pairs);
  expect(other.pairs).toBeLessThan(1.5);
});

it("parts that stand far apart are not one message", () => {
  const far = `cannot extract ${"filler words here ".repeat(40)} of the record`;
  expect(shareIn(far)).toBeLessThan(shareIn("cannot extract it of the record"));
});

it("a word that no file holds was filled in, and is not looked for", () => {
  const isKnown = (word: string) => word !== "title";
  const known = new PhraseMatcher(wordsOf(MESSAGE), isKnown);
  const words = wordsOf('"Cannot extract " + kind + " for field " + name + " of the record"');
  expect(known.match(words).share).toBeGreaterThan(0.9);
});
