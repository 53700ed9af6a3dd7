/** Every line of the table of edges and changes, held against what the engine really does with a tree. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Edge, EdgeKind } from "../src/core/edges.ts";
import type { RelPath } from "../src/core/rel-path.ts";
import { type Engine, openEngine } from "../src/engine/engine.ts";
import {
  EDGE_RULES,
  type EdgeChange,
  type PlannedEdge,
  ruleFor,
} from "../src/indexing/planner/edge-rules.ts";
import { writeTreeFile } from "./random-tree.ts";

let scratch: string;
let root: string;
let engine: Engine;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "clew-matrix-"));
  // One for all, so that the compiler is started once.
  engine = await openEngine({ home: join(scratch, "home") });
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});
beforeEach(() => {
  root = join(mkdtempSync(join(scratch, "case-")), "tree");
});

const TREE: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "shop" }\n',
  "tsconfig.json": '{ "compilerOptions": { "jsx": "react-jsx", "strict": true } }\n',
  "target.ts":
    "export interface Props {\n  title: string;\n}\nexport interface Base {\n  run(): number;\n}\nexport class Parent {\n  run() {\n    return 1;\n  }\n}\nexport function price() {\n  return 1;\n}\nexport const rate = 2;\n",
  "source.ts":
    'import { type Base, Parent, price, rate } from "./target";\nexport class Child extends Parent implements Base {\n  override run() {\n    return price() + rate;\n  }\n}\n',
  "card.tsx":
    'import type { Props } from "./target";\nexport function Card({ title }: Props) {\n  return <b>{title}</b>;\n}\n',
  "other.ts": "export const apart = 1;\n",
  "deep.ts": "export const deep = () => 1;\n",
  "barrel.ts": 'export * from "./deep";\n',
  "user.ts": 'import { deep } from "./barrel";\nexport function use() {\n  return deep();\n}\n',
};

/** One line of the seed's matrix: an edit, the edges it is about, and what must be true of them afterwards. */
interface Line {
  name: string;
  edge: PlannedEdge;
  change: EdgeChange;
  /** The file whose edges are looked at. */
  of: string;
  edit: Record<string, string | null>;
  /** What no edge leads to afterwards. */
  gone?: string;
  /** `from kind to` afterwards, in the file of the edges, whatever its new name. */
  after: string[];
}

const replaced = (path: string, from: string, to: string) => ({ [path]: TREE[path]!.replace(from, to) });

