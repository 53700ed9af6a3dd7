import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FileLinks } from "../../core/edges.ts";
import { TempFolder } from "../../testing/git-fixture.ts";
import { WrittenView } from "../../testing/written-view.ts";
import { openRoot } from "../../workspace/path-jail.ts";
import { Project } from "./project.ts";
import { symbolRowsOf } from "./symbol-table.ts";
import { readThroughJail } from "./view-files.ts";

let folder: TempFolder;
let view: WrittenView;
let project: Project;
let sent: Map<string, string>;

beforeEach(() => {
  folder = new TempFolder("clew-project");
  view = new WrittenView(folder.path);
  project = new Project(readThroughJail(openRoot(folder.path)));
  sent = new Map();
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

/** Tells the project what differs since the last call and computes what it says is touched. */
function compute(wanted: readonly string[] | "all" = "all"): Map<string, FileLinks> {
  const changed = [...view.files.values()].filter(({ path, hash }) => sent.get(path) !== hash);
  const removed = [...sent.keys()].filter((path) => !view.files.has(path));
  project.update({
    changed: changed.map(({ path, hash, facts }) => ({
      path,
      hash,
      rows: symbolRowsOf(facts?.symbols ?? []),
    })),
    removed,
  });
  for (const { path, hash } of changed) sent.set(path, hash);
  for (const path of removed) sent.delete(path);
  const links = new Map<string, FileLinks>();
  for (const path of project.plan(wanted)) {
    const result = project.analyse(path);
    if ("links" in result) links.set(path, result.links);
  }
  return links;
}

/** `from kind to @lines`, of all files. */
function edgesOf(links: Map<string, FileLinks>): string[] {
  return [...links.values()].flatMap(({ edges }) =>
    edges.map(({ from, kind, to, lines }) => `${from} ${kind} ${to} @${lines.join(",")}`),
  );
}

interface Case {
  name: string;
  files: string;
  edges?: string[];
  /** Parts of lines that must not appear. */
  absent?: string[];
}

const CASES: Case[] = [
  {
    name: "a call through a barrel with a new name reaches the definition",
    files: `
//- src/a.ts
export function run(): void {}
//- src/index.ts
export { run as start } from "./a";
//- src/main.ts
import { start as go } from "./index.js";
export function main() { go(); }
`,
    edges: [
      "src/main.ts#main calls src/a.ts#run @2",
      "src/main.ts imports src/a.ts#run @1",
      "src/main.ts imports src/index.ts @1",
      "src/index.ts imports src/a.ts#run @1",
    ],
  },
  {
    name: "a stub that declares a module does not stand for the package of that name",
    files: `
//- packages/shop/package.json
{ "name": "@acme/shop", "main": "src/index.ts" }
//- packages/shop/src/index.ts
export function order(): void {}
//- packages/lint/fixtures/stubs.d.ts
declare module "@acme/shop" {
  export function order(): void
}
declare module "outside" {
  export function far(): void
}
//- app/main.ts
import { order } from "@acme/shop";
import { far } from "outside";
export function main() { order(); far(); }
`,
    edges: [
      "app/main.ts#main calls packages/shop/src/index.ts#order @3",
      "app/main.ts#main calls packages/lint/fixtures/stubs.d.ts#outside.far @3",
    ],
    absent: ["stubs.d.ts#@acme/shop.order @3"],
  },
  {
    name: "the receiver's type decides between methods of one name",
    files: `
//- a.ts
export class A { save() {} }
export class B { save() {} }
export function make(): B { return new B(); }
//- b.ts
import { make, type A } from "./a";
export function one(a: A) { a.save(); }
export function two() { const it = make(); it.save(); }
`,
    edges: ["b.ts#one calls a.ts#A.save @2", "b.ts#two calls a.ts#B.save @3"],
    absent: ["b.ts#one calls a.ts#B.save", "b.ts#two calls a.ts#A.save"],
  },
  {
    name: "classes, interfaces, overridden members and inherited constructors",
    files: `
//- a.ts
export interface Store { get(key: string): string; }
export class Base { constructor(readonly size: number) {} close() {} }
//- b.ts
import { Base, type Store } from "./a";
export class Memory extends Base implements Store {
  get(key: string) { return key; }
  override close() { super.close(); }
}
export const memory = new Memory(1);
export const store: Store = { get: (key) => key };
`,
    edges: [
      "b.ts#Memory inherits a.ts#Base @2",
      "b.ts#Memory implements a.ts#Store @2",
      "b.ts#Memory.get overrides a.ts#Store.get @3",
      "b.ts#Memory.close overrides a.ts#Base.close @4",
      "b.ts#Memory.close calls a.ts#Base.close @4",
      "b.ts#memory calls b.ts#Memory @6",
      "b.ts#memory calls a.ts#Base.constructor @6",
      "b.ts#store.get overrides a.ts#Store.get @7",
    ],
  },
  {
    name: "a local shadows an import",
    files: `
//- a.ts
export function run() {}
//- b.ts
import { run } from "./a";
export function one(run: () => void) { run(); }
export function two() { run(); }
`,
    edges: ["b.ts#two calls a.ts#run @3"],
    absent: ["b.ts#one calls"],
  },
  {
    name: "overloads are named by their first declaration",
    files: `
//- a.ts
export function f(a: string): string;
export function f(a: number): number;
export function f(a: unknown) { return a; }
//- b.ts
import { f } from "./a";
export const x = f(1);
`,
    edges: ["b.ts#x calls a.ts#f @2"],
    absent: ["a.ts#f~1 @2", "a.ts#f~2 @2"],
  },
  {
    name: "a name that is a type and a value means what its place asks for",
    files: `
//- a.ts
export interface Shape { side: number }
export const Shape = { make: (): Shape => ({ side: 1 }) };
//- b.ts
import { Shape } from "./a";
export function size(shape: Shape) { return shape.side; }
export const one = Shape.make();
`,
    edges: [
      "b.ts#size references a.ts#Shape @2",
      "b.ts#size references a.ts#Shape.side @2",
      "b.ts#one references a.ts#Shape~1 @3",
      "b.ts#one calls a.ts#Shape.make @3",
    ],
  },
  {
    name: "a component, its props and who renders it",
    files: `
//- button.tsx
export interface ButtonProps { label: string }
export function Button(props: ButtonProps) { return <b>{props.label}</b>; }
//- app.tsx
import { Button } from "./button";
export const App = () => <div><Button label="x"></Button></div>;
`,
    edges: [
      "app.tsx#App calls button.tsx#Button @2",
      "button.tsx#Button accepts button.tsx#ButtonProps @2",
      "app.tsx#App references button.tsx#ButtonProps.label @2",
    ],
  },
  {
    name: "tsconfig paths, per folder, through extends",
    files: `
//- tsconfig.base.json
{ /* shared */ "compilerOptions": { "paths": { "@lib/*": ["./lib/src/*"] } } }
//- app/tsconfig.json
{ "extends": "../tsconfig.base" }
//- app/main.ts
import { hi } from "@lib/hi";
export const x = hi();
//- other/main.ts
import { hi } from "@lib/hi";
export const x = hi();
//- lib/src/hi.ts
export const hi = () => 1;
`,
    edges: ["app/main.ts#x calls lib/src/hi.ts#hi @2"],
    absent: ["other/main.ts#x calls"],
  },
  {
    name: "packages of the repository lead to their sources without an install",
    files: `
//- package.json
{ "name": "@me/core", "private": true }
//- packages/core/package.json
{ "name": "@me/core", "main": "dist/index.js", "exports": { ".": "./dist/index.js", "./sub": { "import": "./dist/sub.mjs" } } }
//- packages/core/src/index.ts
export function top() {}
//- packages/core/src/sub.ts
export function sub() {}
//- packages/app/main.ts
import { top } from "@me/core";
import { sub } from "@me/core/sub";
import { gone } from "not-installed";
export function main() { top(); sub(); gone(); }
`,
    edges: [
      "packages/app/main.ts#main calls packages/core/src/index.ts#top @4",
      "packages/app/main.ts#main calls packages/core/src/sub.ts#sub @4",
    ],
  },
  {
    name: "destructured, quoted and expected properties are uses of the property",
    files: `
//- a.ts
export interface Options { verbose: boolean; depth: number }
export function go(options: Options) { const { depth } = options; return depth + Number(options["verbose"]); }
//- b.ts
import { go } from "./a";
export const x = go({ verbose: true, depth: 1 });
`,
    edges: [
      "a.ts#go references a.ts#Options.depth @2",
      "a.ts#go references a.ts#Options.verbose @2",
      "b.ts#x references a.ts#Options.verbose @2",
      "b.ts#x references a.ts#Options.depth @2",
    ],
  },
  {
    name: "default exports, namespaces, dynamic imports, decorators, tags",
    files: `
//- a.ts
export default function () { return 1; }
export function tag(parts: TemplateStringsArray) { return parts; }
export function mark(target: unknown) { return target; }
//- b.ts
import one from "./a";
import * as all from "./a";
export const x = one();
export const y = all.tag\`z\`;
@all.mark export class C {}
export async function later() { return (await import("./a")).tag\`q\`; }
`,
    edges: [
      "b.ts#x calls a.ts#default @3",
      "b.ts#y calls a.ts#tag @4",
      "b.ts#C calls a.ts#mark @5",
      "b.ts#later calls a.ts#tag @6",
    ],
  },
  {
    name: "JavaScript with types in comments and require",
    files: `
//- a.js
class Cart { total() { return 1; } }
module.exports = { Cart };
//- b.js
const { Cart } = require("./a");
/** @param {import("./a").Cart} cart */
function pay(cart) { return cart.total(); }
exports.pay = pay;
`,
    edges: ["b.js#pay calls a.js#Cart.total @3", "b.js imports a.js @1,2"],
  },
];

describe("edges of the compiler", () => {
  test.each(CASES)("$name", async ({ files, edges = [], absent = [] }) => {
    await view.writeAll(files);
    const found = edgesOf(compute());
    expect(found).toEqual(expect.arrayContaining(edges));
    for (const part of absent) expect(found.filter((line) => line.includes(part))).toEqual([]);
  });

  test("a method called on an unknown value is counted with its candidates, not linked", async () => {
    await view.writeAll(`
//- a.ts
export class A { persist() {} }
export class B { persist() {} }
//- b.ts
export function f(x: any) { x.persist(); }
`);
    const links = compute();
    expect(links.get("b.ts")?.edges).toEqual([]);
    expect(links.get("b.ts")?.unresolved).toEqual([
      { name: "persist", from: "b.ts#f", line: 1, candidates: 2 },
    ]);
  });

  test("a file that changed on disk since the view is left out", async () => {
    await view.write("a.ts", "export function f() {}\n");
    await view.write("b.ts", 'import { f } from "./a";\nf();\n');
    writeFileSync(folder.join("b.ts"), 'import { f } from "./a";\n\n\nf();\n');
    expect([...compute().keys()]).toEqual(["a.ts"]);
  });

  test("is read again when it is the view's once more", async () => {
    const text = 'import { f } from "./a";\nf();\n';
    await view.writeAll(`\n//- a.ts\nexport function f() {}\n//- b.ts\n${text}`);
    const shown = readFileSync(folder.join("b.ts"));
    writeFileSync(folder.join("b.ts"), "export {};\n");
    expect([...compute().keys()]).toEqual(["a.ts"]);
    expect([...compute(["b.ts"]).keys()]).not.toContain("b.ts");
    writeFileSync(folder.join("b.ts"), shown);
    expect(edgesOf(compute(["b.ts"]))).toContain("b.ts calls a.ts#f @2");
  });
});

describe("after a change", () => {
  const FILES = `
//- a.ts
export function f() { return 1; }
//- b.ts
import { f } from "./a";
export const g = () => f();
//- c.ts
import { g } from "./b";
g();
//- d.ts
export const alone = 1;
`;

  interface Change {
    name: string;
    edit: () => Promise<void> | void;
    recomputed: string[];
  }
  const changes: Change[] = [
    { name: "of nothing", edit: () => {}, recomputed: [] },
    {
      name: "inside a body, only that file is computed",
      edit: () => view.write("a.ts", "export function f() {\n  return 1 + 1;\n}\n"),
      recomputed: ["a.ts"],
    },
    {
      name: "that adds what nobody else can see, only that file is computed",
      edit: () =>
        view.write("a.ts", "export function f() { return hidden(); }\nfunction hidden() { return 1; }\n"),
      recomputed: ["a.ts"],
    },
    {
      name: "of an inferred type, its importers are computed too",
      edit: () => view.write("a.ts", 'export function f() { return "x"; }\n'),
      recomputed: ["a.ts", "b.ts", "c.ts"],
    },
    {
      name: "of a name, its importers are computed too",
      edit: () => view.write("a.ts", "export function f2() { return 1; }\n"),
      recomputed: ["a.ts", "b.ts", "c.ts"],
    },
    { name: "that removes a file", edit: () => view.remove("a.ts"), recomputed: ["b.ts", "c.ts"] },
    {
      name: "that adds a file nobody imports",
      edit: () => view.write("e.ts", "export const e = 1;\n"),
      recomputed: ["e.ts"],
    },
    {
      name: "of a tsconfig, everything is computed",
      edit: () => view.write("tsconfig.json", "{}\n"),
      recomputed: ["a.ts", "b.ts", "c.ts", "d.ts"],
    },
    {
      name: "of a global declaration, everything is computed",
      edit: () => view.write("globals.d.ts", "declare const VERSION: string;\n"),
      recomputed: ["a.ts", "b.ts", "c.ts", "d.ts", "globals.d.ts"],
    },
  ];

  test.each(changes)("$name", async ({ edit, recomputed }) => {
    await view.writeAll(FILES);
    compute();
    await edit();
    expect([...compute([]).keys()]).toEqual(recomputed);
  });

  test.each(changes)("$name: the result equals a fresh computation", async ({ edit }) => {
    await view.writeAll(FILES);
    const links = compute();
    await edit();
    for (const [path, now] of compute([])) links.set(path, now);
    for (const path of [...links.keys()]) if (!view.files.has(path)) links.delete(path);
    project = new Project(readThroughJail(openRoot(folder.path)));
    sent = new Map();
    const byPath = (map: Map<string, FileLinks>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(byPath(links)).toEqual(byPath(compute()));
  });
});
