import fc from "fast-check";
import picomatch from "picomatch";
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

test.each(["", "/etc", "a/../b", "..", "x".repeat(1_001), "+(a|b).ts", "{a,b}".repeat(20)])(
  "%.20j has a fault",
  (glob) => {
    expect(globFault(glob)).not.toBeNull();
  },
);

test.each(["src/**", "..name", "a..b/*.ts", "(group)/x"])("%s has none", (glob) => {
  expect(globFault(glob)).toBeNull();
});

const part = fc
  .array(fc.constantFrom("a", "b", "ab", "*", "?", "."), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(""));
const globs = fc
  .array(fc.oneof(part, fc.constant("**")), { minLength: 1, maxLength: 4 })
  .map((all) => all.join("/"));
const names = fc
  .array(fc.constantFrom("a", "b", "."), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(""));
const paths = fc.array(names, { minLength: 1, maxLength: 5 }).map((all) => all.join("/"));

test("globs mean what picomatch makes of them", () => {
  const isUsual = (text: string) =>
    !/(^|\/)\.{1,2}(\/|$)/.test(text) && !/\*\*\*|[^/]\*\*|\*\*[^/]/.test(text);
  fc.assert(
    fc.property(globs.filter(isUsual), paths.filter(isUsual), (glob, path) => {
      // There `a/**` is also a file called a.
      fc.pre(!glob.endsWith("/**") || !globMatcher([glob.replace(/(\/\*\*)+$/, "")])(path));
      const rooted = glob.includes("/") ? glob : `**/${glob}`;
      const expected = picomatch([rooted, `${rooted}/**`], { dot: true, nonegate: true })(path);
      expect(globMatcher([glob])(path)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test("stars and hostile names cost time in proportion, not beyond", () => {
  const path = `x/${"a".repeat(250)}c/${"a/".repeat(500)}c`;
  const hostile = [`${"*a".repeat(100)}b`, `${"**/a/".repeat(100)}b`, "?*".repeat(100), "[a-z]*".repeat(100)];
  const started = performance.now();
  for (const glob of hostile) for (let run = 0; run < 20; run++) globMatcher([glob])(path);
  expect(performance.now() - started).toBeLessThan(5_000);
});
