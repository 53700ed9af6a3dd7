/**
 * Places that are closed to the user: folders and files of the tree, clew's home, and few open files. Root may read
 * everything, so these run as another user when the tests run as root.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const scratch = new TempFolder("clew-closed");
const home = scratch.folder("home");
const tree = scratch.folder("tree");
const tracked = scratch.folder("tracked").repository({
  "a.ts": "export function alpha() {}\n",
  "locked/b.ts": "export function beta() {}\n",
});

function clew(args: readonly string[], settings: Record<string, string> = {}, cwd = tree.path) {
  const command = [process.execPath, CLI, ...args];
  const asOther = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const [program, ...rest] = isRoot ? [...asOther, ...command] : command;
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.path, CLEW_HOME: home.path, ...settings };
  return spawnSync(program!, rest, {
    cwd,
    env,
    encoding: "utf8",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
}

tree.write({
  "a.ts": "export function alpha() {}\n",
  "locked/b.ts": "export function beta() {}\n",
  "c.ts": "export const c = 1;\n",
});
give(scratch.path);

/** A user of the system may not reach where these sources lie. */
const canRun = clew(["--version"]).status === 0;

afterAll(() => {
  open(home.path);
  chmodSync(tree.join("locked"), 0o700);
  chmodSync(`${tracked.path}/locked`, 0o700);
  scratch.remove();
});

function give(folder: string): void {
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (isRoot) chownSync(join(folder, entry.name), NOBODY, NOBODY);
    if (entry.isDirectory()) give(join(folder, entry.name));
  }
}

function open(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) open(join(folder, entry.name));
}

function close(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) close(join(folder, entry.name));
  chmodSync(folder, 0o500);
}

describe.runIf(process.platform === "linux")("few open files", () => {
  test.each([20, 24, 30])("%d of them: an answer, or what to raise", { timeout: 60_000 }, (limit) => {
    const run = spawnSync(
      "sh",
      ["-c", `ulimit -n ${limit} && exec "$0" "$@"`, process.execPath, CLI, "search", "alpha"],
      {
        cwd: tree.path,
        env: { ...process.env, CLEW_HOME: scratch.join("few") },
        encoding: "utf8",
        timeout: 50_000,
      },
    );
    if (run.status !== 0) expect(run.stderr).toMatch(/ \[CLI_FEW_OPEN_FILES\]\nhint: .*ulimit/);
    expect(run.stderr).not.toMatch(/this is a defect|\n +at /);
  });
});

describe.skipIf(!canRun)("what is closed to the user", () => {
  test("a folder and a file cost a reason, not the run", { timeout: 120_000 }, () => {
    chmodSync(tree.join("locked"), 0);
    chmodSync(tree.join("c.ts"), 0);
    const run = clew(["index"]);
    expect(run.stderr).toBe("");
    expect(run.stdout).toMatch(/^1 file in generation 1/);
    expect(run.stdout).toMatch(/skipped: 1 unreadable, 1 unreadable-folder/);
    expect(clew(["status", "--why", "locked"]).stdout).toMatch(
      /^locked is not indexed; skipped: unreadable-folder/,
    );
    chmodSync(tree.join("locked"), 0o700);
    chmodSync(tree.join("c.ts"), 0o600);
    expect(clew(["index"]).stdout).toMatch(/^3 files in generation 2/);
  });

  test.each([0, 0o400])(
    "what git tracks in a folder of mode %o is skipped, not deleted",
    {
      timeout: 120_000,
    },
    (mode) => {
      const ask = (...args: string[]) => clew(args, {}, tracked.path);
      ask("index");
      expect(ask("symbol", "beta").stdout).toMatch(/^function beta, .* fresh/);
      chmodSync(`${tracked.path}/locked`, mode);
      const run = ask("index");
      expect(run.stdout).toMatch(/^1 file in generation/);
      expect(run.stdout).toMatch(/skipped: 1 unreadable /);
      expect(ask("status", "--why", "locked/b.ts").stdout).toMatch(
        /^locked\/b.ts is not indexed; skipped: unreadable/,
      );
      expect(ask("changes").stdout).not.toMatch(/deleted/);
      chmodSync(`${tracked.path}/locked`, 0o700);
      expect(ask("symbol", "beta").stdout).toMatch(/^function beta, .* fresh/);
    },
  );

  test("a home that cannot be written answers from what is indexed, and says so", {
    timeout: 120_000,
  }, () => {
    expect(clew(["index"]).status).toBe(0);
    close(home.path);
    try {
      const asked = clew(["symbol", "alpha"]);
      expect(asked.stderr).toBe("");
      // Nothing changed, so nothing has to be written.
      expect(asked.stdout).toMatch(/^function alpha.* generation \d+, fresh/);
      tree.write({ "a.ts": "export function alpha() {}\n// edited\n" });
      const edited = clew(["symbol", "alpha"]).stdout;
      expect(edited).toMatch(/^function alpha.* pending: .*cannot be written/);
      expect(edited).toMatch(/1 quoted file changed since/);
      const indexed = clew(["index"]);
      expect(indexed.status).toBe(2);
      expect(indexed.stderr).toMatch(
        /^clew: .*cannot be written.* \[INDEX_UNWRITABLE\]\nhint: .*CLEW_HOME\n$/,
      );
    } finally {
      open(home.path);
    }
    expect(clew(["symbol", "alpha"]).stdout).toMatch(/generation \d+, fresh/);
  });

  test.each(["/proc/clew", "/nonexistent/clew"])("a home that cannot be made is named: %s", (place) => {
    const asked = clew(["search", "alpha"], { CLEW_HOME: place });
    expect(asked.status).toBe(2);
    expect(asked.stderr).toMatch(/^clew: .* cannot be made: .* \[INDEX_UNWRITABLE\]\nhint: .*CLEW_HOME\n$/);
  });
});
