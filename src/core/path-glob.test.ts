import { expect, test } from "vitest";
import { globFault, globMatcher } from "./path-glob.ts";

test.each([
  ["*.test.ts", "src/deep/a.test.ts", true],
  ["vendor", "src/vendor/x/y.ts", true],
  ["src/vendor", "src/vendor/x.ts", true],
  ["src/vendor", "lib/src/vendor/x.ts", false],
  ["vendor/", "src/vendor/x.ts", false],
  ["./docs/**", "docs/a/b.md", true],
  ["!a.ts", "b.ts", false],
])("%s and %s: %s", (glob, path, expected) => {
  expect(globMatcher([glob])(path)).toBe(expected);
});

test.each(["", "/etc", "a/../b", "..", "x".repeat(1_001)])("%.10j has a fault", (glob) => {
  expect(globFault(glob)).not.toBeNull();
});

test.each(["src/**", "..name", "a..b/*.ts"])("%s has none", (glob) => {
  expect(globFault(glob)).toBeNull();
});
