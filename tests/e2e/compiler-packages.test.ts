/** Why a package has no links of compiler grade is told, in another process too. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import type { ProviderDefinition } from "../../src/semantics/contract.ts";
import { roslyn } from "../../src/semantics/roslyn/provider.ts";
import { typescript } from "../../src/semantics/typescript/provider.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { packageLines } from "../../src/tools/package-lines.ts";
import { writeTreeFile } from "../random-tree.ts";

let folder: TempFolder;
let engine: Engine | null = null;
let root: string;

beforeEach(() => {
  folder = new TempFolder("clew-packages");
  root = folder.join("tree");
  for (const name of ["good", "broken"]) {
    writeTreeFile(root, `${name}/a.ts`, "export function run() { return 1; }\n");
    writeTreeFile(
      root,
      `${name}/b.ts`,
      'import { run } from "./a";\nexport function go() { return run(); }\n',
    );
  }
  writeTreeFile(root, "good/tsconfig.json", '{ "compilerOptions": { "strict": true } }\n');
  writeTreeFile(
    root,
    "broken/tsconfig.json",
    '{\n  "extends": "../../outside.json",\n  "compilerOptions": {{\n}\n',
  );
});
afterEach(async () => {
  await engine?.close();
  rmSync(folder.path, { recursive: true, force: true });
});

async function reopen(
  env: NodeJS.ProcessEnv = {},
  providers?: readonly ProviderDefinition[],
): Promise<Engine> {
  await engine?.close();
  engine = await openEngine({
    home: folder.join("home"),
    env: { ...process.env, ...env },
    ...(providers && { providers }),
  });
  return engine;
}

async function told(asked: Engine): Promise<string[]> {
  return (await asked.doctor(root)).compilers.flatMap((state) => packageLines(state));
}

test("a tsconfig that cannot be read is told with its package, and no other package pays for it", async () => {
  const first = await reopen();
  await first.update(root);
  expect(await told(first)).toEqual([
    "  broken: 0 of 2 files exact: no compiler was asked yet",
    "  good: 0 of 2 files exact: no compiler was asked yet",
  ]);
  await first.refine(root);
  const lines = await told(await reopen());
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^ {2}broken: 2 of 2 files exact: .*broken\/tsconfig\.json cannot be read from line 3: /,
  );
  expect(lines[0]).toContain("extends ../../outside.json, which is no file of the repository");
  // An update keeps what was said, and a mended file takes it back.
  const second = await reopen();
  writeTreeFile(root, "good/c.ts", "export const c = 1;\n");
  await second.update(root);
  expect(await told(second)).toEqual([
    "  good: 2 of 3 files exact: changed since the compiler was asked",
    ...lines,
  ]);
  writeTreeFile(root, "broken/tsconfig.json", "{}\n");
  await second.update(root);
  await second.refine(root);
  expect(await told(await reopen())).toEqual([]);
}, 60_000);

test("a setting that is off and a compiler that is not there are reasons", async () => {
  writeTreeFile(root, "cs/app.csproj", '<Project Sdk="Microsoft.NET.Sdk" />\n');
  writeTreeFile(root, "cs/App.cs", "public class App { }\n");
  const absent: ProviderDefinition = {
    ...roslyn,
    open: (limits) => ({ ...roslyn.open!(limits), ...isAbsent }),
  };
  const asked = await reopen({ CLEW_SEMANTICS: "off" }, [typescript, absent]);
  await asked.update(root);
  expect(await told(asked)).toEqual([
    "  broken: 0 of 2 files exact: the setting `semantics` is off",
    "  good: 0 of 2 files exact: the setting `semantics` is off",
    "  cs: 0 of 1 file exact: there is none here",
  ]);
});

const isAbsent = {
  speaksFor: () => false,
  whyNot: (path: string) => (path.endsWith(".cs") ? "there is none here" : null),
  isManifest: (path: string) => path.endsWith(".csproj"),
};

test("links that an older revision of a provider made are made again", async () => {
  const first = await reopen();
  await first.update(root);
  expect((await first.refine(root)).refined).toBe(4);
  expect((await first.refine(root)).refined).toBe(0);
  const newer = await reopen({}, [{ ...typescript, revision: "next" }]);
  await newer.update(root);
  expect((await newer.refine(root)).refined).toBe(4);
}, 60_000);
