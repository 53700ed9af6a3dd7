import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashContent } from "../core/content-hash.ts";
import type { FileStamp } from "../core/file-stamp.ts";
import { TempFolder } from "../testing/git-fixture.ts";
import { type PreviousScan, type ScanOptions, scanWorkspace, type WorkspaceScan } from "./scan.ts";
import { settledStamp } from "./stamps.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

const detectLanguage = (path: string, first?: Uint8Array) =>
  path.endsWith(".ts")
    ? "typescript"
    : first && Buffer.from(first).toString().startsWith("#!/bin/sh")
      ? "shell"
      : null;
/** An hour from now: everything on disk is old enough to be believed. */
const LATER = () => Date.now() + 3_600_000;
const LAZY: ScanOptions = { detectLanguage, maxBytes: () => 1_000, hash: "lazy", now: LATER };
const EAGER: ScanOptions = { ...LAZY, hash: "eager" };

function remember(scan: WorkspaceScan): PreviousScan {
  return {
    files: new Map(scan.files.map((f) => [f.path, { hash: f.hash!, language: f.language!, stamp: f.stamp }])),
    skipped: new Map(scan.skipped.map((f) => [f.path, f])),
  };
}

describe("a scan", () => {
  it("gives files in order with language, size and origin, and the rest with reasons", async () => {
    temp.repository({
      "b.ts": "bb",
      "a.ts": "a",
      "yarn.lock": "",
      "logo.png": "",
      ".env": "KEY=1",
      "big.ts": "x".repeat(2_000),
      "notes.unknown": "x".repeat(2_000),
      "data.unknown": "x".repeat(300_000),
      "api.pb.go": "",
      "a.min.js": "",
    });
    symlinkSync("a.ts", temp.join("link.ts"));
    execFileSync("mkfifo", [temp.join("pipe.ts")]);
    const scan = await scanWorkspace(temp.path, LAZY);
    expect(
      scan.files.map(({ path, hash, language, size, origin }) => ({ path, hash, language, size, origin })),
    ).toEqual([
      { path: "a.ts", hash: null, language: "typescript", size: 1, origin: "tracked" },
      { path: "b.ts", hash: null, language: "typescript", size: 2, origin: "tracked" },
      { path: "notes.unknown", hash: null, language: null, size: 2_000, origin: "tracked" },
    ]);
    expect(scan.skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      ".env secret",
      "a.min.js minified",
      "api.pb.go generated",
      "big.ts too-large",
      "data.unknown no-language",
      "link.ts symlink",
      "logo.png binary",
      "yarn.lock lock",
    ]);
    expect(scan).toMatchObject({ root: temp.path, hashAlgorithm: "sha1", problems: [] });
  });

  it("hashes at once when asked, as git does, and classifies by content", async () => {
    temp.repository({ "a.ts": "a\r\n", run: "#!/bin/sh\n", "blob.ts": "a\0b", "gen.ts": "// @generated\n" });
    const scan = await scanWorkspace(temp.path, EAGER);
    expect(scan.files.map((file) => [file.path, file.hash, file.language])).toEqual([
      ["a.ts", temp.git("rev-parse", "HEAD:a.ts").trim(), "typescript"],
      ["run", hashContent(Buffer.from("#!/bin/sh\n")), "shell"],
    ]);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`)).toEqual([
      "blob.ts binary",
      "gen.ts generated",
    ]);
    const all = await scanWorkspace(temp.path, { ...EAGER, includeGenerated: true }, remember(scan));
    expect(all.files.map((file) => file.path)).toContain("gen.ts");
  });

  it("hashes with the algorithm of the repository", async () => {
    temp.git("init", "-q", "--object-format=sha256");
    temp.write({ "a.ts": "a" });
    const scan = await scanWorkspace(temp.path, EAGER);
    expect(scan.files[0]?.hash).toBe(hashContent(Buffer.from("a"), "sha256"));
  });

  it("without a change reads nothing and knows everything", async () => {
    temp.repository({ "a.ts": "a", run: "#!/bin/sh\n", "blob.ts": "a\0b" });
    const first = await scanWorkspace(temp.path, EAGER);
    const again = await scanWorkspace(temp.path, LAZY, remember(first));
    expect(again).toEqual(first);
    expect(again.files.every((file) => file.hash !== null && file.stamp !== null)).toBe(true);
  });

  it.each<[string, (temp: TempFolder) => void]>([
    ["content", (t) => writeFileSync(t.join("a.ts"), "b")],
    [
      "content with the old modification time",
      (t) => {
        writeFileSync(t.join("a.ts"), "b");
        utimesSync(t.join("a.ts"), new Date(0), new Date(0));
      },
    ],
    [
      "file replaced by another of the same size and time",
      (t) => {
        writeFileSync(t.join("other.ts"), "b");
        utimesSync(t.join("other.ts"), new Date(0), new Date(0));
        renameSync(t.join("other.ts"), t.join("a.ts"));
      },
    ],
  ])("sees changed %s", async (_name, change) => {
    temp.repository({ "a.ts": "a" });
    utimesSync(temp.join("a.ts"), new Date(0), new Date(0));
    const first = await scanWorkspace(temp.path, EAGER);
    change(temp);
    const lazy = await scanWorkspace(temp.path, LAZY, remember(first));
    expect(lazy.files.map((file) => file.hash)).toEqual([null]);
    const eager = await scanWorkspace(temp.path, EAGER, remember(first));
    expect(eager.files.map((file) => file.hash)).toEqual([hashContent(Buffer.from("b"))]);
  });

  it("does not believe stamps younger than the clock's grain", async () => {
    temp.repository({ "a.ts": "a" });
    const young = await scanWorkspace(temp.path, { ...EAGER, now: Date.now });
    expect(young.files[0]).toMatchObject({ hash: expect.any(String), stamp: null });
    const again = await scanWorkspace(temp.path, LAZY, remember(young));
    expect(again.files[0]).toMatchObject({ hash: null });
  });

  it("drops deleted files and follows a file that became a folder or a link", async () => {
    temp.repository({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
    rmSync(temp.join("a.ts"));
    rmSync(temp.join("b.ts"));
    temp.write({ "b.ts/inner.ts": "x" });
    rmSync(temp.join("c.ts"));
    symlinkSync("/etc/passwd", temp.join("c.ts"));
    const scan = await scanWorkspace(temp.path, EAGER);
    expect(scan.files.map((file) => file.path)).toEqual(["b.ts/inner.ts"]);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`)).toEqual(["c.ts symlink"]);
  });

  it("skips tracked files below a folder that became a link", async () => {
    const repo = temp.folder("r").repository({ "dir/a.ts": "a" });
    temp.write({ "outside/a.ts": "CANARY" });
    rmSync(repo.join("dir"), { recursive: true });
    symlinkSync(temp.join("outside"), repo.join("dir"));
    const scan = await scanWorkspace(repo.path, EAGER);
    expect(scan.files).toEqual([]);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`).sort()).toEqual([
      "dir symlink",
      "dir/a.ts symlink",
    ]);
  });

  it("honours .clewignore at any level, globs, and marks what to rank lower", async () => {
    temp.repository({
      "a.ts": "",
      "old/b.ts": "",
      "sub/c.ts": "",
      "sub/d.ts": "",
      "sub/.clewignore": "d.ts\n",
      "x/e.test.ts": "",
      "drop/f.ts": "",
    });
    // Kept out of git by the author's own exclude file: still honoured.
    writeFileSync(temp.join(".git/info/exclude"), "/.clewignore\n");
    temp.write({ ".clewignore": "/old/\n" });
    const scan = await scanWorkspace(temp.path, {
      ...LAZY,
      include: ["**/*.ts"],
      exclude: ["drop"],
    });
    expect(scan.files.map((file) => file.path)).toEqual(["a.ts", "sub/c.ts", "x/e.test.ts"]);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`)).toEqual([
      "drop/f.ts excluded",
      "old/b.ts excluded",
      "sub/.clewignore excluded",
      "sub/d.ts excluded",
    ]);
  });

  it("takes generated files from .gitattributes", async () => {
    temp.repository({ "a.ts": "", "api/b.ts": "", ".gitattributes": "api/** linguist-generated\n" });
    const scan = await scanWorkspace(temp.path, LAZY);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`)).toEqual(["api/b.ts generated"]);
  });

  it("gives up on no other file when some cannot be read", async () => {
    temp.write({ "a.ts": "a", "b.ts": "b" });
    const vanishing = (path: string) => {
      // Root ignores permission bits, so the file goes away between its stat and its read instead.
      if (path === "a.ts") rmSync(temp.join("a.ts"), { force: true });
      return "typescript";
    };
    const scan = await scanWorkspace(temp.path, { ...EAGER, detectLanguage: vanishing });
    expect(scan.files.map((file) => file.path)).toEqual(["b.ts"]);
  });
});

describe("a stamp", () => {
  const at = (mtimeMs: number, ctimeMs: number): FileStamp => ({
    size: 1,
    mtimeNs: BigInt(mtimeMs) * 1_000_000n,
    ctimeNs: BigInt(ctimeMs) * 1_000_000n,
    inode: 1n,
  });
  const NOW = 1_700_000_000_123;
  it.each([
    ["old", at(NOW - 60_000, NOW - 60_000), true],
    ["changed just now with an old modification time", at(0, NOW - 1_000), false],
    ["modified just now on a file system without change times", at(NOW - 1_000, 0), false],
    ["exactly at the grain", at(NOW - 2_000, NOW - 2_000), true],
    ["changed in the future, by a clock that was set back", at(NOW - 60_000, NOW + 60_000), false],
    ["modified far in the future, by a tool, long ago", at(NOW + 86_400_000, NOW - 60_000), true],
    ["modified before 1970", at(-86_400_000, NOW - 60_000), true],
    ["in whole seconds, by a clock half a minute behind", at(NOW - 30_123, NOW - 30_123), false],
    ["in whole seconds, by a clock half a minute ahead", at(NOW + 29_877, 0), false],
    ["in whole seconds, older than clocks differ", at(NOW - 61_123, NOW - 61_123), true],
    ["in whole seconds as a tool set it, the change time fine", at(NOW - 10_123, NOW - 10_000), true],
  ])("%s: believed %s", (_name, stamp, expected) => {
    expect(settledStamp(stamp, NOW) !== null).toBe(expected);
  });
});
