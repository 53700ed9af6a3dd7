import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
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
      const check = spawnSync("git", ["check-ignore", "--no-index", "--stdin", "-z"], {
        cwd: temp.path,
        input: PATHS.join("\0"),
        env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", HOME: "/nonexistent" },
      });
      const expected = check.stdout.toString().split("\0").filter(Boolean).sort();
      expect(PATHS.filter((path) => rules.isIgnored(path)).sort()).toEqual(expected);
    } finally {
      temp.remove();
    }
  });

  it("without rules, nothing is ignored", () => {
    expect(new IgnoreRules().isIgnored("a/b")).toBe(false);
  });
});
