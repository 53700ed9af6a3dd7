/** F15 to F20: one bad file costs one reason, and every other file is still found. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { displayPath, type RelPath } from "../../src/core/rel-path.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { openRoot } from "../../src/workspace/path-jail.ts";
import { scanWorkspace } from "../../src/workspace/scan.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder("clew-odd");
});
afterEach(() => temp.remove());

const OPTIONS = { detectLanguage: () => "typescript", maxBytes: () => 2_000_000, hash: "eager" } as const;

async function scanned(root: string) {
  const scan = await scanWorkspace(root, OPTIONS);
  return {
    files: scan.files.map((file) => displayPath(file.path)),
    skipped: scan.skipped.map((file) => `${displayPath(file.path)} ${file.reason}`),
    problems: scan.problems.map((problem) => problem.code),
  };
}

describe("a folder with special files", () => {
  it("skips FIFOs, sockets, links of every kind and giants, and indexes the rest", async () => {
    temp.write({ "good.ts": "good", "outside/canary.ts": "CANARY" });
    const tree = temp.folder("tree").write({ "good.ts": "good", "dir/good.ts": "good", "nul.ts": "a\0b" });
    execFileSync("mkfifo", [tree.join("fifo.ts")]);
    symlinkSync("loop.ts", tree.join("loop.ts"));
    symlinkSync("b.ts", tree.join("a.ts"));
    symlinkSync("a.ts", tree.join("b.ts"));
    symlinkSync(".", tree.join("dir/self"));
    symlinkSync("../outside", tree.join("out"));
    symlinkSync("../outside/canary.ts", tree.join("out.ts"));
    symlinkSync("nowhere", tree.join("dangling.ts"));
    symlinkSync("/dev/zero", tree.join("zero.ts"));
    linkSync(tree.join("good.ts"), tree.join("hard.ts"));
    // A sparse terabyte costs no disk; reading it would cost everything.
    const giant = openSync(tree.join("giant.ts"), "w");
    ftruncateSync(giant, 2 ** 40);
    closeSync(giant);
    const server = createServer();
    await new Promise<void>((done) => server.listen(tree.join("socket.ts"), done));
    try {
      expect(await scanned(tree.path)).toEqual({
        files: ["dir/good.ts", "good.ts", "hard.ts"],
        skipped: [
          "a.ts symlink",
          "b.ts symlink",
          "dangling.ts symlink",
          "dir/self symlink",
          "fifo.ts not-a-file",
          "giant.ts too-large",
          "loop.ts symlink",
          "nul.ts binary",
          "out symlink",
          "out.ts symlink",
          "socket.ts not-a-file",
          "zero.ts symlink",
        ],
        problems: [],
      });
    } finally {
      server.close();
    }
  });

  it("does the same in a repository", async () => {
    const tree = temp.folder("tree").repository({ "good.ts": "good", "was.ts": "a file" });
    rmSync(tree.join("was.ts"));
    execFileSync("mkfifo", [tree.join("was.ts")]);
    symlinkSync("/etc/passwd", tree.join("out.ts"));
    expect(await scanned(tree.path)).toEqual({
      files: ["good.ts"],
      skipped: ["out.ts symlink", "was.ts not-a-file"],
      problems: [],
    });
  });
});

describe("names", () => {
  it("of any bytes are found, shown escaped, and open", async () => {
    const names = [
      Buffer.from([0xff, 0xfe]),
      Buffer.from([0xe9, 0x2e, 0x74, 0x73]),
      Buffer.from("caf\u00e9.ts"),
      Buffer.from("cafe\u0301.ts"),
      Buffer.from("\ufffd.ts"),
      Buffer.from("new\nline \u001b[31m.ts"),
      Buffer.from("x".repeat(255)),
      Buffer.from("A.ts"),
      Buffer.from("a.ts"),
      Buffer.from([0xed, 0xb2, 0x80]),
    ];
    for (const kind of ["plain", "git"]) {
      const tree = temp.folder(kind);
      if (kind === "git") tree.repository();
      for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${tree.path}/`), name]), name);
      if (kind === "git") tree.git("add", "-A");
      const scan = await scanWorkspace(tree.path, OPTIONS);
      expect(scan.files.length + scan.skipped.length).toBe(names.length);
      const jail = openRoot(tree.path);
      const contents = scan.files.map((file) => {
        const read = jail.read(file.path, { maxBytes: 1_000 });
        return read.ok ? read.bytes.toString("hex") : read.reason;
      });
      expect(contents.sort()).toEqual(names.map((name) => name.toString("hex")).sort());
      expect(scan.files.some((file) => /[\u0000-\u001f]/.test(displayPath(file.path)))).toBe(false);
    }
  });

  it("that cannot be carried to every system are a problem, not a stop", async () => {
    temp.write({ "good.ts": "", "C:evil.ts": "", "two\\\\slashes.ts": "" });
    expect(await scanned(temp.path)).toEqual({
      files: ["good.ts"],
      skipped: [],
      problems: ["PATH_UNUSABLE", "PATH_UNUSABLE"],
    });
  });
});

describe("depth", () => {
  it("beyond what the system can name does not overflow or stop a scan", async () => {
    temp.write({ "good.ts": "" });
    // Grown from the inside out: no single name passes the limit of the system while it is made.
    mkdirSync(temp.join("deep"));
    const name = "d".repeat(200);
    for (let level = 0; level < 60; level++) {
      mkdirSync(temp.join("next"));
      renameSync(temp.join("deep"), temp.join("next", name));
      renameSync(temp.join("next"), temp.join("deep"));
    }
    const plain = await scanned(temp.path);
    expect(plain.files).toEqual(["good.ts"]);
    expect(plain.problems).toEqual(["FOLDER_UNREADABLE"]);
    temp.git("init", "-q");
    expect((await scanned(temp.path)).files).toContain("good.ts");
    execFileSync("rm", ["-rf", temp.join("deep")]);
  });

  it("of hundreds of nested .gitignore files and folders is walked without recursion", async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 500; index++) files[`f${index % 50}/g${index}/a.ts`] = "";
    for (let index = 0; index < 50; index++) files[`f${index}/.gitignore`] = `g${index}\n`;
    temp.write(files);
    const { files: found } = await scanned(temp.path);
    expect(found.filter((path) => path.endsWith("a.ts")).length).toBe(500 - 50);
  });
});

describe("a file that cannot be read", () => {
  // Root reads through permission bits, so the system is made to refuse in other ways.
  it("costs one skip and is tried again next time", async () => {
    temp.write({ "good.ts": "good", "bad.ts": "bad" });
    const scan = await scanWorkspace(temp.path, {
      ...OPTIONS,
      detectLanguage: (path) => {
        // Between its stat and its read the file becomes a folder.
        if (path === "bad.ts") {
          rmSync(temp.join("bad.ts"), { recursive: true, force: true });
          mkdirSync(temp.join("bad.ts"));
        }
        return "typescript";
      },
    });
    expect(scan.files.map((file) => file.path)).toEqual(["good.ts"]);
    expect(scan.skipped.map((file) => `${file.path} ${file.reason}`)).toEqual(["bad.ts not-a-file"]);
  });

  it("because its path is too long says so", () => {
    const long = Array.from({ length: 30 }, () => "d".repeat(200)).join("/") as RelPath;
    expect(openRoot(temp.path).read(long, { maxBytes: 10 })).toMatchObject({
      ok: false,
      reason: "unreadable",
      detail: expect.stringContaining("ENAMETOOLONG"),
    });
  });
});
