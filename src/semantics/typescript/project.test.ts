import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FileLinks } from "../../core/edges.ts";
import { TempFolder } from "../../testing/git-fixture.ts";
import { WrittenView } from "../../testing/written-view.ts";
import { openRoot } from "../../workspace/path-jail.ts";
import { Project } from "./project.ts";
import { CASES } from "./project-cases.ts";
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
