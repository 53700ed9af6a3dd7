import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { IgnoreRules } from "./ignore-rules.ts";

const PATHS = [
  "a.log",
  "keep.log",
  "src/a.log",
  "src/keep.log",
  "src/build/x",
  "build/x",
  "docs/build/x",
  "docs/Build/x",
  "deep/er/tmp/x",
  "deep/tmp/x",
  "deep/tmp/y",
  "sp ace/x",
  "#hash",
  "!bang",
];

/** Each case: ignore files by folder. The oracle is git itself. */
const CASES: Record<string, string>[] = [
  { "": "*.log\n!keep.log\n" },
  { "": "*.log\n", src: "!*.log\n" },
  { "": "/build/\n" },
  { "": "build\n", docs: "!build\n" },
  { "": "tmp/\n", deep: "!tmp/\n" },
  { "": "tmp/\n", deep: "!tmp/\n", "deep/tmp": "x\n" },
  { "": "deep/*\n!deep/er\n" },
  { "": "deep\n", deep: "!tmp\n" },
  { "": "**/tmp/**\n!**/tmp/y\n" },
  { "": "\\#hash\n\\!bang\n# comment\n\nsp\\ ace/\n" },
  { "": "\ufeff*.log\r\n" },
  { "": "*\n!*/\n!*.log\n" },
];

/** The paths that git ignores, by the ignore files that lie in the folder. */
function ignoredByGit(folder: string, paths: readonly string[]): string[] {
  const check = spawnSync("git", ["check-ignore", "--no-index", "--stdin", "-z"], {
    cwd: folder,
    input: paths.join("\0"),
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", HOME: "/nonexistent" },
  });
  return check.stdout.toString().split("\0").filter(Boolean).sort();
}

describe("ignore rules agree with git", () => {
  it.each(CASES.map((files) => ({ name: JSON.stringify(files), files })))("$name", ({ files }) => {
    const temp = new TempFolder();
    try {
      temp.repository();
      for (const path of PATHS) {
        mkdirSync(dirname(join(temp.path, path)), { recursive: true });
        temp.write({ [path]: "" });
      }
      const rules = new IgnoreRules();
      for (const [folder, text] of Object.entries(files)) {
        temp.write({ [join(folder, ".gitignore")]: text });
        rules.add(folder, text);
      }
      expect(PATHS.filter((path) => rules.isIgnored(path)).sort()).toEqual(ignoredByGit(temp.path, PATHS));
    } finally {
      temp.remove();
    }
  });

  it("on random patterns", () => {
    const temp = new TempFolder();
    const paths = [
      "a",
      "b",
      "ab",
      "a.b",
      "aab",
      "b]",
      "a/b",
      "a/a/b",
      "b/a/b",
      "b/ab/a",
      "a/b/a/ab",
      "-/a b",
    ];
    const seed = Number(process.env.CLEW_SEED ?? Date.now() % 1_000_000);
    try {
      temp.repository();
      const piece = fc.constantFrom(
        ..."aab*?/.! -]\\#",
        "**",
        "**/",
        "/**",
        "[ab]",
        "[!a]",
        "[a-b]",
        "[[:alpha:]]",
        "[^]b]",
        "[",
        "\\*",
        "\\ ",
      );
      // Git takes `a**/b` for `a` and then `**/b`, against its own manual: two stars beside a letter are left out,
      // and so are slashes in brackets, which we take for the end of a name.
      const line = fc
        .array(piece, { minLength: 1, maxLength: 6 })
        .map((pieces) => pieces.join(""))
        .filter((text) => !/[^/!]\*\*|\*\*[^/]|\[[^\]]*\//.test(text));
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
          const text = `${lines.join("\n")}\n`;
          temp.write({ ".gitignore": text });
          const rules = new IgnoreRules();
          rules.add("", text);
          // None of these is there: git takes the last name for a file and the names before it for folders.
          expect(paths.filter((path) => rules.isIgnored(path)).sort()).toEqual(
            ignoredByGit(temp.path, paths),
          );
        }),
        { seed, numRuns: Number(process.env.CLEW_RUNS ?? 60) },
      );
    } finally {
      temp.remove();
    }
  });

  it("without rules, nothing is ignored", () => {
    expect(new IgnoreRules().isIgnored("a/b")).toBe(false);
  });
});

describe("many wildcards", () => {
  const name = "a".repeat(250);
  it.each([
    `${"*a".repeat(40)}b`,
    `${"*a".repeat(40)}b/`,
    `${"**/*a".repeat(40)}b`,
    `/${"*a*/**/".repeat(40)}b`,
    `${"*?".repeat(40)}[b]`,
    `${"[a]*".repeat(40)}b`,
  ])("cost no more than a moment: %s", (pattern) => {
    const rules = new IgnoreRules();
    rules.add("", `${pattern}\n`);
    const path = Array.from({ length: 15 }, () => name).join("/");
    const started = performance.now();
    for (let times = 0; times < 20; times++) expect(rules.isIgnored(`${times}/${path}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
