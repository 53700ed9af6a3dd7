/**
 * Too little memory for parsers: files are left out, said and tried again, and never stored as less than they are.
 * `ulimit -v` bounds the address space, of which a WebAssembly memory takes ten gigabytes.
 */
import { execFile } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = join(import.meta.dirname, "../../dist/cli.js");
const run = promisify(execFile);

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder("clew-little-memory");
  mkdirSync(folder.join("tree"));
  for (const name of ["a", "b", "c"])
    writeFileSync(folder.join(`tree/${name}.ts`), `export function ${name}One() { return 1; }\n`);
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

async function clew(args: string[], limitKb: number | "unlimited" = "unlimited") {
  const script = `ulimit -v ${limitKb}; exec "$0" "$@"`;
  const options = { cwd: folder.join("tree"), env: { ...process.env, CLEW_HOME: folder.join("home") } };
  const ran = run("bash", ["-c", script, process.execPath, CLI, ...args], options);
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, text: stdout + stderr };
}

describe.runIf(process.platform === "linux")("too little memory for parsers", () => {
  test.each([2_000_000, 6_000_000])(
    "a first index below %i KB is partial, says so, and heals",
    async (limitKb) => {
      const poor = await clew(["index"], limitKb);
      expect(poor.text).toContain("3 files could not be parsed for want of memory");
      expect(poor.text).not.toMatch(/RangeError|at \w+ \(/);
      expect(poor.code).toBe(3);
      const verified = await clew(["verify", "--deep"]);
      expect(verified.text).toContain("incomplete: a.ts was not parsed: out-of-memory");
      expect(verified.code).toBe(3);
      const healed = await clew(["index"]);
      expect([healed.code, healed.text]).toEqual([0, expect.stringContaining("3 files parsed")]);
      const found = await clew(["symbol", "bOne"]);
      expect(found.text).toContain("b.ts:1");
      expect((await clew(["verify", "--deep"])).code).toBe(0);
    },
  );

  test("an edit: the changed file is left out, the others answer, and the answer says that it is partial", async () => {
    await clew(["index"]);
    appendFileSync(folder.join("tree/a.ts"), "export function aTwo() { return aOne(); }\n");
    const poor = await clew(["symbol", "bOne"], 6_000_000);
    expect(poor.text).toContain("b.ts:1");
    expect(poor.text).toContain("pending: 1 file could not be parsed");
    expect((await clew(["status", "--why", "a.ts"], 6_000_000)).text).toContain("skipped: out-of-memory");
    expect((await clew(["symbol", "aTwo"])).text).toContain("a.ts:2");
  });

  test("a search answers by words where vectors cannot be computed", async () => {
    await clew(["index"]);
    const poor = await clew(["search", "one function"], 6_000_000);
    expect(poor.text).not.toMatch(/RangeError|at \w+ \(/);
    expect([poor.code, poor.text]).toEqual([0, expect.stringContaining("b.ts:1-1")]);
  });
});
