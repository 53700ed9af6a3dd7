import fc from "fast-check";
import { expect, test } from "vitest";
import { displayPath, parseRelPath, pathBytes, pathFromBytes } from "./rel-path.ts";

test("any bytes survive the round trip through a path string", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      expect([...pathBytes(pathFromBytes(bytes))]).toEqual([...bytes]);
    }),
    { numRuns: 5000 },
  );
});

test("a name that is not UTF-8 is shown with escapes", () => {
  expect(displayPath(pathFromBytes(Buffer.from([0x61, 0xff, 0x2e, 0x63])))).toBe("a\\xff.c");
});

test.each([
  ["../x"],
  ["/etc/passwd"],
  ["a//b"],
  ["a/./b"],
  ["a/../b"],
  ["C:/x"],
  [""],
  ["a\0b"],
  ["\\\\?\\c"],
])("%j does not name a place inside a root", (text) => {
  expect(parseRelPath(text)).toBeNull();
});

test("ordinary and odd but legal names are accepted", () => {
  for (const text of ["a", "a/b.ts", "..a", "a b/c", "ünï/code", "-x"]) expect(parseRelPath(text)).toBe(text);
});