const LINES: Line[] = [
  {
    name: "calls: the text of the source changes",
    edge: "calls",
    change: "source text",
    of: "source.ts",
    edit: replaced("source.ts", "price() + rate", "rate"),
    after: ["Child.run references target.ts#rate"],
  },
  {
    name: "calls: only the body of the target changes",
    edge: "calls",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "price() {\n  return 1", "price() {\n  return 7"),
    after: ["Child.run calls target.ts#price"],
  },
  {
    name: "calls: the target moves and its importers follow",
    edge: "calls",
    change: "target renamed or moved",
    of: "source.ts",
    edit: {
      "target.ts": null,
      "moved.ts": TREE["target.ts"]!,
      ...replaced("source.ts", "./target", "./moved"),
    },
    after: ["Child.run calls moved.ts#price"],
  },
  {
    name: "calls: the target goes",
    edge: "calls",
    change: "target gone",
    of: "source.ts",
    edit: replaced("target.ts", "export function price() {\n  return 1;\n}\n", ""),
    gone: "target.ts#price",
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "references: the text of the source changes",
    edge: "references",
    change: "source text",
    of: "source.ts",
    edit: replaced("source.ts", "price() + rate", "price()"),
    after: ["Child.run calls target.ts#price"],
  },
  {
    name: "references: only the body of the target changes",
    edge: "references",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "rate = 2", "rate = 3"),
    after: ["Child.run references target.ts#rate"],
  },
  {
    name: "inherits: the header of the subtype changes",
    edge: "inherits",
    change: "own header",
    of: "source.ts",
    edit: replaced("source.ts", " extends Parent", ""),
    after: ["Child implements target.ts#Base"],
  },
  {
    name: "inherits: the body of the base changes",
    edge: "inherits",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "run() {\n    return 1", "run() {\n    return 9"),
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "implements: the header of the type changes",
    edge: "implements",
    change: "own header",
    of: "source.ts",
    edit: replaced("source.ts", " implements Base", ""),
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "implements: the interface gets a comment",
    edge: "implements",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "export interface Base", "// of all\nexport interface Base"),
    after: ["Child implements target.ts#Base"],
  },
  {
    name: "overrides: the header of the method changes",
    edge: "overrides",
    change: "own header",
    of: "source.ts",
    edit: replaced("source.ts", "override run()", "walk()"),
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "overrides: the body of the base method changes",
    edge: "overrides",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "run() {\n    return 1", "run() {\n    return 8"),
    after: ["Child.run overrides target.ts#Parent.run"],
  },
  {
    name: "inherits: the base gets another member",
    edge: "inherits",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "export class Parent {", "export class Parent {\n  walk() {}"),
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "inherits: the base gets a base of its own",
    edge: "inherits",
    change: "target, asked",
    of: "source.ts",
    edit: replaced(
      "target.ts",
      "export class Parent {",
      "export class Root {\n  run() {\n    return 0;\n  }\n}\nexport class Parent extends Root {",
    ),
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "implements: the interface gets another member",
    edge: "implements",
    change: "target, unasked",
    of: "source.ts",
    edit: replaced("target.ts", "  run(): number;", "  run(): number;\n  walk?(): void;"),
    after: ["Child implements target.ts#Base"],
  },
  {
    name: "overrides: the method of the base goes",
    edge: "overrides",
    change: "target gone",
    of: "source.ts",
    edit: replaced("target.ts", "export class Parent {\n  run() {", "export class Parent {\n  walk() {"),
    gone: "target.ts#Parent.run",
    after: ["Child inherits target.ts#Parent"],
  },
  {
    name: "calls beside an edge that is the reason come anew with their file",
    edge: "calls",
    change: "linked with its file",
    of: "source.ts",
    edit: replaced(
      "target.ts",
      "export class Parent {",
      "export class Root {\n  run() {\n    return 0;\n  }\n}\nexport class Parent extends Root {",
    ),
    after: ["Child.run calls target.ts#price"],
  },
  {
    name: "calls: the target moves behind a barrel, and the source is as it was",
    edge: "calls",
    change: "target renamed or moved",
    of: "user.ts",
    edit: {
      "deep.ts": null,
      "deeper.ts": "export const deep = () => 1;\n",
      "barrel.ts": 'export * from "./deeper";\n',
    },
    after: ["use calls deeper.ts#deep"],
  },
  {
    name: "accepts: the properties get another member",
    edge: "accepts",
    change: "target, unasked",
    of: "card.tsx",
    edit: replaced("target.ts", "title: string;", "title: string;\n  size?: number;"),
    after: ["Card accepts target.ts#Props"],
  },
  {
    name: "accepts: the component changes",
    edge: "accepts",
    change: "own header",
    of: "card.tsx",
    edit: replaced("card.tsx", "{ title }: Props", "{ title }: { title: string }"),
    after: ["card.tsx imports target.ts"],
  },
  {
    name: "imports: the statements change",
    edge: "imports",
    change: "imports",
    of: "card.tsx",
    edit: replaced(
      "card.tsx",
      'import type { Props } from "./target";',
      'import type { Props } from "./target";\nimport "./other";',
    ),
    after: ["card.tsx imports other.ts"],
  },
  {
    name: "project: its file changes",
    edge: "calls",
    change: "project",
    of: "source.ts",
    edit: { "tsconfig.json": '{ "compilerOptions": { "jsx": "react-jsx", "paths": { "@/*": ["./*"] } } }\n' },
    after: ["Child.run calls target.ts#price"],
  },
  {
    name: "a file that cannot be parsed any more has no edges",
    edge: "calls",
    change: "not parsed",
    of: "source.ts",
    edit: { "source.ts": "\0\u0001\u0002".repeat(400) },
    after: [],
  },
];

