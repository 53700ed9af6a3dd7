import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pathFromBytes, type RelPath } from "../core/rel-path.ts";
import { locateByName, locateByProc } from "./locate-handle.ts";
import { isUnsafeOnWindows, openRoot, type RootJail } from "./path-jail.ts";

const MAX = { maxBytes: 1_000 };
const rel = (path: string) => path as RelPath;

describe.each([
  { name: "the kernel's word", locate: locateByProc },
  { name: "resolving the name again", locate: locateByName },
])("path jail by $name", ({ locate }) => {
  let base: string;
  let root: string;
  let jail: RootJail;

  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), "clew-jail-"));
    root = join(base, "root");
    mkdirSync(join(root, "src/deep"), { recursive: true });
    mkdirSync(join(base, "root-evil"));
    mkdirSync(join(base, "outside"));
    writeFileSync(join(base, "root-evil/canary"), "CANARY");
    writeFileSync(join(base, "outside/canary"), "CANARY");
    writeFileSync(join(root, "src/a.ts"), "export {};\n");
    writeFileSync(join(root, "src/deep/b (deleted)"), "alive");
    writeFileSync(join(root, "empty"), "");
    writeFileSync(join(root, "exact"), "x".repeat(1_000));
    writeFileSync(join(root, "over"), "x".repeat(1_001));
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git/config"), "CANARY");
    symlinkSync(join(base, "outside"), join(root, "out-folder"));
    symlinkSync("../root-evil", join(root, "sibling-folder"));
    symlinkSync(join(base, "outside/canary"), join(root, "out-file"));
    symlinkSync("src/a.ts", join(root, "in-file"));
    symlinkSync("src", join(root, "in-folder"));
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("nowhere", join(root, "dangling"));
    linkSync(join(root, "src/a.ts"), join(root, "hard"));
    execFileSync("mkfifo", [join(root, "fifo")]);
    jail = openRoot(root, { locate });
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it.each([
    ["src/a.ts", "export {};\n"],
    ["empty", ""],
    ["exact", "x".repeat(1_000)],
    ["src/deep/b (deleted)", "alive"],
    ["hard", "export {};\n"],
  ])("reads %s", (path, text) => {
    const read = jail.read(rel(path), MAX);
    expect(read.ok && read.bytes.toString()).toBe(text);
    expect(read.ok && read.stamp.size).toBe(text.length);
    expect(read.ok && read.stamp).toEqual(jail.stat(rel(path))?.stamp);
  });

  it.each([
    ["out-file", "symlink"],
    ["in-file", "symlink"],
    ["loop", "symlink"],
    ["loop/x", "symlink"],
    ["dangling", "symlink"],
    ["in-folder/a.ts", "symlink"],
    ["out-folder/canary", "outside-root"],
    ["sibling-folder/canary", "outside-root"],
    ["../root-evil/canary", "outside-root"],
    ["src/../../outside/canary", "outside-root"],
    ["/etc/passwd", "outside-root"],
    ["src//a.ts", "outside-root"],
    ["./src/a.ts", "outside-root"],
    ["src/a.ts\0.png", "outside-root"],
    ["", "outside-root"],
    [".git/config", "outside-root"],
    [".GIT/config", "outside-root"],
    ["src", "not-a-file"],
    ["fifo", "not-a-file"],
    ["over", "too-large"],
    ["nothing", "missing"],
    ["src/a.ts/x", "missing"],
    ["x".repeat(300), "unreadable"],
  ])("refuses %j as %s", (path, reason) => {
    const read = jail.read(rel(path), MAX);
    expect(read.ok ? "read" : read.reason).toBe(reason);
  });

  it("refuses a socket and a device", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(root, "socket"), done));
    try {
      expect(jail.read(rel("socket"), MAX)).toMatchObject({ ok: false, reason: "not-a-file" });
      expect(openRoot("/dev", { locate }).read(rel("null"), MAX)).toMatchObject({ reason: "not-a-file" });
    } finally {
      server.close();
    }
  });

  it("keeps no handle open, whatever the outcome", () => {
    const open = () => readdirSync("/proc/self/fd").length;
    const before = open();
    for (const path of ["src/a.ts", "out-file", "out-folder/canary", "fifo", "over", "nothing", "src"]) {
      jail.read(rel(path), MAX);
      jail.list(rel(path));
    }
    expect(open()).toBe(before);
  });

  it("reads a file whose name is not UTF-8", () => {
    const name = Buffer.from([0x66, 0xff, 0x2e, 0x74, 0x73]);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), "bytes");
    const path = rel(pathFromBytes(name));
    const read = jail.read(path, MAX);
    expect(read.ok && read.bytes.toString()).toBe("bytes");
    const listed = jail.list("");
    expect(listed.ok && listed.entries.some((entry) => entry.name === path)).toBe(true);
  });

  it("lists a folder with kinds, links unfollowed and without .git", () => {
    const listed = jail.list("");
    if (!listed.ok) throw new Error(listed.detail);
    const kinds = Object.fromEntries(listed.entries.map((entry) => [entry.name, entry.kind]));
    expect(kinds).toMatchObject({
      src: "directory",
      empty: "file",
      fifo: "other",
      "out-folder": "symlink",
      loop: "symlink",
    });
    expect(kinds).not.toHaveProperty(".git");
  });

  it.each([
    ["out-folder", "symlink"],
    ["in-folder", "symlink"],
    ["in-folder/deep", "symlink"],
    ["nothing", "missing"],
    ["empty", "missing"],
    ["..", "outside-root"],
    [".git", "outside-root"],
  ])("does not list %s: %s", (folder, reason) => {
    const listed = jail.list(rel(folder));
    expect(listed.ok ? "listed" : listed.reason).toBe(reason);
  });

  it("gives the stat of a link itself and null for nothing", () => {
    expect(jail.stat(rel("out-file"))?.kind).toBe("symlink");
    expect(jail.stat(rel("nothing"))).toBeNull();
    expect(jail.stat(rel("../outside"))).toBeNull();
  });

  it("notices a file that grows between its size and its end", () => {
    const growing = openRoot(root, {
      locate: (handle, full) => {
        appendFileSync(join(root, "growing"), "more");
        return locate(handle, full);
      },
    });
    writeFileSync(join(root, "growing"), "start");
    expect(growing.read(rel("growing"), MAX)).toMatchObject({ ok: false, reason: "changed-while-reading" });
  });

  it("notices a file that is removed while it is opened", () => {
    const removing = openRoot(root, {
      locate: (handle, full) => {
        rmSync(join(root, "removed"));
        return locate === locateByProc ? locate(handle, full) : "deleted";
      },
    });
    writeFileSync(join(root, "removed"), "start");
    expect(removing.read(rel("removed"), MAX)).toMatchObject({ ok: false, reason: "changed-while-reading" });
  });

  it("negative control: a check of names alone lets the canary out", () => {
    const path = join(root, "out-folder/canary");
    expect(path.startsWith(root)).toBe(true);
    expect(existsSync(path) && readFileSync(path, "utf8")).toBe("CANARY");
    const unguarded = openRoot(root, { locate: (_handle, full) => full });
    const read = unguarded.read(rel("out-folder/canary"), MAX);
    expect(read.ok && read.bytes.toString()).toBe("CANARY");
  });
});

