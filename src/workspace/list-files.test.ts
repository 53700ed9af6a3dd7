import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comparePaths, displayPath } from "../core/rel-path.ts";
import { TempFolder } from "../testing/git-fixture.ts";
import { listFiles } from "./list-files.ts";
import { openRoot } from "./path-jail.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

/** The listing as lines: `tracked a`, `local b`, `symlink c`, `!CODE`. */
async function lines(root: string): Promise<string[]> {
  const listing = await listFiles(openRoot(root));
  return [
    ...listing.files.map((file) => `${file.origin} ${displayPath(file.path)}`),
    ...listing.unlisted.map((file) => `${file.reason} ${file.path}`),
    ...listing.problems.map((problem) => `!${problem.code}`),
  ].sort(comparePaths);
}

describe("the files of a repository", () => {
  it("are the tracked and the untracked but not ignored ones", async () => {
    const repo = temp.folder("r").repository({ "a.ts": "1", "dir/b.ts": "2", ".gitignore": "*.log\nout/\n" });
    repo.write({ "new.ts": "3", "x.log": "4", "out/y.ts": "5", "node_modules/m/i.js": "6" });
    expect(await lines(repo.path)).toEqual([
      "local new.ts",
      "tracked .gitignore",
      "tracked a.ts",
      "tracked dir/b.ts",
    ]);
  });

  it("of an empty repository and one without a commit are those that are there", async () => {
    const repo = temp.folder("r").repository();
    expect(await lines(repo.path)).toEqual([]);
    repo.write({ "a.ts": "1", "staged.ts": "2" });
    repo.git("add", "staged.ts");
    expect(await lines(repo.path)).toEqual(["local a.ts", "tracked staged.ts"]);
    expect((await listFiles(openRoot(repo.path))).revision).toBeNull();
  });

  it("carry the commit and the family", async () => {
    const repo = temp.folder("r").repository({ a: "1" });
    repo.git("worktree", "add", "-q", temp.join("w"), "-b", "w");
    const main = await listFiles(openRoot(repo.path));
    const second = await listFiles(openRoot(temp.join("w")));
    expect(main.revision).toBe(repo.git("rev-parse", "HEAD").trim());
    expect(second.family).toBe(main.family);
    expect(second.files).toEqual([{ path: "a", origin: "tracked" }]);
  });

  it("in conflict or intended are listed once", async () => {
    const repo = temp.folder("r").repository({ a: "base" });
    repo.git("checkout", "-q", "-b", "other");
    repo.write({ a: "other" }).commit();
    repo.git("checkout", "-q", "main");
    repo.write({ a: "main" }).commit();
    expect(() => repo.git("merge", "-q", "other")).toThrow();
    repo.write({ later: "1" });
    repo.git("add", "-N", "later");
    expect(await lines(repo.path)).toEqual(["tracked a", "tracked later"]);
  });

  it("below a folder of it are named from that folder", async () => {
    const repo = temp.folder("r").repository({ "p/a": "1", "q/b": "2" });
    repo.write({ "p/new": "3" });
    expect(await lines(repo.join("p"))).toEqual(["local new", "tracked a"]);
  });

  it("in a folder that the repository around ignores are found by a walk", async () => {
    const repo = temp.folder("r").repository({ a: "1", ".gitignore": "scratch/\n" });
    repo.write({ "scratch/x.ts": "1" });
    expect(await lines(repo.join("scratch"))).toEqual(["local x.ts"]);
  });

  it("include those of submodules and nested repositories, but not of an absent submodule", async () => {
    const library = temp.folder("library").repository({ "l.ts": "1", "deep/m.ts": "2" });
    const repo = temp.folder("r").repository({ a: "1" });
    repo.git("submodule", "--quiet", "add", library.path, "sub");
    repo.git("submodule", "--quiet", "add", library.path, "gone");
    repo.commit();
    repo.git("submodule", "--quiet", "deinit", "-f", "gone");
    const nested = repo.folder("nested").repository({ "n.ts": "1", ".gitignore": "*.o\n" });
    nested.write({ "x.o": "", "new.ts": "" });
    nested.folder("inner").repository({ "i.ts": "1" });
    expect(await lines(repo.path)).toEqual([
      "local nested/new.ts",
      "submodule-absent gone",
      "tracked .gitmodules",
      "tracked a",
      "tracked nested/.gitignore",
      "tracked nested/inner/i.ts",
      "tracked nested/n.ts",
      "tracked sub/deep/m.ts",
      "tracked sub/l.ts",
    ]);
  });

  it("of sparse and shallow clones are those of the index", async () => {
    const origin = temp.folder("origin").repository({ "in/a": "1", "out/b": "2", top: "3" });
    origin.write({ top: "4" }).commit();
    temp.git("clone", "-q", "--depth", "1", `file://${origin.path}`, "shallow");
    const shallow = temp.folder("shallow");
    shallow.git("sparse-checkout", "set", "in");
    expect(await lines(shallow.path)).toEqual(["tracked in/a", "tracked out/b", "tracked top"]);
    shallow.git("sparse-checkout", "set", "--sparse-index", "in");
    const sparse = await lines(shallow.path);
    expect(sparse).toContain("tracked in/a");
    expect(sparse.some((line) => line.startsWith("!"))).toBe(false);
  });

  it("with names that are not UTF-8 keep their bytes", async () => {
    const repo = temp.folder("r").repository({ a: "1" });
    const name = Buffer.concat([Buffer.from(`${repo.path}/b`), Buffer.from([0xff]), Buffer.from(".ts")]);
    writeFileSync(name, "bytes");
    expect(await lines(repo.path)).toEqual(["local b\\xff.ts", "tracked a"]);
    repo.git("add", "-A");
    const { files } = await listFiles(openRoot(repo.path));
    const odd = files.find((file) => file.path !== "a")!;
    const read = openRoot(repo.path).read(odd.path, { maxBytes: 100 });
    expect(read.ok && read.bytes.toString()).toBe("bytes");
  });

  it("with odd names survive: spaces, newlines, tabs, leading dashes, quotes", async () => {
    const odd = {
      "a b": "1",
      "new\nline": "2",
      "tab\tname": "3",
      "-dash": "4",
      '"quoted"': "5",
      "? x": "6",
      ":(top)x": "7",
    };
    const repo = temp.folder("r").repository(odd);
    repo.write({ "-un\ttracked\n": "8" });
    const { files } = await listFiles(openRoot(repo.path));
    expect(files.map((file) => file.path).sort()).toEqual([...Object.keys(odd), "-un\ttracked\n"].sort());
  });

  it("are found by a walk when git is missing, with a problem", async () => {
    const repo = temp.folder("r").repository({ a: "1", ".gitignore": "*.log\n" });
    repo.write({ "x.log": "2" });
    const path = process.env.PATH;
    process.env.PATH = "/nonexistent";
    try {
      expect(await lines(repo.path)).toEqual(["!GIT_MISSING", "local .gitignore", "local a"]);
    } finally {
      process.env.PATH = path;
    }
  });

  it("of a broken repository are found by a walk, with a problem", async () => {
    const repo = temp.folder("r").repository({ a: "1" });
    writeFileSync(repo.join(".git/index"), "garbage that is long enough to be read as an index");
    expect(await lines(repo.path)).toEqual(["!GIT_FAILED", "local a"]);
  });
});

