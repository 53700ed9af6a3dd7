/** Sources of dependencies as references: found where package managers put them, only when the user lists them. */
import { rmSync, symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const scratch = new TempFolder("clew-dependency-sources");
const json = JSON.stringify;
const lockOf = (version: string) =>
  json({
    lockfileVersion: 3,
    packages: {
      "": { dependencies: { "@tiny/router": "^1.0.0", evil: "1.0.0", gone: "1.0.0" } },
      "node_modules/@tiny/router": { version },
      "node_modules/evil": { version: "1.0.0" },
      "node_modules/gone": { version: "1.0.0" },
    },
  });
const manifest = json({
  name: "app",
  dependencies: { "@tiny/router": "^1.0.0", evil: "1.0.0", gone: "1.0.0" },
});
scratch.folder("app").repository({
  ".gitignore": "node_modules\n.venv\n",
  "package.json": manifest,
  "package-lock.json": lockOf("1.2.0"),
  "requirements.txt": "Tiny-Web==2.0\n",
  "go.mod": "module example.com/app\n\nrequire github.com/Tiny/mux v1.0.0\n",
  "src/app.js": 'import { matchRoute } from "@tiny/router";\nexport const start = () => matchRoute("/");\n',
});
const tree = scratch.folder("app");
const app = tree.path;
const routerAt = (version: string) =>
  tree.write({
    "node_modules/@tiny/router/package.json": json({ name: "@tiny/router", version, main: "dist/index.js" }),
    // As published: built, and below a folder whose name says so.
    "node_modules/@tiny/router/dist/index.js":
      "/** Finds the handler of an address. */\nexport function matchRoute(address) {\n  return address;\n}\n",
  });
routerAt("1.2.0");
tree.write({
  ".venv/lib/python3.11/site-packages/tiny_web/__init__.py": "def serve_forever():\n    return 1\n",
  ".venv/lib/python3.11/site-packages/tiny_web-2.1.dist-info/RECORD":
    "tiny_web/__init__.py,sha256=x,10\ntiny_web-2.1.dist-info/RECORD,,\n../../../bin/tiny,sha256=x,9\n",
});
scratch.folder("modcache").write({
  "github.com/!tiny/mux@v1.0.0/mux.go": "package mux\n\nfunc NewMux() int { return 1 }\n",
});
const secrets = scratch.folder("secrets").write({ "plans.js": "export const plans = 1;\n" }).path;
symlinkSync(secrets, scratch.join("app/node_modules/evil"));

const engines: Engine[] = [];
async function engineListing(listed: string): Promise<Engine> {
  const env = {
    PATH: process.env.PATH,
    GOMODCACHE: scratch.join("modcache"),
    CLEW_DEPENDENCY_SOURCES: listed,
  };
  const engine = await openEngine({ home: scratch.join("home"), env });
  engines.push(engine);
  return engine;
}

afterAll(async () => {
  for (const engine of engines) await engine.close();
  scratch.remove();
});

const referencesOf = async (engine: Engine) =>
  (await engine.catalog())
    .filter(({ dependency }) => dependency !== null)
    .map(({ name, type, version, files }) => `${name} ${type} ${version?.text} ${files}`);

describe("sources of dependencies", () => {
  test("are not looked at unless they are listed", async () => {
    const engine = await engineListing("");
    await engine.update(app);
    expect(await engine.updateSources(app)).toBeNull();
    expect(await engine.listSources(app)).toEqual([]);
    expect((await engine.catalog()).map(({ path }) => path)).toEqual([app]);
  });

  test("are indexed as references in the installed version, from trees, environments and caches", async () => {
    const engine = await engineListing("@tiny/*,tiny-web,github.com/Tiny/mux");
    await engine.update(app);
    const report = await engine.updateSources(app);
    expect(
      report!.sources.map(({ package: name, state, version, note }) => [name, state, version, note]),
    ).toEqual([
      ["github.com/Tiny/mux", "indexed", "v1.0.0", null],
      ["@tiny/router", "indexed", "1.2.0", null],
      ["Tiny-Web", "indexed", "2.1", "the lock says 2.0"],
    ]);
    expect(await referencesOf(engine)).toEqual([
      "Tiny-Web reference 2.1 1",
      "github.com-Tiny-mux reference v1.0.0 1",
      "tiny-router reference 1.2.0 2",
    ]);
    const again = await engine.updateSources(app);
    expect(again!.sources.every(({ state }) => state === "unchanged")).toBe(true);
  });

  test("are out of a question to all repositories unless references are asked for", async () => {
    const engine = await engineListing("@tiny/*");
    const membersOf = async (includesReferences: boolean) =>
      (await engine.resolveScope({ kind: "global", repositories: [], includesReferences }, app)).map(
        (one) => one.name,
      );
    expect(await membersOf(false)).toEqual(["app"]);
    expect(await membersOf(true)).toContain("tiny-router");
    const scope = await engine.resolveScope({ kind: "boundary-aware", repositories: [app] }, app);
    expect(scope.map(({ name }) => name)).toContain("tiny-router");
  });

  test("a new version replaces the old one, and what is listed no more is forgotten", async () => {
    routerAt("1.3.0");
    tree.write({ "package-lock.json": lockOf("1.3.0") });
    const engine = await engineListing("@tiny/router");
    await engine.update(app);
    const report = await engine.updateSources(app);
    expect(report!.sources.map(({ state, version }) => [state, version])).toEqual([["indexed", "1.3.0"]]);
    expect(report!.forgotten).toEqual(["Tiny-Web", "github.com-Tiny-mux"]);
    expect(await referencesOf(engine)).toEqual(["tiny-router reference 1.3.0 2"]);
    const off = await engineListing("");
    expect((await off.updateSources(app))!.forgotten).toEqual(["tiny-router"]);
    expect((await off.catalog()).map(({ name }) => name)).toEqual(["app"]);
  });

  test("a link that leads out of the tree and what is not installed are said, and nothing is read there", async () => {
    const engine = await engineListing("evil,gone");
    const report = await engine.updateSources(app);
    expect(report!.sources.map(({ package: name, state, note }) => [name, state, note])).toEqual([
      ["evil", "missing", "node_modules/evil is a link that leads out of the tree"],
      ["gone", "missing", "it is not installed where its package manager puts it"],
    ]);
    expect((await engine.catalog()).map(({ path }) => path)).not.toContain(secrets);
  });

  test("a reference that two repositories need stays until neither does", async () => {
    const second = scratch.folder("second").repository({
      "go.mod": "module example.com/second\n\nrequire github.com/Tiny/mux v1.0.0\n",
      "main.go": "package main\n",
    }).path;
    const engine = await engineListing("github.com/Tiny/mux");
    await engine.update(second);
    await engine.updateSources(app);
    await engine.updateSources(second);
    rmSync(scratch.join("app/go.mod"));
    await engine.update(app);
    expect((await engine.updateSources(app))!.forgotten).toEqual([]);
    expect((await engine.catalog()).find(({ dependency }) => dependency)!.dependency!.of).toEqual([second]);
  });
});
