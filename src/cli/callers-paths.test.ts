import { afterEach, beforeEach, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { pathsFromRoot } from "./callers-paths.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder("clew-paths");
  temp.write({ "src/deep/a.ts": "", "src/b.ts": "", "b.ts": "", "lib/c.ts": "" });
});
afterEach(() => temp.remove());

it.each([
  ["src", { why: "deep/a.ts" }, { why: "src/deep/a.ts" }],
  ["src/deep", { file: "../b.ts" }, { file: "src/b.ts" }],
  ["src/deep", { name: "a.ts:3" }, { name: "src/deep/a.ts:3" }],
  [
    "src/deep",
    { symbol: "a.ts#A.b", path_to: "../b.ts#c" },
    { symbol: "src/deep/a.ts#A.b", path_to: "src/b.ts#c" },
  ],
  ["src/deep", { file: "./a.ts" }, { file: "src/deep/a.ts" }],
  // Not there from the working folder: from the root.
  ["src", { why: "lib/c.ts" }, { why: "lib/c.ts" }],
  ["src", { why: "gone.ts" }, { why: "gone.ts" }],
  ["src", { name: "A.method" }, { name: "A.method" }],
  ["src", { query: "deep/a.ts" }, { query: "deep/a.ts" }],
  ["src", { file: "../../outside.ts" }, { file: "../../outside.ts" }],
  ["", { file: "src/b.ts" }, { file: "src/b.ts" }],
])("in %s/, %j means %j", (folder, given, expected) => {
  expect(pathsFromRoot(given, temp.path, temp.join(folder))).toEqual({ input: expected, notes: [] });
});

it("takes absolute paths, and says which file it took when two could be meant", () => {
  const folder = temp.join("src");
  expect(pathsFromRoot({ file: temp.join("lib/c.ts") }, temp.path, folder).input).toEqual({
    file: "lib/c.ts",
  });
  const { input, notes } = pathsFromRoot({ name: "b.ts:1" }, temp.path, folder);
  expect(input).toEqual({ name: "src/b.ts:1" });
  expect(notes).toEqual([expect.stringContaining("b.ts is taken for src/b.ts")]);
});