async function edgesOf(path: string): Promise<Edge[]> {
  return engine.readView(
    root,
    async ({ reader }) => (await reader.linksOf([path as RelPath]))[0]?.edges ?? [],
    {
      isStaleAllowed: true,
    },
  );
}

const nameOf = (path: string, { from, kind, to }: Edge) => `${from.replace(`${path}#`, "")} ${kind} ${to}`;

describe("a line of the matrix", () => {
  test.each(LINES)("$name", async ({ edge, change, of, edit, gone, after }) => {
    for (const [path, text] of Object.entries(TREE)) writeTreeFile(root, path, text);
    await engine.refine(root);
    const first = await edgesOf(of);
    expect(first.filter(({ kind }) => kind !== "tests").every(({ tier }) => tier === "compiler")).toBe(true);
    for (const [path, text] of Object.entries(edit)) {
      if (text === null) rmSync(join(root, path));
      else writeTreeFile(root, path, text);
    }
    const rule = ruleFor(edge, change)!;
    const plan = await engine.plan(root);
    const isPlanned =
      plan.links!.some(({ path }) => path === of) ||
      plan.changed.some(({ path }) => path === of) ||
      plan.removed.includes(of as RelPath);
    const found = await (async () => {
      await engine.update(root);
      return edgesOf(of);
    })();
    for (const name of after) expect(found.map((each) => nameOf(of, each))).toContain(name);
    if (rule.action === "keep") {
      expect(isPlanned).toBe(false);
      expect(found).toEqual(first);
      return;
    }
    expect(isPlanned).toBe(true);
    const { edges } = [...plan.links!, ...plan.unlinked].find(({ path }) => path === of)!;
    expect(edges).toContainEqual({
      kind: edge,
      edges: expect.any(Number),
      change,
      action: rule.action,
      confidence: rule.confidence,
    });
    // Every edge that was there is told of, once.
    const told = edges.filter(({ kind }) => kind !== "contains").reduce((sum, one) => sum + one.edges, 0);
    expect(told).toBe(first.length);
    if (change === "not parsed") expect(found).toEqual([]);
    if (gone) expect(found.map(({ to }) => to)).not.toContain(gone);
    if (rule.confidence !== "by maker") return;
    // Rules speak until the compiler has looked again; never a mixture of old and new.
    expect(found.some(({ tier }) => tier === "compiler")).toBe(false);
    await engine.refine(root);
    const again = await edgesOf(of);
    expect(again.every(({ tier }) => tier === "compiler")).toBe(true);
    for (const name of after) expect(again.map((each) => nameOf(of, each))).toContain(name);
  });

  test("members are read from facts: an added one is there at once, a body changes none", async () => {
    const symbols = () =>
      engine.readView(root, async ({ reader }) => {
        const [file] = await reader.files();
        return (await reader.outlines([file!.blob]))[0]!.symbols.map(({ qualifiedName }) => qualifiedName);
      });
    writeTreeFile(root, "a.ts", "export class A {\n  one() {\n    return 1;\n  }\n}\n");
    expect(await symbols()).toEqual(["A", "A.one"]);
    writeTreeFile(root, "a.ts", "export class A {\n  one() {\n    return 2;\n  }\n}\n");
    expect(await symbols()).toEqual(["A", "A.one"]);
    writeTreeFile(root, "a.ts", "export class A {\n  two() {\n    return 2;\n  }\n}\n");
    expect(await symbols()).toEqual(["A", "A.two"]);
    expect(ruleFor("contains", "member set")).toMatchObject({ action: "recompute", confidence: "exact" });
    expect(ruleFor("contains", "source text")).toMatchObject({ action: "keep" });
  });

  test("edges of a compiler that is not asked any more are the rules' after an edit, and none is lost", async () => {
    for (const [path, text] of Object.entries(TREE)) writeTreeFile(root, path, text);
    await engine.refine(root);
    const without = await openEngine({
      home: join(scratch, "home"),
      env: { ...process.env, CLEW_SEMANTICS: "off" },
    });
    try {
      writeTreeFile(root, "source.ts", `// moved\n${TREE["source.ts"]}`);
      await without.update(root);
      const edges = await edgesOf("source.ts");
      expect(edges.map((each) => nameOf("source.ts", each))).toContain("Child.run calls target.ts#price");
      expect(new Set(edges.map(({ tier }) => tier))).toEqual(new Set(["resolved"]));
      await expect(without.refine(root)).rejects.toMatchObject({ code: "SEMANTICS_OFF" });
      expect(await edgesOf("source.ts")).toEqual(edges);
    } finally {
      await without.close();
    }
    expect(ruleFor("calls", "compiler lost")).toMatchObject({ action: "recompute", confidence: "resolved" });
  });

  test("C# extension methods follow their own header and the type they extend", async () => {
    const extending = (type: string) =>
      `namespace Shop;\npublic static class Sums\n{\n    public static int Total(this ${type} cart) => 1;\n}\n`;
    writeTreeFile(root, "Cart.cs", "namespace Shop;\npublic class Cart { }\npublic class Bag { }\n");
    writeTreeFile(root, "Sums.cs", extending("Cart"));
    await engine.update(root);
    const targets = async () =>
      (await edgesOf("Sums.cs")).filter(({ kind }) => kind === ("extends" as EdgeKind)).map(({ to }) => to);
    expect(await targets()).toEqual(["Cart.cs#Cart"]);
    writeTreeFile(root, "Sums.cs", extending("Bag"));
    await engine.update(root);
    expect(await targets()).toEqual(["Cart.cs#Bag"]);
    writeTreeFile(root, "Cart.cs", "namespace Shop;\npublic class Cart { }\n");
    expect((await engine.plan(root)).links!.map(({ path }) => path)).toContain("Sums.cs");
    await engine.update(root);
    expect(await targets()).toEqual([]);
  });

  test("every rule of the table has a line here, or is told by another test", () => {
    const told = new Set(LINES.map(({ change }) => change));
    for (const { change } of EDGE_RULES)
      if (!["member set", "compiler lost"].includes(change)) expect(told).toContain(change);
  });
});