describe("the files of a plain folder", () => {
  it("follow nested .gitignore files and leave out what tools fill", async () => {
    temp.write({
      ".gitignore": "*.log\n/out\n",
      "a.ts": "",
      "x.log": "",
      "out/y": "",
      "sub/.gitignore": "!keep.log\nlocal\n",
      "sub/keep.log": "",
      "sub/local": "",
      "sub/out/z": "",
      "node_modules/m.js": "",
    });
    symlinkSync("a.ts", temp.join("link"));
    symlinkSync(".", temp.join("sub/loop"));
    expect(await lines(temp.path)).toEqual([
      "local .gitignore",
      "local a.ts",
      "local sub/.gitignore",
      "local sub/keep.log",
      "local sub/out/z",
      "symlink link",
      "symlink sub/loop",
    ]);
  });

  it("that holds repositories lists them by git", async () => {
    temp.write({ "notes.md": "" });
    temp.folder("one").repository({ a: "1", ".gitignore": "*.log\n" }).write({ "x.log": "" });
    temp.folder("two").repository({ b: "1" });
    const { files, family } = await listFiles(openRoot(temp.path));
    expect(files.map((file) => file.path).sort()).toEqual(["notes.md", "one/.gitignore", "one/a", "two/b"]);
    expect(family).toBe(temp.path);
  });

  it("are read to a bounded depth, and the rest is a problem", async () => {
    let folder = temp.path;
    for (let depth = 0; depth < 200; depth++) {
      folder = join(folder, "d");
      mkdirSync(folder);
    }
    writeFileSync(join(folder, "deep.ts"), "");
    temp.write({ "top.ts": "" });
    expect(await lines(temp.path)).toEqual(["!TREE_TOO_DEEP", "local top.ts"]);
    rmSync(temp.join("d"), { recursive: true });
  });
});
