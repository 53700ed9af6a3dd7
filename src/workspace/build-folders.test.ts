import { afterAll, describe, expect, test } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { scanWorkspace } from "./scan.ts";
import { sourceRules } from "./source-rules.ts";

const scratch = new TempFolder("clew-build-folders");
afterAll(() => scratch.remove());

const NAMES = ["dist", "build", "out", "target", "coverage", ".next"];
const filesIn = (folder: string, text: string) =>
  Object.fromEntries(NAMES.map((name) => [`${folder}${name}/x.js`, text]));

async function scan(root: string, includeBuildOutput = false) {
  const { files, skipped } = await scanWorkspace(root, {
    hash: "lazy",
    includeBuildOutput,
    ...sourceRules({}),
  });
  const output = skipped.filter(({ reason }) => reason === "build-output");
  return { files: files.map(({ path }) => path), output: output.map(({ path }) => path) };
}

describe("folders that build tools fill", () => {
  test.each(NAMES)("%s is left out of a folder without git, and said to be", async (name) => {
    const { path } = scratch
      .folder(`plain-${name}`)
      .write({ "a.js": "let a", [`pkg/${name}/deep/x.js`]: "let x", [`${name}.js`]: "let file" });
    expect(await scan(path)).toEqual({
      files: [`${name}.js`, "a.js"].sort(),
      output: [`pkg/${name}/deep/x.js`],
    });
  });

  test("where git tracks a file in one, all of it is source", async () => {
    const tree = scratch.folder("tracked").repository({ "a.js": "let a", ...filesIn("", "let x") });
    tree.write({
      "build/new.js": "let fresh",
      "pkg/build/made.js": "let made",
      "build/pkg/out/made.js": "let made",
    });
    expect(await scan(tree.path)).toEqual({
      files: ["a.js", "build/new.js", ...Object.keys(filesIn("", ""))].sort(),
      output: ["build/pkg/out/made.js", "pkg/build/made.js"],
    });
  });

  test("what git does not track is left out beside what it tracks elsewhere", async () => {
    const tree = scratch.folder("untracked").repository({ "a.js": "let a" });
    tree.write(filesIn("pkg/", "let x"));
    expect((await scan(tree.path)).files).toEqual(["a.js"]);
    expect((await scan(tree.path)).output).toHaveLength(NAMES.length);
  });

  test("below src they are somebody's folders", async () => {
    const { path } = scratch.folder("below").write(filesIn("pkg/src/", "let x"));
    expect((await scan(path)).output).toEqual(["pkg/src/.next/x.js", "pkg/src/coverage/x.js"]);
  });

  test("the setting takes them in", async () => {
    const { path } = scratch.folder("wanted").write({ "a.js": "let a", ...filesIn("", "let x") });
    expect((await scan(path, true)).files).toHaveLength(NAMES.length + 1);
  });
});
