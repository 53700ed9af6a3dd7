/** What is told of a symbol beside its code, and functions by their types. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine, type SymbolFlags } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import symbolTool from "../../src/tools/symbol.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-flags-"));
const root = join(scratch, "tree");
let engine: Engine;

const FILES: Readonly<Record<string, string>> = {
  "packages/users/package.json": '{ "name": "@shop/users", "main": "dist/index.js" }\n',
  "packages/users/src/index.ts": 'export * from "./api";\nexport { inner as renamed } from "./inner";\n',
  "packages/users/src/api.ts":
    'import type { User } from "./user";\n/** Finds one. */\nexport async function load(id: string): Promise<User> {\n  return { id };\n}\n/** @deprecated use load */\nexport function old(user: User): User[] {\n  return [user];\n}\nexport class Store {\n  get(user: User): Promise<User | null> {\n    return Promise.resolve(user);\n  }\n}\n',
  "packages/users/src/inner.ts":
    "export function inner() {}\nexport function hidden() {}\nfunction own() {}\nown();\n",
  "packages/users/src/user.ts": "export interface User {\n  id: string;\n}\nexport type UserId = string;\n",
  "Old.cs":
    'namespace Shop;\npublic class Old\n{\n    [Obsolete("no")]\n    public int Total() => 1;\n    private int Part() => 2;\n}\n',
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(FILES)) writeTreeFile(root, path, text);
  engine = await openEngine({ home: join(scratch, "home") });
  await engine.update(root);
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function ask(name: string) {
  const call = { engine, root, signal: new AbortController().signal };
  return answerTool(symbolTool, call, parseInput(symbolTool, { name }));
}

test.each<[string, Partial<SymbolFlags>]>([
  [
    "api.ts#load",
    {
      exportScope: "package",
      isPublicApi: true,
      hasDoc: true,
      isDeprecated: false,
      parse: "full",
      links: "rules",
    },
  ],
  ["api.ts#Store.get", { exportScope: "package", isPublicApi: true, hasDoc: false }],
  ["api.ts#old", { isDeprecated: true }],
  [
    "inner.ts#inner",
    { exportScope: "package", shownBy: ["packages/users/src/inner.ts", "packages/users/src/index.ts"] },
  ],
  ["inner.ts#hidden", { exportScope: "module", isPublicApi: false, shownBy: [] }],
  ["inner.ts#own", { exportScope: "file", isPublicApi: false }],
])("%s", async (name, expected) => {
  const flags = await engine.read(root, async (session) => {
    const { groups } = await session.searcher.symbols(`packages/users/src/${name}`);
    return session.flagsOf(groups[0]!);
  });
  expect(flags).toMatchObject(expected);
});

test("marks of C# count, and so do its words for who may see a member", async () => {
  const flags = (name: string) =>
    engine.read(root, async (session) => {
      const { groups } = await session.searcher.symbols(`Old.cs#${name}`);
      return session.flagsOf(groups[0]!);
    });
  expect(await flags("Old.Total")).toMatchObject({ isPublicApi: true, isDeprecated: true });
  expect(await flags("Old.Part")).toMatchObject({ isPublicApi: false, isDeprecated: false });
});

test("the answer names the entry and what is deprecated", async () => {
  expect((await ask("load")).text).toContain("public API through packages/users/src/index.ts");
  expect((await ask("packages/users/src/api.ts#old")).text).toContain("deprecated");
  expect((await ask("hidden")).text).not.toContain("public API");
});

test("functions are found by what they return and take, exact types first", async () => {
  const places = async (text: string) =>
    engine.read(root, async (session) =>
      (await session.searcher.symbols(text)).groups.map(({ qualifiedName }) => qualifiedName),
    );
  expect(await places("functions returning Promise<User>")).toEqual(["load"]);
  expect(await places("returns:Promise< user >")).toEqual(["load"]);
  expect(await places("returns:User")).toEqual(["load", "old", "Store.get"]);
  expect(await places("methods that take a User")).toEqual(["old", "Store.get"]);
  expect(await places("returns:UserId")).toEqual([]);
  expect((await ask("returns:Nothing")).text).toContain("no symbol");
  expect((await ask("functions returning Promise<User>")).text).toContain("async function load");
});
