/** What a change breaks and touches, over barrels, aliases, packages, dispatch and several steps. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import changes from "../../src/tools/changes.ts";
import { parseInput } from "../../src/tools/parse-input.ts";

const scratch = new TempFolder("clew-impact");
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ home: scratch.join("home") });
});
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function ask(root: TempFolder, input: Record<string, unknown> = {}) {
  const call = { engine, root: root.path, signal: new AbortController().signal };
  const printed = await answerTool(changes, call, parseInput(changes, { max_tokens: 8000, ...input }));
  return { ...printed, lines: printed.text.split("\n") };
}

const WORKSPACE = {
  "package.json": `{ "name": "root", "private": true, "workspaces": ["packages/*"] }`,
  "tsconfig.json": `{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }`,
  "lib/text.ts": "export function trimAll(): void {}\nexport function padAll(): void {}\n",
  "lib/index.ts": `export * from "./text";\n`,
  "packages/core/package.json": `{ "name": "@shop/core", "main": "./src/index.ts" }`,
  "packages/core/src/index.ts": `export { price } from "./price";\n`,
  "packages/core/src/price.ts": "export function price(): number { return 1; }\n",
  "packages/web/package.json": `{ "name": "@shop/web", "dependencies": { "@shop/core": "*" } }`,
  "packages/web/src/page.ts": `import { price } from "@shop/core";\nexport function page() { return price(); }\n`,
  "src/near.ts": `import { trimAll } from "../lib/text";\nexport function near() { trimAll(); }\n`,
  "src/alias.ts": `import { padAll } from "@lib/text";\nexport function aliased() { padAll(); }\n`,
  "src/barrel.ts": `import { trimAll } from "../lib";\nexport function barrelled() { trimAll(); }\n`,
};

test("a moved file breaks every import of it: relative, by alias, and the barrel that passed it on", async () => {
  const root = scratch.folder("moved").repository(WORKSPACE);
  root.git("mv", "lib/text.ts", "lib/words.ts");
  const { lines } = await ask(root);
  const now = "now (file lib/words.ts)";
  expect(lines).toContain(`  lib/index.ts:1  (top level)  imports lib/text.ts, ${now}`);
  expect(lines).toContain(`  src/alias.ts:1  (top level)  imports lib/text.ts, ${now}`);
  expect(lines).toContain(`  src/near.ts:1  (top level)  imports lib/text.ts, ${now}`);
  expect(lines).toContain(`  src/barrel.ts:1  (top level)  imports lib/text.ts trimAll, ${now}`);
  expect(lines[0]).toContain("4 broken imports");
});

test("a moved file whose barrel follows breaks those alone that named the file", async () => {
  const root = scratch.folder("moved-barrel").repository(WORKSPACE);
  root.git("mv", "lib/text.ts", "lib/words.ts");
  root.write({ "lib/index.ts": `export * from "./words";\n` });
  const { text, lines } = await ask(root);
  expect(lines[0]).toContain("2 broken imports");
  expect(text).not.toMatch(/src\/barrel\.ts:\d+ .*lib\/text/);
});

test("a removed function is missed by those who reach it through a barrel or the name of a package", async () => {
  const root = scratch.folder("removed").repository(WORKSPACE);
  root.write({
    "lib/text.ts": "export function padAll(): void {}\n",
    "packages/core/src/price.ts": "export function cost(): number { return 1; }\n",
  });
  const { lines } = await ask(root);
  expect(lines).toContain("  src/barrel.ts:2  barrelled  uses removed trimAll");
  expect(lines).toContain("  src/barrel.ts:1  (top level)  imports lib/text.ts trimAll");
  expect(lines).toContain("  packages/web/src/page.ts:2  page  uses removed price");
  expect(lines).toContain(
    "  packages/core/src/index.ts:1  (top level)  imports packages/core/src/price.ts price",
  );
});

test("a variable is no use of a removed member of its name, and what moved with its file's imports is none", async () => {
  const options = "export interface Options { env?: string; home?: string }\n";
  const open = `export function open(options: Options) {
  const env = options.env ?? "none";
  return start(env, options.home);
}
function start(env: string, home?: string) { return env + home; }
`;
  const root = scratch.folder("variables").repository({ "src/open.ts": options + open });
  root.write({
    "src/options.ts": options,
    "src/open.ts": `import type { Options } from "./options.ts";\n${open}`,
  });
  expect((await ask(root)).text).not.toContain("uses of removed");
  root.write({ "src/options.ts": options.replace("env?: string; ", "") });
  const { lines } = await ask(root);
  expect(lines.filter((line) => line.includes("uses removed"))).toEqual([
    "  src/open.ts:3  open  uses removed env",
  ]);
});

test("an alias that is pointed elsewhere breaks the imports that use it", async () => {
  const root = scratch.folder("alias").repository(WORKSPACE);
  root.write({ "tsconfig.json": `{ "compilerOptions": { "paths": { "@lib/*": ["./other/*"] } } }` });
  const { lines } = await ask(root);
  expect(lines).toContain("  src/alias.ts:1  (top level)  imports lib/text.ts");
  expect(lines[0]).toContain("1 broken import,");
});

const CHAIN = {
  "src/low.ts": "export function low(n: number): number {\n  return n;\n}\n",
  "src/middle.ts": `import { low } from "./low";\nexport function middle() {\n  return low(1);\n}\n`,
  "src/high.ts": `import { middle } from "./middle";\nexport function high() {\n  return middle();\n}\n`,
  "tests/everything.test.ts": `import { high } from "../src/high";\ntest("all", () => high());\n`,
  "tests/middle.spec.ts": `import { middle } from "../src/middle";\ntest("middle", () => middle());\n`,
};

test("users are named to the second step, tests further, near ones first; a body is told from a signature", async () => {
  const root = scratch.folder("chain").repository(CHAIN);
  root.write({ "src/low.ts": CHAIN["src/low.ts"].replace("return n", "return n + 1") });
  const { lines } = await ask(root);
  expect(lines).toContain("src/low.ts:2  function low  1 caller (1 resolved)");
  expect(lines).toContain("  src/middle.ts:3  middle  calls low, resolved");
  expect(lines).toContain("  src/high.ts:3  high  depends on low, resolved, 2 steps away");
  const tests = lines.filter((line) => line.startsWith("  tests/"));
  expect(tests).toEqual([
    "  tests/middle.spec.ts  tests low, resolved, 2 steps away",
    "  tests/everything.test.ts  tests low, resolved, 3 steps away",
  ]);
  root.write({ "src/low.ts": CHAIN["src/low.ts"].replace("n: number", "n: number, m: number") });
  expect((await ask(root)).lines).toContain(
    "src/low.ts:1  function low  signature changed, 1 caller (1 resolved)",
  );
  expect((await ask(root, { depth: 1 })).text).not.toContain("2 steps away, ");
});

test("a changed interface method touches what implements it, a changed implementation those who call the interface", async () => {
  const files = {
    "src/store.ts": "export interface Store {\n  put(key: string): void;\n}\n",
    "src/disk.ts": `import type { Store } from "./store";\nexport class Disk implements Store {\n  put(key: string) {\n    key.trim();\n  }\n}\n`,
    "src/use.ts": `import type { Store } from "./store";\nexport function save(store: Store) {\n  store.put("a");\n}\n`,
  };
  const root = scratch.folder("dispatch").repository(files);
  root.write({ "src/store.ts": files["src/store.ts"].replace("key: string", "key: string, days: number") });
  const declared = await ask(root);
  expect(declared.lines).toContain("  src/disk.ts:3  Disk.put  overrides Store.put, resolved");
  expect(declared.lines).toContain("  src/use.ts:3  save  calls Store.put, resolved");
  root.write({ ...files, "src/disk.ts": files["src/disk.ts"].replace("trim", "trimEnd") });
  expect((await ask(root)).lines).toContain(
    "  src/use.ts:3  save  calls Disk.put, resolved, dispatch through src/store.ts#Store.put",
  );
});

test("an implementation with another signature names what declares it, its siblings and uses that nothing decides", async () => {
  const files = {
    "src/store.ts": "export interface Store {\n  put(key: string): void;\n}\n",
    "src/disk.ts": `import type { Store } from "./store";\nexport class Disk implements Store {\n  put(key: string) {}\n}\n`,
    "src/cloud.ts": `import type { Store } from "./store";\nexport class Cloud implements Store {\n  put(key: string) {}\n}\n`,
    "src/use.js": `export function save(anything, other) {\n  anything.disk.put("a");\n}\n`,
  };
  const root = scratch.folder("kin").repository(files);
  root.write({ "src/disk.ts": files["src/disk.ts"].replace("key: string", "key: string, days: number") });
  const { lines } = await ask(root);
  expect(lines).toContain("  src/store.ts:2  Store.put  declares Disk.put, resolved");
  expect(lines).toContain(
    "  src/cloud.ts:3  Cloud.put  implements the same as Disk.put, resolved, through src/store.ts#Store.put",
  );
  expect(lines).toContain("undecided, may use what has another signature (1):");
  expect(lines.some((line) => line.startsWith("  src/use.js:2  Disk.put?  "))).toBe(true);
  expect(lines[0]).toMatch(/, 1 undecided, /);
});

test("staged changes, a range and a patch are compared without touching the tree", async () => {
  const root = scratch.folder("states").repository(CHAIN);
  const changed = CHAIN["src/low.ts"].replace("low(", "lowest(");
  root.write({ "src/low.ts": changed });
  const patch = root.git("diff");
  const broken = "  src/middle.ts:3  middle  uses removed low";
  root.git("add", "src/low.ts");
  root.write({ "src/high.ts": `${CHAIN["src/high.ts"]}// not staged\n` });
  const staged = await ask(root, { staged: true });
  expect(staged.lines[0]).toMatch(/^1 file staged on HEAD [0-9a-f]{12}, /);
  expect(staged.lines).toContain(broken);

  root.git("commit", "-qm", "two");
  const range = await ask(root, { range: "HEAD~1..HEAD" });
  expect(range.lines[0]).toMatch(/^1 file changed from HEAD~1 [0-9a-f]{12} to HEAD [0-9a-f]{12}, /);
  expect(range.lines).toContain(broken);

  const applied = await ask(root, { patch });
  expect(applied.lines[0]).toMatch(/^1 file changed by the patch, which is applied, /);
  expect(applied.lines).toContain(broken);
  root.write({ "src/low.ts": CHAIN["src/low.ts"] });
  const coming = await ask(root, { patch });
  expect(coming.lines[0]).toMatch(/^1 file changed by the patch, which is not applied, /);
  expect(coming.lines).toContain(broken);
  root.write({ "src/low.ts": "export const other = 1;\n" });
  await expect(ask(root, { patch })).rejects.toMatchObject({ code: "CHANGES_PATCH_MISFIT" });
});

test.each([
  [{ patch: "no diff" }, "CHANGES_PATCH_BROKEN"],
  [
    { patch: "--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1 +1 @@\n-a\n+b\n" },
    "CHANGES_PATCH_BROKEN",
  ],
  [{ range: "HEAD" }, "CHANGES_RANGE_BROKEN"],
  [{ range: "a...b" }, "CHANGES_RANGE_BROKEN"],
  [{ range: "HEAD..--output=x" }, "GIT_COMMAND_REFUSED"],
  [{ range: "HEAD..main", staged: true }, "CHANGES_ASKED_TWICE"],
])("%j is refused", async (input, code) => {
  const root = scratch.folder(`refused-${code}-${JSON.stringify(input).length}`).repository(CHAIN);
  await expect(ask(root, input)).rejects.toMatchObject({ code });
});

test("a run can be made to fail by what is broken or affected", async () => {
  const root = scratch.folder("verdict").repository(CHAIN);
  expect(await ask(root, { fail_on: "affected" })).toMatchObject({ verdict: "passed", outcome: "none" });
  root.write({ "src/low.ts": CHAIN["src/low.ts"].replace("return n", "return n + 1") });
  expect((await ask(root, { fail_on: "broken" })).verdict).toBe("passed");
  expect((await ask(root, { fail_on: "affected" })).verdict).toBe("failed");
  root.write({ "src/low.ts": "export const nothing = 1;\n" });
  expect((await ask(root, { fail_on: "broken" })).verdict).toBe("failed");
  expect((await ask(root)).verdict).toBeUndefined();
});

test("markdown names what is broken first, and code in it stays code", async () => {
  const root = scratch.folder("markdown").repository(CHAIN);
  root.write({ "src/low.ts": "export const nothing = 1;\n" });
  const { lines } = await ask(root, { format: "markdown" });
  const broken = lines.indexOf("### Broken (2)");
  expect(broken).toBeGreaterThan(0);
  expect(lines).toContain("- `src/middle.ts:3` uses `low`, which is gone");
  expect(lines.indexOf("### Tests to run (2)")).toBeGreaterThan(broken);
});
