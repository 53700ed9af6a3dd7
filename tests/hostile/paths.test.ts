/** T5: no spelling of a path, and no race, reads a byte from outside the root. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { posix } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseRelPath, pathBytes, pathFromBytes, type RelPath } from "../../src/core/rel-path.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { isInside } from "../../src/workspace/git-layout.ts";
import { locateByName, locateByProc } from "../../src/workspace/locate-handle.ts";
import { openRoot } from "../../src/workspace/path-jail.ts";

const RUNS = Number(process.env.CLEW_FUZZ_RUNS ?? 10_000);
const MAX = { maxBytes: 10_000 };

let temp: TempFolder;
let root: string;
beforeAll(() => {
  temp = new TempFolder("clew-paths");
  temp.write({
    canary: "CANARY",
    "root-evil/canary": "CANARY",
    "outside/canary": "CANARY",
    "outside/a": "CANARY",
    "root/a": "INSIDE",
    "root/dir/a": "INSIDE",
    "root/dir/canary": "INSIDE",
    "root/..a/a": "INSIDE",
    "root/...": "INSIDE",
    "root/ a": "INSIDE",
    "root/a ": "INSIDE",
    "root/%2e%2e/a": "INSIDE",
    "root/.git/config": "CANARY",
  });
  root = temp.join("root");
  symlinkSync("../outside", temp.join("root/out"));
  symlinkSync(temp.join("outside"), temp.join("root/dir/out"));
  symlinkSync("..", temp.join("root/up"));
  symlinkSync("dir", temp.join("root/in"));
  symlinkSync("/", temp.join("root/slash"));
  symlinkSync("../canary", temp.join("root/link"));
  symlinkSync("self", temp.join("root/self"));
});
afterAll(() => temp.remove());

/** Pieces of published bypasses of path checks, and the names of what is planted above. */
const PIECES = [
  ..."a dir canary out up in slash link self root root-evil outside . .. ... ..a .git .GIT config".split(" "),
  ..."%2e%2e %2f ..%2f ..\\ ..; \\ \\\\ \\\\?\\ C: C:\\ c:a // ~ $HOME file: nul con aux".split(" "),
  ...[
    "",
    " ",
    "a ",
    " a",
    '"',
    "'",
    "a'",
    ".. ",
    " ..",
    "..\0",
    "\0",
    "a\0.ts",
    "\n",
    "\t",
    "*",
    "a:stream",
    "a::$DATA",
  ],
  ...[
    "\u2024\u2024",
    "\uff0e\uff0e",
    "\u2215",
    "\u2044",
    "\uff0f",
    "\u202e",
    "a\u0301",
    "\ud800",
    "\udcae\udcae",
    "\udcaf",
    "\udcff",
  ],
  "x".repeat(255),
  "x".repeat(256),
  "proc/self/root",
  "etc/passwd",
];
const hostilePath = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
        fc.string({ maxLength: 6, unit: "binary" }),
      ),
      {
        minLength: 1,
        maxLength: 7,
      },
    ),
    fc.constantFrom("/", "/", "/", "\\", "//"),
    fc.constantFrom("", "", "/", "./", "../", "\\"),
  )
  .map(([parts, separator, start]) => start + parts.join(separator));

const SEEDS = [
  "../canary",
  "..",
  "../root-evil/canary",
  "/etc/passwd",
  "dir/../../canary",
  "out/canary",
  "dir/out/canary",
  "up/canary",
  "up/outside/canary",
  "slash/etc/passwd",
  "link",
  "in/a",
  ".git/config",
  "dir/../.git/config",
  "\udcae\udcae/canary",
].map((path): [string] => [path]);

describe.each([
  { name: "the kernel's word", locate: locateByProc },
  { name: "resolving the name again", locate: locateByName },
])("made-up paths, by $name", ({ locate }) => {
  it("read bytes of the root or are refused", () => {
    const jail = openRoot(root, { locate });
    let reads = 0;
    const refusals = new Set<string>();
    fc.assert(
      fc.property(hostilePath, (path) => {
        const read = jail.read(path as RelPath, MAX);
        jail.stat(path as RelPath);
        jail.list(path as RelPath);
        if (!read.ok) {
          refusals.add(read.reason);
          return;
        }
        reads += 1;
        expect(read.bytes.toString()).toBe("INSIDE");
        const full = Buffer.concat([Buffer.from(`${root}/`), pathBytes(path)]);
        expect(isInside(root, realpathSync(full))).toBe(true);
      }),
      { numRuns: RUNS, examples: SEEDS },
    );
    // A fuzzer that never gets in, or is never refused for a reason, tests nothing.
    expect(reads).toBeGreaterThan(0);
    expect([...refusals]).toEqual(
      expect.arrayContaining(["outside-root", "symlink", "missing", "not-a-file"]),
    );
  });
});

describe("a path that is accepted", () => {
  it("is exactly the place it names", () => {
    fc.assert(
      fc.property(hostilePath, (path) => {
        const parsed = parseRelPath(path);
        if (parsed === null) return;
        expect(posix.join("/base", parsed)).toBe(`/base/${path}`);
        expect(pathBytes(path).includes(0)).toBe(false);
        // No other spelling of a component appears when the text becomes bytes.
        const components = pathFromBytes(pathBytes(path)).split("/");
        expect(components.some((part) => part === "" || part === "." || part === "..")).toBe(false);
      }),
      { numRuns: RUNS, examples: SEEDS },
    );
  });
});

describe("a parent folder swapped for a link in a loop", () => {
  /** Swaps root/race between a folder and a link to outside until it is ended. */
  const SWAPPER = `
    const { renameSync } = require("node:fs");
    process.send("ready");
    const end = Date.now() + 20_000;
    while (Date.now() < end) {
      renameSync("race", "real"); renameSync("link-out", "race");
      renameSync("race", "link-out"); renameSync("real", "race");
    }`;

  it("never yields the file outside, and a check of the name does", async () => {
    temp.write({ "root/race/a": "INSIDE" });
    mkdirSync(temp.join("root/other"), { recursive: true });
    symlinkSync("../outside", temp.join("root/link-out"));
    const swapper = spawn(process.execPath, ["-e", SWAPPER], {
      cwd: root,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    try {
      await new Promise<void>((ready) => swapper.once("message", () => ready()));
      const jail = openRoot(root);
      const outcomes = new Map<string, number>();
      const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Enough rounds to meet the link often; then on until the unguarded read has met it too.
      for (let round = 0; round < 400_000; round++) {
        const read = jail.read("race/a" as RelPath, MAX);
        count(read.ok ? read.bytes.toString() : read.reason);
        const listed = jail.list("race" as RelPath);
        if (listed.ok)
          count(listed.entries.some((entry) => entry.name === "canary") ? "listed outside" : "listed");
        try {
          count(`unguarded ${readFileSync(`${root}/race/a`, "utf8")}`);
        } catch {}
        const isDone =
          (outcomes.get("unguarded CANARY") ?? 0) >= 20 && (outcomes.get("outside-root") ?? 0) >= 20;
        if (round >= 10_000 && isDone) break;
      }
      expect(outcomes.get("CANARY")).toBeUndefined();
      expect(outcomes.get("listed outside")).toBeUndefined();
      expect(outcomes.get("INSIDE")).toBeGreaterThan(0);
      expect(outcomes.get("unguarded CANARY")).toBeGreaterThan(0);
    } finally {
      swapper.kill("SIGKILL");
    }
  });
});
