import { describe, expect, it } from "vitest";
import { IncrementalView, linkFromScratch } from "./incremental.ts";
import { edgeTexts, type Project } from "./read-fixture.ts";

const PROJECT: Record<string, string> = {
  "package.json": `{ "name": "root", "version": "1.0.0" }`,
  "tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
  "src/target.ts": `export function target(x: number) { return x; }
export function other() { return 1; }
export const limit = 3;
`,
  "src/caller.ts": `import { target } from "./target";
export function caller() { return target(1); }
`,
  "src/reader.ts": `import { limit } from "@/target";
export function reader(list: number[]) { return list.indexOf(limit); }
export const all = [limit];
`,
  "src/base.ts": `export interface Shape { area(): number }
export class Base { run() { return 1; } }
`,
  "src/sub.ts": `import { Base, Shape } from "./base";
export class Sub extends Base implements Shape {
  area() { return 2; }
  run() { return 3; }
}
`,
  "src/user.ts": `import { Sub } from "./sub";
export function user(sub: Sub) { sub.area(); }
`,
  "src/card.tsx": `import type { CardProps } from "./props";
export function Card(props: CardProps) { return <b>{props.title}</b>; }
`,
  "src/props.ts": `export interface CardProps { title: string }
`,
  "src/alone.ts": `export function alone() { return 1; }
`,
  "net/Text.cs": `namespace Net;
public static class Text { public static int Size(this Box box) { return 1; } }
`,
  "net/Box.cs": `namespace Net;
public class Box { public int Side() { return 1; } }
`,
};

interface Row {
  edge: string;
  change: string;
  /** path → [text, replacement]; a null replacement deletes the file. */
  edits: Record<string, [string, string] | null>;
  /** Files linked again. */
  relinked: string[];
  gone?: string[];
  made?: string[];
}

