import fc from "fast-check";
import { expect, it } from "vitest";
import { IncrementalView, linkFromScratch } from "./incremental.ts";
import type { Project } from "./read-fixture.ts";

/** For each path, versions of the file that a random edit may choose from; null is "no such file". */
const VERSIONS: Record<string, (string | null)[]> = {
  "package.json": [`{ "name": "root" }`, `{ "name": "root", "imports": { "#a": "./src/a.ts" } }`, null],
  "tsconfig.json": [
    `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
    `{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }`,
    null,
  ],
  "lib/package.json": [`{ "name": "kit" }`, `{ "name": "kit", "main": "./b.ts" }`, null],
  "src/a.ts": [
    `export class A { run() { return this.stop(); } stop() {} }\nexport function make(): A { return new A(); }`,
    `export class A { run() {} }\nexport function make() { return 1; }`,
    `export { A, make } from "./b";`,
    `export * from "./b";\nexport * from "./c";`,
    `export class A { stop() {`,
    null,
  ],
  "src/b.ts": [
    `import { make } from "./a";\nexport class A { run(x: string) {} }\nexport function go() { make().run(); }`,
    `export * from "./c";\nexport function make() { return 2; }`,
    `export * from "./a";\nexport class B extends Object { only() {} }`,
    null,
  ],
  "src/c.ts": [
    `export interface Runner { run(): void }\nexport class A implements Runner { run() {} only() {} }`,
    `export * from "./a";\nexport const value = 1;`,
    `export class C { run() {} }`,
    null,
  ],
  "src/c/index.ts": [`export class A { run() {} deep() {} }`, null],
  "lib/a.ts": [`export class A { run() {} }\nexport function make(): A { return null!; }`, null],
  "lib/b.ts": [`export function fromMain() {}\nexport * from "./a";`, null],
  "lib/index.ts": [`export { make as kitMake } from "./a";`, `export function kitMake() {}`, null],
  "src/use.ts": [
    `import { A, make } from "@/a";\nimport { kitMake, fromMain } from "kit";\nimport * as hash from "#a";
import type { Runner } from "./c";
export function use(a: A, r: Runner, x: any) { a.run(); a.stop(); make().run(); kitMake(); fromMain(); hash.make(); r.run(); x.only(); x.deep(); }`,
    `import { A } from "./a";\nexport class D extends A { run() { super.run(); } }`,
    `export function use(x: any) { x.only(); }`,
  ],
  "shop/__init__.py": [`from .cart import Cart\nfrom .tax import *`, `from .tax import Cart`, "", null],
  "shop/cart.py": [
    `from .tax import rate\nclass Cart:\n    def add(self):\n        return rate()\n`,
    `class Base:\n    def add(self): ...\nclass Cart(Base):\n    pass\n`,
    null,
  ],
  "shop/tax.py": [
    `def rate():\n    return 1\n`,
    `class Cart:\n    def add(self): ...\ndef rate(): return 2\n`,
    null,
  ],
  "shop/tax/__init__.py": [`def rate():\n    return 3\n`, null],
  "app.py": [
    `from shop import Cart, rate\nimport shop.tax\n\ndef main(thing):\n    cart = Cart()\n    cart.add()\n    rate()\n    shop.tax.rate()\n    thing.add()\n`,
    `import shop\n\ndef main():\n    shop.Cart().add()\n`,
  ],
};

const PATHS = Object.keys(VERSIONS);

function apply(files: Project, path: string, version: number): void {
  const versions = VERSIONS[path]!;
  const source = versions[version % versions.length]!;
  if (source === null) files.delete(path);
  else files.set(path, source);
}

const edit = fc.tuple(fc.integer({ min: 0, max: PATHS.length - 1 }), fc.integer({ min: 0, max: 5 }));

it("any sequence of edits leaves the links that a fresh build makes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      async (updates) => {
        const files: Project = new Map();
        for (const path of PATHS) apply(files, path, 0);
        const view = new IncrementalView();
        await view.update(files);
        for (const edits of updates) {
          for (const [path, version] of edits) apply(files, PATHS[path]!, version);
          await view.update(files);
        }
        const fresh = await linkFromScratch(files);
        expect([...view.links.keys()].sort()).toEqual([...fresh.keys()].sort());
        for (const [path, links] of fresh) expect(view.links.get(path), path).toEqual(links);
      },
    ),
    { numRuns: 400, seed: 20_240_607 },
  );
});

it("links depend on the tree alone, not on the order in which files are linked", async () => {
  const files: Project = new Map();
  for (const path of PATHS) apply(files, path, 0);
  const reversed: Project = new Map([...files].reverse());
  const there = await linkFromScratch(files);
  const back = await linkFromScratch(reversed);
  for (const [path, links] of there) expect(back.get(path), path).toEqual(links);
});

it("a look-up that leaves no key is noticed: without dependencies nothing is linked again", async () => {
  const files: Project = new Map();
  for (const path of PATHS) apply(files, path, 0);
  const view = new IncrementalView();
  await view.update(files);
  for (const links of view.links.values()) links.dependencies = [];
  files.set("src/a.ts", `export const nothing = 1;`);
  await view.update(files);
  const fresh = await linkFromScratch(files);
  expect(view.links.get("src/use.ts")!.edges).not.toEqual(fresh.get("src/use.ts")!.edges);
});
