import { expect, it } from "vitest";
import { IncrementalView } from "./incremental.ts";
import { edgeTexts, extractFacts, linkProject, type Project } from "./read-fixture.ts";

const edgesOf = async (files: Record<string, string>) =>
  edgeTexts(await linkProject(new Map(Object.entries(files))));

it("three barrels that pass each other on end, and names are found through any of them", async () => {
  const edges = await edgesOf({
    "a.ts": `export * from "./b";\nexport function inA() {}`,
    "b.ts": `export * from "./c";\nexport function inB() {}`,
    "c.ts": `export * from "./a";\nexport function inC() {}`,
    "use.ts": `import { inA, inB, inC, inNone } from "./b";
export function use() { inA(); inB(); inC(); inNone(); }`,
  });
  expect(edges).toContain("use.ts#use calls a.ts#inA");
  expect(edges).toContain("use.ts#use calls b.ts#inB");
  expect(edges).toContain("use.ts#use calls c.ts#inC");
  expect(edges.filter((edge) => edge.includes("inNone"))).toEqual([]);
});

it("types that extend each other end", async () => {
  const edges = await edgesOf({
    "a.ts": `import { B } from "./b";\nexport class A extends B { go() { this.missing(); this.own(); } }`,
    "b.ts": `import { C } from "./c";\nexport class B extends C { own() {} }`,
    "c.ts": `import { A } from "./a";\nexport class C extends A {}`,
  });
  expect(edges).toContain("a.ts#A.go calls b.ts#B.own");
  expect(edges.some((edge) => edge.includes("missing"))).toBe(false);
});

it("types that are looked for inside themselves end, whichever file is linked first", async () => {
  const files = {
    "a.ts": `import { B } from "./b";\nexport class A extends B.Inner { go() { this.missing(); } }
export class Self extends Self.Inner {}`,
    "b.ts": `import { A } from "./a";\nexport class B extends A.Other { run() { this.go(); } }`,
    "u.ts": `import { B } from "./b";\nimport { A } from "./a";\nexport function u(a: A, b: B) { b.run(); a.go(); b.go(); }`,
  };
  const edges = await edgesOf(files);
  expect(edges).toContain("u.ts#u calls b.ts#B.run");
  expect(edges).toContain("u.ts#u calls a.ts#A.go");
  expect(await edgesOf(Object.fromEntries(Object.entries(files).reverse()))).toEqual(edges);
});

it("Rust modules that use each other end", async () => {
  const edges = await edgesOf({
    "Cargo.toml": `[package]\nname = "x"`,
    "src/lib.rs": `pub mod a;\npub mod b;\npub use a::*;\npub use b::*;`,
    "src/a.rs": `use crate::b::*;\npub use crate::b::there;\npub fn here() { there(); nowhere(); }`,
    "src/b.rs": `use crate::a::*;\npub use crate::a::missing;\npub fn there() { here(); }`,
  });
  expect(edges).toContain("src/a.rs#here calls src/b.rs#there");
  expect(edges).toContain("src/b.rs#there calls src/a.rs#here");
  expect(edges.some((edge) => edge.includes("nowhere"))).toBe(false);
});

it("10,000 callers of one function each have their edge, and one more leaves them alone", async () => {
  const files: Project = new Map([["util.ts", `export function util() {}`]]);
  const perFile = 100;
  for (let at = 0; at < 100; at++) {
    const callers = Array.from({ length: perFile }, (_, n) => `export function f${n}() { util(); }`);
    files.set(`c${at}.ts`, `import { util } from "./util";\n${callers.join("\n")}`);
  }
  const view = new IncrementalView();
  await view.update(files);
  const into = edgeTexts(view.links).filter((edge) => edge.endsWith("calls util.ts#util"));
  expect(into.length).toBe(10_000);
  files.set("util.ts", `export function util() { return 1; }\nexport function second() {}`);
  expect(await view.update(files)).toEqual(["util.ts"]);
});