test("a plan says what would be done and why, and does nothing", async () => {
  const first = await engine.plan(root).catch((error: unknown) => error);
  expect(first).toMatchObject({ code: "WORKSPACE_ROOT_MISSING" });
  for (const [path, text] of Object.entries(TREE)) writeTreeFile(root, path, text);
  expect(await engine.plan(root)).toMatchObject({ generation: 0, links: null });
  expect((await engine.list()).map(({ path }) => path)).not.toContain(root);
  await engine.refine(root);
  const before = await engine.dump(root);
  writeTreeFile(root, "target.ts", TREE["target.ts"]!.replace("price()", "cost()"));
  writeTreeFile(root, "more.ts", TREE["other.ts"]!);
  rmSync(join(root, "other.ts"));
  const plan = await engine.plan(root);
  expect(plan).toMatchObject({
    changed: [
      { path: "more.ts", reason: "new file", isKnown: true },
      { path: "target.ts", reason: "content changed", isKnown: false },
    ],
    removed: ["other.ts"],
    renamed: [{ from: "other.ts", to: "more.ts" }],
    links: expect.arrayContaining([
      {
        path: "source.ts",
        reason: "what it asked of another file may have another answer",
        because: ["target.ts"],
        compiler: "typescript",
        edges: expect.arrayContaining([
          { kind: "calls", edges: 1, change: "target gone", action: "remove", confidence: "none" },
          {
            kind: "references",
            edges: 3,
            change: "linked with its file",
            action: "recompute",
            confidence: "by maker",
          },
        ]),
      },
    ]),
  });
  expect(await engine.dump(root)).toBe(before);
  const report = await engine.update(root);
  expect(plan.links).toHaveLength(report.relinked);
});
