/** Small projects with the edges that the compiler must find in each; read by project.test.ts. */

export interface Case {
  name: string;
  files: string;
  edges?: string[];
  /** Parts of lines that must not appear. */
  absent?: string[];
}

export const CASES: readonly Case[] = [
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
    name: "a broken tsconfig costs the paths of its own package alone",
    files: `
//- tsconfig.json
{ "compilerOptions": { "strict": true } }
//- packages/broken/tsconfig.json
<<<<<<< HEAD
//- packages/broken/src/help.ts
export function help() {}
//- packages/broken/src/main.ts
import { help } from "~/help";
import { help as near } from "./help";
export function main() { help(); }
export function other() { near(); }
//- packages/whole/tsconfig.json
{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["./src/*"] } } }
//- packages/whole/src/help.ts
export function help() {}
//- packages/whole/src/main.ts
import { help } from "~/help";
export function main() { help(); }
`,
    edges: [
      "packages/whole/src/main.ts#main calls packages/whole/src/help.ts#help @2",
      "packages/broken/src/main.ts#other calls packages/broken/src/help.ts#help @4",
    ],
    absent: [
      "packages/broken/src/main.ts#main calls",
      "packages/whole/src/main.ts#main calls packages/broken",
    ],
  },
  {
    name: "a tsconfig that extends itself, or what is no file, costs its package alone",
    files: `
//- a/tsconfig.json
{ "extends": "./tsconfig.json", "references": [{ "path": "./nothing" }, { "path": 7 }, null] }
//- a/one.ts
export function one() { two(); }
function two() {}
//- b/tsconfig.json
[1, 2]
//- b/one.ts
import { one } from "../a/one";
export function three() { one(); }
`,
    edges: ["a/one.ts#one calls a/one.ts#two @1", "b/one.ts#three calls a/one.ts#one @2"],
  },
  {
    name: "a solution file leads to the projects beside it, and projects to each other",
    files: `
//- app/tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "../lib" }] }
//- app/tsconfig.app.json
{ "compilerOptions": { "composite": true, "paths": { "@/*": ["./src/*"], "lib/*": ["../lib/src/*"] } } }
//- app/src/view.ts
export function view() {}
//- app/src/main.ts
import { view } from "@/view";
import { read } from "lib/read";
export function main() { view(); read(); }
//- lib/tsconfig.json
{ "compilerOptions": { "composite": true, "paths": { "@/*": ["./src/*"] } } }
//- lib/src/view.ts
export function view() {}
//- lib/src/read.ts
import { view } from "@/view";
export function read() { view(); }
`,
    edges: [
      "app/src/main.ts#main calls app/src/view.ts#view @3",
      "app/src/main.ts#main calls lib/src/read.ts#read @3",
      "lib/src/read.ts#read calls lib/src/view.ts#view @2",
    ],
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
