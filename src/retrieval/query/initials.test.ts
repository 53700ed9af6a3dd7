import { expect, it } from "vitest";
import { shortFormsOf } from "./initials.ts";

it.each([
  ["reset of two-factor authentication", ["tfa", "2fa"]],
  ["many-to-many relations", ["m2m"]],
  ["server side rendering of pages", ["ssr"]],
  ["internationalization of dates", ["i18n"]],
])("%s may be written %j", (title, forms) => {
  expect(shortFormsOf(title).map(({ term }) => term)).toEqual(expect.arrayContaining(forms));
});

it("a short form says what it stands for", () => {
  expect(shortFormsOf("many-to-many relations").find(({ term }) => term === "m2m")?.standsFor).toEqual([
    "many",
  ]);
  expect(shortFormsOf("order totals")).toEqual([]);
});

it("words that only ask are no part of a short form", () => {
  const terms = shortFormsOf("how are deleted documents tracked while merging").map(({ term }) => term);
  expect(terms).not.toContain("had");
  expect(terms).toContain("ddt");
  expect(shortFormsOf("out of memory").map(({ term }) => term)).toContain("oom");
});