const ROWS: Row[] = [
  {
    edge: "calls",
    change: "the caller's body",
    edits: { "src/caller.ts": ["target(1)", "target(1) + target(2)"] },
    relinked: ["src/caller.ts"],
  },
  {
    edge: "calls",
    change: "the callee's body only",
    edits: { "src/target.ts": ["return x;", "return x + 1;"] },
    relinked: ["src/target.ts"],
  },
  {
    edge: "calls",
    change: "the callee moves down in its file",
    edits: { "src/target.ts": ["export function target", "/** Why. */\n\nexport function target"] },
    relinked: ["src/target.ts"],
  },
  {
    edge: "calls",
    change: "the callee is renamed",
    edits: { "src/target.ts": ["function target", "function renamed"] },
    relinked: ["src/caller.ts", "src/target.ts"],
    gone: ["src/caller.ts#caller calls src/target.ts#target"],
  },
  {
    edge: "calls",
    change: "the callee's file is deleted",
    edits: { "src/target.ts": null },
    relinked: ["src/caller.ts", "src/reader.ts"],
    gone: [
      "src/caller.ts imports src/target.ts",
      "src/caller.ts#caller calls src/target.ts#target",
      "src/reader.ts#reader references src/target.ts#limit",
    ],
  },
  {
    edge: "calls",
    change: "a sibling of the callee is added",
    edits: { "src/target.ts": ["export const limit", "export function more() {}\nexport const limit"] },
    relinked: ["src/target.ts"],
  },
  {
    edge: "calls",
    change: "the callee's file no longer parses and the callee is lost",
    edits: { "src/target.ts": ["export function target(x: number) {", "export funct target(x: number {{{"] },
    relinked: ["src/caller.ts", "src/target.ts"],
    gone: ["src/caller.ts#caller calls src/target.ts#target"],
  },
  {
    edge: "references",
    change: "the reader's body",
    edits: { "src/reader.ts": ["list.indexOf(limit)", "list.includes(limit)"] },
    relinked: ["src/reader.ts"],
  },
  {
    edge: "references",
    change: "the body of a neighbour of what is read",
    edits: { "src/target.ts": ["return 1;", "return 2;"] },
    relinked: ["src/target.ts"],
  },
  {
    edge: "contains",
    change: "a member is added",
    edits: { "src/base.ts": ["run() { return 1; }", "run() { return 1; } fresh() {}"] },
    relinked: ["src/base.ts"],
  },
  {
    edge: "contains",
    change: "a member's body",
    edits: { "src/base.ts": ["return 1;", "return 9;"] },
    relinked: ["src/base.ts"],
  },
  {
    edge: "inherits",
    change: "the subtype's header",
    edits: { "src/sub.ts": ["extends Base implements", "implements"] },
    // Whoever looks for members of the subtype may find others now.
    relinked: ["src/sub.ts", "src/user.ts"],
    gone: ["src/sub.ts#Sub inherits src/base.ts#Base", "src/sub.ts#Sub.run overrides src/base.ts#Base.run"],
  },
  {
    edge: "implements",
    change: "the subtype's header",
    edits: { "src/sub.ts": [" implements Shape", ""] },
    // Whoever looks for members of the subtype may find others now.
    relinked: ["src/sub.ts", "src/user.ts"],
    gone: [
      "src/sub.ts#Sub implements src/base.ts#Shape",
      "src/sub.ts#Sub.area overrides src/base.ts#Shape.area",
    ],
  },
  {
    edge: "implements",
    change: "another member of the interface",
    edits: { "src/base.ts": ["area(): number", "area(): number; edge(): number"] },
    relinked: ["src/base.ts"],
  },
  {
    edge: "overrides",
    change: "the overriding method is renamed",
    edits: { "src/sub.ts": ["run()", "walk()"] },
    relinked: ["src/sub.ts"],
    gone: ["src/sub.ts#Sub.run overrides src/base.ts#Base.run"],
  },
  {
    edge: "overrides",
    change: "the overridden method is renamed",
    edits: { "src/base.ts": ["run()", "walk()"] },
    relinked: ["src/base.ts", "src/sub.ts"],
    gone: ["src/sub.ts#Sub.run overrides src/base.ts#Base.run"],
  },
  {
    edge: "accepts",
    change: "the component",
    edits: { "src/card.tsx": ["<b>", "<i>"] },
    relinked: ["src/card.tsx"],
  },
  {
    edge: "accepts",
    change: "the props type is renamed",
    edits: { "src/props.ts": ["CardProps", "OtherProps"] },
    relinked: ["src/card.tsx", "src/props.ts"],
    gone: ["src/card.tsx#Card accepts src/props.ts#CardProps"],
  },
  {
    edge: "extends",
    change: "the extension method's receiver",
    edits: { "net/Text.cs": ["this Box", "this string"] },
    relinked: ["net/Text.cs"],
    gone: ["net/Text.cs#Text.Size extends net/Box.cs#Box"],
  },
  {
    edge: "extends",
    change: "a method of the extended type",
    edits: { "net/Box.cs": ["return 1;", "return 2;"] },
    relinked: ["net/Box.cs"],
  },
  {
    edge: "imports",
    change: "the import statements",
    edits: { "src/caller.ts": [`import { target }`, `import { other as target }`] },
    relinked: ["src/caller.ts"],
    gone: ["src/caller.ts#caller calls src/target.ts#target"],
    made: ["src/caller.ts#caller calls src/target.ts#other"],
  },
  {
    edge: "all",
    change: "path mapping of the project",
    edits: { "tsconfig.json": ["./src/*", "./lib/*"] },
    relinked: ["src/reader.ts"],
    gone: ["src/reader.ts#reader references src/target.ts#limit"],
  },
  {
    edge: "all",
    change: "a version in package.json",
    edits: { "package.json": ["1.0.0", "1.0.1"] },
    relinked: [],
  },
  {
    edge: "all",
    change: "a new file that nothing asked for",
    edits: { "src/new.ts": ["", "export function fresh() {}"] },
    relinked: ["src/new.ts"],
  },
  {
    edge: "all",
    change: "a new file that takes precedence",
    edits: { "src/target.d.ts": ["", "export {};"], "src/target.ts": null },
    relinked: ["src/caller.ts", "src/reader.ts", "src/target.d.ts"],
  },
];

function applyEdits(edits: Row["edits"]): Project {
  const files: Project = new Map(Object.entries(PROJECT));
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === null) files.delete(path);
    else {
      const text = files.get(path) ?? "";
      expect(text).toContain(edit[0]);
      files.set(path, text === "" ? edit[1] : text.replaceAll(edit[0], edit[1]));
    }
  }
  return files;
}

describe("what a change makes anew and what it leaves alone", () => {
  it.each(ROWS)("$edge: $change", async ({ edits, relinked, gone = [], made = [] }) => {
    const view = new IncrementalView();
    await view.update(new Map(Object.entries(PROJECT)));
    const before = edgeTexts(view.links);
    const files = applyEdits(edits);
    expect(await view.update(files)).toEqual(relinked);
    const after = edgeTexts(view.links);
    for (const edge of gone) {
      expect(before).toContain(edge);
      expect(after).not.toContain(edge);
    }
    for (const edge of made) expect(after).toContain(edge);
    expect(after).toEqual(edgeTexts(await linkFromScratch(files)));
  });
});
