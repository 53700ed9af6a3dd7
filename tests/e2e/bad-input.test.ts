/**
 * Bad input: each gets a typed skip reason or problem, every other file is indexed, nothing hangs, and no byte from
 * outside the root gets into the index.
 */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathFromBytes } from "../../src/core/rel-path.ts";
import { type Engine, openEngine, type UpdateReport } from "../../src/engine/engine.ts";
import { findFile } from "../../src/navigation/find-symbol.ts";
import { git } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-bad-input-"));
const CANARY = "outsideCanaryValue";
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ home: join(scratch, "home") });
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

function folder(name: string): string {
  const path = join(scratch, name);
  mkdirSync(path, { recursive: true });
  return path;
}

async function skipReasons(root: string): Promise<Record<string, string>> {
  return engine.readView(root, async (session) =>
    Object.fromEntries((await session.reader.skipped()).map((file) => [file.path, file.reason])),
  );
}

async function statusOf(root: string, path: string) {
  return engine.readView(root, async (session) => {
    const file = await findFile(session.reader, path);
    if (!file) return null;
    const facts = (await session.reader.facts([file.blob]))[0]!;
    return {
      status: facts.status,
      problems: facts.problems.map((problem) => problem.code),
      names: facts.symbols.map((symbol) => symbol.name),
    };
  });
}

/** 200 MB without a newline, written in pieces. */
function writeHugeLine(path: string): void {
  const handle = openSync(path, "w");
  const piece = Buffer.alloc(4_000_000, "x");
  for (let n = 0; n < 50; n++) writeSync(handle, piece);
  closeSync(handle);
}

describe("a folder full of bad files", () => {
  const root = folder("bad");
  const outside = folder("outside");
  const oddName = Buffer.concat([Buffer.from(`${root}/odd-`), Buffer.from([0xff, 0xfe]), Buffer.from(".ts")]);
  let report: UpdateReport;

  beforeAll(async () => {
    writeFileSync(join(outside, "secret.ts"), `export const ${CANARY} = 1;\n`);
    writeFileSync(join(root, "good.ts"), "export function intact() { return 1; }\n");
    writeFileSync(
      join(root, "invalid-utf8.ts"),
      Buffer.concat([
        Buffer.from("export const before = 1;\n// "),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from("\nexport function afterwards() {}\n"),
      ]),
    );
    writeFileSync(
      join(root, "utf16.ts"),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("export function wide() {}\n", "utf16le")]),
    );
    writeFileSync(join(root, "nul.ts"), Buffer.from("export const a = 1;\0\0\0"));
    writeHugeLine(join(root, "huge-line.js"));
    writeFileSync(
      join(root, "nested.js"),
      `${"(".repeat(100_000)}1${")".repeat(100_000)};\nfunction late() {}\n`,
    );
    symlinkSync("loop-b", join(root, "loop-a"));
    symlinkSync("loop-a", join(root, "loop-b"));
    symlinkSync(join(outside, "secret.ts"), join(root, "link-out.ts"));
    symlinkSync(outside, join(root, "folder-out"));
    execFileSync("mkfifo", [join(root, "pipe.ts")]);
    writeFileSync(oddName, "export function oddlyNamed() {}\n");
    writeFileSync(join(root, "empty.ts"), "");
    writeFileSync(
      join(root, "broken.py"),
      "def fine():\n    return 1\n\ndef broken(:\n    pass\n\nclass Also:\n    def ok(self):\n        return 2\n",
    );
    report = await engine.update(root);
  });

  test("the update ends and says what it left out", async () => {
    expect(report.generation).toBe(1);
    expect(await skipReasons(root)).toMatchObject({
      "nul.ts": "binary",
      "huge-line.js": "too-large",
      "loop-a": "symlink",
      "loop-b": "symlink",
      "link-out.ts": "symlink",
      "folder-out": "symlink",
      "pipe.ts": "not-a-file",
    });
  });

  test("every other file is indexed", async () => {
    expect((await statusOf(root, "good.ts"))?.names).toContain("intact");
    expect((await statusOf(root, "empty.ts"))?.status).toBe("full");
    expect((await statusOf(root, "utf16.ts"))?.names).toContain("wide");
    expect(
      (
        await statusOf(
          root,
          pathFromBytes(Buffer.concat([Buffer.from("odd-"), Buffer.from([0xff, 0xfe]), Buffer.from(".ts")])),
        )
      )?.names,
    ).toContain("oddlyNamed");
  });

  test("invalid UTF-8 is a problem beside intact symbols", async () => {
    const status = await statusOf(root, "invalid-utf8.ts");
    expect(status?.names).toEqual(expect.arrayContaining(["before", "afterwards"]));
    expect(status?.problems.length).toBeGreaterThan(0);
  });

  test("broken syntax keeps the intact symbols", async () => {
    const status = await statusOf(root, "broken.py");
    expect(status?.status).toBe("partial");
    expect(status?.names).toEqual(expect.arrayContaining(["fine", "Also", "ok"]));
  });

  test("100,000 nested parentheses cost that file alone", async () => {
    const status = await statusOf(root, "nested.js");
    const reason = (await skipReasons(root))["nested.js"];
    expect(status !== null || reason !== undefined).toBe(true);
    if (status) expect(["full", "partial", "fallback"]).toContain(status.status);
  });

  test("no byte from outside is in the index, nor in any file of its home", async () => {
    expect(await engine.dump(root)).not.toContain(CANARY.toLowerCase());
    for (const name of readdirSync(join(engine.home, "index"))) {
      const bytes = readFileSync(join(engine.home, "index", name))
        .toString("latin1")
        .toLowerCase();
      expect(bytes.includes(CANARY.toLowerCase())).toBe(false);
    }
  });

  test("the canary check can fail: an inside file with that name is found", async () => {
    writeFileSync(join(root, "inside.ts"), `export const ${CANARY} = 1;\n`);
    await engine.update(root);
    expect((await engine.dump(root)).toLowerCase()).toContain(CANARY.toLowerCase());
  });
});

test("an empty folder gives an empty generation", async () => {
  const report = await engine.update(folder("empty"));
  expect(report).toMatchObject({ generation: 1, files: 0 });
});

test("a repository without a commit is indexed from its working tree", async () => {
  const root = folder("unborn");
  git(root, "init", "-q");
  writeFileSync(join(root, "a.ts"), "export const a = 1;\n");
  const report = await engine.update(root);
  expect(report).toMatchObject({ files: 1, revision: null });
});

test("a file that cannot be read is named and the rest goes on", async () => {
  const root = folder("unreadable");
  writeFileSync(join(root, "fine.ts"), "export const fine = 1;\n");
  // Permission bits do not stop root, so the file is taken away between listing and reading: a name whose
  // folder became a file.
  mkdirSync(join(root, "gone"));
  writeFileSync(join(root, "gone", "x.ts"), "export const x = 1;\n");
  git(root, "init", "-q");
  git(root, "add", "-A");
  rmSync(join(root, "gone"), { recursive: true });
  writeFileSync(join(root, "gone"), "now a file\n");
  const report = await engine.update(root);
  expect(report.files).toBeGreaterThanOrEqual(1);
  expect((await statusOf(root, "fine.ts"))?.names).toContain("fine");
  expect(await statusOf(root, "gone/x.ts")).toBeNull();
});

test("a folder that does not exist is an error with a hint", async () => {
  await expect(engine.update(join(scratch, "nowhere"))).rejects.toMatchObject({
    code: "WORKSPACE_ROOT_MISSING",
  });
});
