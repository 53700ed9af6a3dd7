/** A language is one folder: here it is, and questions are answered through it. Nothing else is written by hand. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const project = resolve(import.meta.dirname, "../../..");
const scratch = mkdtempSync(join(tmpdir(), "clew-extending-"));
const copy = join(scratch, "clew");
const tree = join(scratch, "kitchen");

function run(file: string, args: readonly string[], cwd = copy): string {
  const env = { ...process.env, CLEW_HOME: join(scratch, "home") };
  return execFileSync(process.execPath, [join(copy, file), ...args], { cwd, env, encoding: "utf8" });
}

beforeAll(() => {
  for (const part of [
    "src",
    "scripts",
    "docs",
    "ARCHITECTURE.md",
    "package.json",
    "tsconfig.json",
    "tsdown.config.ts",
  ])
    cpSync(join(project, part), join(copy, part), { recursive: true });
  for (const part of ["node_modules", "model"]) symlinkSync(join(project, part), join(copy, part));
  cpSync(join(import.meta.dirname, "fixtures/recipe"), join(copy, "src/languages/recipe"), {
    recursive: true,
  });
  run("scripts/generate.mjs", []);
  run("node_modules/tsdown/dist/run.mjs", ["--logLevel", "error"]);
  run("scripts/build-vocabulary.mjs", []);
  mkdirSync(tree);
  writeFileSync(join(tree, "dough.recipe"), "function kneadDough(flour)\n  return flour\nend\n");
  writeFileSync(
    join(tree, "pizza.recipe"),
    'require("dough")\n\nfunction bakePizza(oven)\n  return kneadDough(oven)\nend\n',
  );
  run("dist/cli.js", ["index"], tree);
}, 180_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it("outside of its folder only the generated registry changes", () => {
  const changed = readdirSync(join(project, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .filter((path) => !readFileSync(join(copy, path)).equals(readFileSync(join(project, path))));
  expect(changed).toEqual(["src/languages/registry.gen.ts"]);
});

it("a symbol is found, with the call that comes through an import", () => {
  const answer = run("dist/cli.js", ["symbol", "kneadDough"], tree);
  expect(answer).toContain("dough.recipe");
  expect(run("dist/cli.js", ["trace", "kneadDough"], tree)).toContain("pizza.recipe");
});

it("search finds files of the language, by its alias too", () => {
  expect(run("dist/cli.js", ["search", "bake pizza lang:rcp"], tree)).toContain("pizza.recipe");
});