describe("a root", () => {
  it("is resolved once, through links", () => {
    const base = mkdtempSync(join(tmpdir(), "clew-root-"));
    mkdirSync(join(base, "real"));
    writeFileSync(join(base, "real/a"), "a");
    symlinkSync("real", join(base, "link"));
    const jail = openRoot(join(base, "link"));
    expect(jail.root.endsWith("/real")).toBe(true);
    expect(jail.read(rel("a"), MAX).ok).toBe(true);
    rmSync(base, { recursive: true });
  });

  it("must exist and be a folder", () => {
    const base = mkdtempSync(join(tmpdir(), "clew-root-"));
    writeFileSync(join(base, "file"), "");
    expect(() => openRoot(join(base, "none"))).toThrowError(
      expect.objectContaining({ code: "WORKSPACE_ROOT_MISSING" }),
    );
    expect(() => openRoot(join(base, "file"))).toThrowError(
      expect.objectContaining({ code: "WORKSPACE_ROOT_NOT_A_FOLDER" }),
    );
    rmSync(base, { recursive: true });
  });

  it("may be the root of the file system", () => {
    expect(openRoot("/").read(rel("dev/null"), MAX)).toMatchObject({ ok: false, reason: "not-a-file" });
  });
});

describe("names on Windows", () => {
  it.each(["a:stream", "con", "src/NUL.txt", "a.", "a ", "x\\y", "PROGRA~1", "com1", "a/lpt³.c"])(
    "%j is unsafe",
    (path) => {
      expect(isUnsafeOnWindows(path)).toBe(true);
    },
  );
  it.each(["src/a.ts", "console.ts", "a~b.ts", "backup.ts~", "null.ts", "com10.ts"])("%j is safe", (path) => {
    expect(isUnsafeOnWindows(path)).toBe(false);
  });
});