it("50 overloads are one TypeScript function: calls point at the first", async () => {
  const overloads = Array.from({ length: 50 }, (_, n) => `export function many(x: "v${n}"): number;`);
  const edges = await edgesOf({
    "many.ts": `${overloads.join("\n")}\nexport function many(x: string) { return x.length; }`,
    "use.ts": `import { many } from "./many";\nexport const n = () => many("v7");`,
  });
  expect(edges.filter((edge) => edge.startsWith("use.ts#n calls"))).toEqual(["use.ts#n calls many.ts#many"]);
});

it("50 overloads in Java are 50 methods: which is called is a guess and says so", async () => {
  const overloads = Array.from({ length: 50 }, (_, n) => `  static void many(T${n} x) {}`);
  const edges = await edgesOf({
    "p/Many.java": `package p;\nclass Many {\n${overloads.join("\n")}\n}`,
    "p/Use.java": `package p;\nclass Use { void go() { Many.many(null); } }`,
  });
  expect(edges.filter((edge) => edge.startsWith("p/Use.java#Use.go calls"))).toEqual([
    "p/Use.java#Use.go calls p/Many.java#Many.many heuristic",
  ]);
});

it("a deleted target leaves no edge, and its return brings the edge back", async () => {
  const files: Project = new Map([
    ["t.ts", `export function t() {}`],
    ["u.ts", `import { t } from "./t";\nexport function u() { t(); }`],
  ]);
  const view = new IncrementalView();
  await view.update(files);
  expect(edgeTexts(view.links)).toContain("u.ts#u calls t.ts#t");
  files.delete("t.ts");
  await view.update(files);
  expect(edgeTexts(view.links)).toEqual([]);
  files.set("t.ts", `export function t() {}`);
  expect(await view.update(files)).toEqual(["t.ts", "u.ts"]);
  expect(edgeTexts(view.links)).toContain("u.ts#u calls t.ts#t");
});

it("a file that stops parsing keeps the edges of its intact parts", async () => {
  const links = await linkProject(
    new Map([
      ["t.ts", `export function t() {}`],
      ["u.ts", `import { t } from "./t";\nexport function good() { t(); }\nexport function bad( { t(; }}}`],
    ]),
  );
  const edges = edgeTexts(links);
  expect(edges).toContain("u.ts imports t.ts");
  expect(edges).toContain("u.ts#good calls t.ts#t");
});

it("a name with several candidates is no edge but a count", async () => {
  const links = await linkProject(
    new Map([
      ["a.ts", `export class A { launch() {} }\nexport class B { launch() {} }`],
      ["u.ts", `export function u(x: any) { x.launch(); x.toString(); x.nowhere(); }`],
    ]),
  );
  expect(edgeTexts(links)).toEqual([]);
  expect(links.get("u.ts")!.unresolved).toEqual([{ name: "launch", from: "u.ts#u", line: 1, candidates: 2 }]);
});

it("uses of which nothing is known are told from uses that mean something else", async () => {
  const links = await linkProject(
    new Map([
      ["a.ts", `export class A { get() {} }`],
      [
        "u.ts",
        `import { A } from "./a";\nimport { Far } from "far";\nexport function u(x: any, far: Far, a: A) { x.get(); far.get(); a.get(); }`,
      ],
    ]),
  );
  const facts = await extractFacts(
    "u.ts",
    `import { A } from "./a";\nimport { Far } from "far";\nexport function u(x: any, far: Far, a: A) { x.get(); far.get(); a.get(); }`,
  );
  expect(links.get("u.ts")!.unknown.map((ordinal) => facts!.references[ordinal]!.receiver)).toEqual(["x"]);
});

it("configuration cannot lead outside of the root", async () => {
  const edges = await edgesOf({
    "tsconfig.json": `{ "extends": "../../evil.json", "compilerOptions": { "baseUrl": "..", "paths": { "*": ["../../*"] } } }`,
    "package.json": `{ "name": "p", "main": "../../../etc/passwd", "exports": { ".": "../../x.js" }, "imports": { "#x": "../y.ts" } }`,
    "u.ts": `import { x } from "x";\nimport { y } from "#x";\nimport p from "p";\nx(); y(); p();`,
  });
  expect(edges).toEqual([]);
});
