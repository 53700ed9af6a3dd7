/** A process that stays keeps links of compiler grade as the tree is, beside its questions. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RelPath } from "../../src/core/rel-path.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { roslynProgram } from "../../src/semantics/roslyn/provider.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { writeTreeFile } from "../random-tree.ts";

let folder: TempFolder;
let engine: Engine;
let root: string;

beforeEach(() => {
  folder = new TempFolder("clew-warm");
  root = folder.join("tree");
  writeTreeFile(root, "a.ts", "export function run() { return 1; }\n");
  writeTreeFile(root, "b.ts", 'import { run } from "./a";\nexport function go() { return run(); }\n');
});
afterEach(async () => {
  await engine.close();
  rmSync(folder.path, { recursive: true, force: true });
});

async function open(options: { beginAfterMs: number; env?: NodeJS.ProcessEnv }): Promise<void> {
  const { beginAfterMs, env } = options;
  engine = await openEngine({
    home: folder.join("home"),
    env: { ...process.env, ...env },
    isWatching: true,
    warmsSemantics: { lookAfterMs: 0, beginAfterMs },
  });
}

async function makerOf(path: string): Promise<string> {
  const [links] = await engine.readView(root, ({ reader }) => reader.linksOf([path as RelPath]), {
    isStaleAllowed: true,
  });
  return `${links?.refinedBy?.provider ?? "rules"}: ${links?.edges
    .filter(({ kind }) => kind === "calls")
    .map(({ to }) => to)
    .join(" ")}`;
}

const soon = { timeout: 20_000, interval: 100 };
/** Two processes come up one after the other. */
const late = { timeout: 120_000, interval: 200 };

test("an edit is exact again without a question", async () => {
  await open({ beginAfterMs: 0 });
  await engine.update(root);
  await expect.poll(() => makerOf("b.ts"), soon).toBe("typescript: a.ts#run");
  writeTreeFile(root, "a.ts", "export function run() { return 1; }\nexport function stop() { return 2; }\n");
  writeTreeFile(root, "b.ts", 'import { stop } from "./a";\nexport function go() { return stop(); }\n');
  await expect.poll(() => makerOf("b.ts"), soon).toBe("typescript: a.ts#stop");
}, 60_000);

const csharp = roslynProgram();
if (typeof csharp === "string") console.log(`C# is not kept warm here: ${csharp}`);

test.skipIf(typeof csharp === "string")(
  "C# is kept exact in the same way, over the borders of its projects",
  async () => {
    const project = (references: string) =>
      `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup>${references}</ItemGroup></Project>\n`;
    writeTreeFile(root, "lib/lib.csproj", project(""));
    writeTreeFile(
      root,
      "lib/Lib.cs",
      "public class Lib { public void Run(int n) {} public void Run(string s) {} }\n",
    );
    writeTreeFile(root, "app/app.csproj", project('<ProjectReference Include="../lib/lib.csproj" />'));
    writeTreeFile(root, "app/App.cs", "public class App { void Go() => new Lib().Run(1); }\n");
    await open({ beginAfterMs: 0 });
    await engine.update(root);
    await expect.poll(() => makerOf("app/App.cs"), late).toBe("roslyn: lib/Lib.cs#Lib lib/Lib.cs#Lib.Run");
    writeTreeFile(root, "app/App.cs", 'public class App { void Go() => new Lib().Run(""); }\n');
    await expect.poll(() => makerOf("app/App.cs"), late).toBe("roslyn: lib/Lib.cs#Lib lib/Lib.cs#Lib.Run~1");
    // Who uses what changed is looked at again, though it was not touched.
    writeTreeFile(
      root,
      "lib/Lib.cs",
      "public class Lib { public void Run(string s) {} public void Run(int n) {} }\n",
    );
    await expect.poll(() => makerOf("app/App.cs"), late).toBe("roslyn: lib/Lib.cs#Lib lib/Lib.cs#Lib.Run");
  },
  400_000,
);

test("a tree that no compiler has seen is begun with after a while alone; one that was seen is kept", async () => {
  await open({ beginAfterMs: 1e9 });
  await engine.update(root);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await makerOf("b.ts")).toBe("rules: a.ts#run");
  await engine.refine(root);
  writeTreeFile(root, "b.ts", 'import { run } from "./a";\nexport function go() { return run() + 1; }\n');
  await engine.update(root);
  await expect.poll(() => makerOf("b.ts"), soon).toBe("typescript: a.ts#run");
}, 60_000);

test.each(["off", "on-demand"])(
  "nothing is begun with when `semantics` is %s",
  async (semantics) => {
    await open({ beginAfterMs: 0, env: { CLEW_SEMANTICS: semantics } });
    await engine.update(root);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await makerOf("b.ts")).toBe("rules: a.ts#run");
    if (semantics === "off")
      await expect(engine.refine(root)).rejects.toMatchObject({ code: "SEMANTICS_OFF" });
    else expect((await engine.refine(root)).refined).toBe(2);
  },
  60_000,
);

test("a larger tree than the setting allows is left to whoever asks for it", async () => {
  await open({ beginAfterMs: 0, env: { CLEW_SEMANTICS_MAX_FILES: "1" } });
  await engine.update(root);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await makerOf("b.ts")).toBe("rules: a.ts#run");
}, 60_000);

test("the generation that the compiler made is of the same tree: no question scans for it", async () => {
  await open({ beginAfterMs: 0 });
  await engine.update(root);
  await expect.poll(() => makerOf("b.ts"), soon).toBe("typescript: a.ts#run");
  const isByWatching = () => engine.readView(root, async (view) => view.isByWatching);
  await isByWatching();
  const { generation } = await engine.readView(root, async (view) => view.info);
  expect(await isByWatching()).toBe(true);
  expect(await engine.readView(root, async (view) => view.info.generation)).toBe(generation);
}, 60_000);
