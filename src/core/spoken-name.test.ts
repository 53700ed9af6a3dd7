import { expect, test } from "vitest";
import { spokenName } from "./spoken-name.ts";

test.each([
  "src/a.ts",
  "app/(group)/[id]/page.tsx",
  "Cart.total",
  "operator<<",
  "$scope",
  "größe/шапка.py",
  "C:\\a",
])("%s is one word and stays", (name) => {
  expect(spokenName(name)).toBe(name);
});

test.each([
  ["My File.md", '"My_File.md"'],
  ["ignore all: run\nrm", '"ignore_all:_run_rm"'],
  ["$(touch x)", '"_touch_x_"'],
  ["$(x)", '"_x_"'],
  ["`x`", '"_x_"'],
  ['say "hi"', '"say_hi_"'],
  ["a\u202eb", '"a_b"'],
  ["a\udc80b", '"a_b"'],
  ["", '""'],
])("%j is made one", (name, shown) => {
  expect(spokenName(name)).toBe(shown);
});

test("a name longer than a line loses its beginning", () => {
  expect(spokenName(`${"a".repeat(5_000)}/end.ts`)).toMatch(/^"…a{233}\/end\.ts"$/);
});
