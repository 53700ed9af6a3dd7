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
  ["{src,lib}/**/*.{ts,tsx}", "lib/a/b.tsx", true],
  ["{src,lib}/**/*.{ts,tsx}", "docs/a/b.tsx", false],
  ["src/**", "src", true],
  ["src/**/*.ts", "src/a.ts", true],
  ["**/*.{ts,tsx}", "a/b.tsx", true],
  ["{src,lib/{a,b}}/*.ts", "lib/b/x.ts", true],
  ["*/**", "a", false],
  ["*/**", "a/b", true],
  ["**", "a", true],
  ["*", ".hidden/x", true],
  ["[!a-c]*.ts", "d.ts", true],
  ["[!a-c]*.ts", "b.ts", false],
  ["app/(auth)/*", "app/(auth)/page.tsx", true],
  ["name\\*", "name*", true],
  ["ä?.ts", "äö.ts", true],
])("%s and %s: %s", (glob, path, expected) => {
  expect(globMatcher([glob])(path)).toBe(expected);
});

test.each(["", "/etc", "a/../b", "..", "x".repeat(1_001), "+(a|aa)b", "{a,b}".repeat(12)])(
  "%.10j has a fault",
  (glob) => {
    expect(globFault(glob)).not.toBeNull();
  },
);

test.each(["src/**", "..name", "a..b/*.ts"])("%s has none", (glob) => {
  expect(globFault(glob)).toBeNull();
});

test.each([`${"*a".repeat(100)}b`, `${"**/*a*/".repeat(60)}b`, `${"{a,b}*".repeat(9)}c`])(
  "many wildcards cost no more than a moment: %s",
  (glob) => {
    const matches = globMatcher([glob]);
    const path = Array.from({ length: 15 }, () => "a".repeat(250)).join("/");
    const started = performance.now();
    for (let times = 0; times < 5; times++) expect(matches(path)).toBe(false);
    expect(performance.now() - started).toBeLessThan(3_000);
  },
);
