import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const run = promisify(execFile);
const CLI = join(import.meta.dirname, "../../dist/cli.js");

let temp: TempFolder;
let repo: TempFolder;
beforeAll(() => {
  temp = new TempFolder();
  repo = temp
    .folder("shop")
    .repository({ "cart.ts": "export const cart = 0;\n", "price.ts": "export const price = 0;\n" });
  for (let at = 1; at <= 3; at++) {
    repo.write({ "cart.ts": `export const cart = ${at};\n`, "price.ts": `export const price = ${at};\n` });
    repo.git("commit", "-qam", `rounding of prices, step ${at}`);
  }
  repo.write({ "label.ts": "export const label = 1;\n" });
  repo.git("add", "-A");
  repo.git("commit", "-qm", "labels");
});
afterAll(() => temp.remove());

async function history(folder: TempFolder, ...args: string[]) {
  const env = { ...process.env, CLEW_HOME: temp.folder("home").path };
  const { stdout } = await run(process.execPath, [CLI, "history", ...args], { cwd: folder.path, env }).catch(
    (error) => error,
  );
  return stdout as string;
}

it("tells of a file which commits changed it, how it changes, and with what", async () => {
  const text = await history(repo, "cart.ts");
  expect(text).toContain("cart.ts: active; 3 of the last 5 commits changed it");
  expect(text).toContain("  price.ts 3 (100 %)");
  expect(text).toMatch(/^ {2}[0-9a-f]{10} 1 2 files rounding of prices, step 3$/m);
});

it("tells of the tree how its files change, the same at every call", async () => {
  const text = await history(repo, "--json");
  const { classes, files } = JSON.parse(text);
  expect(classes).toEqual({ hot: 0, active: 2, new: 1, stable: 0, dormant: 0 });
  expect(files[0]).toEqual({ path: "cart.ts", changes: 3, last: 1, class: "active" });
  expect(await history(repo, "--json")).toBe(text);
});

it("finds commits by what their messages say", async () => {
  const text = await history(repo, "--like", "prices are rounded down");
  expect(text).toContain("rounding of prices, step 3\n  cart.ts, price.ts");
  expect(text).not.toContain("labels");
});

it("a commit that is not in the past of the tree is not told", async () => {
  repo.git("checkout", "-q", "HEAD~1");
  expect(await history(repo, "--json")).not.toContain("label.ts");
  repo.git("checkout", "-q", "-");
});

it("says so where there is no history", async () => {
  const plain = temp.folder("plain");
  plain.write({ "a.ts": "export const a = 1;\n" });
  expect(await history(plain)).toContain("no history");
});
