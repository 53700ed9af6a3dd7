import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TempFolder } from "../../testing/git-fixture.ts";
import { bytesField, document, METADATA, numberField, textField } from "../../testing/scip-writer.ts";
import { WrittenView } from "../../testing/written-view.ts";
import { importScip, nameOf, type ScipFile } from "./import-scip.ts";

let folder: TempFolder;
let view: WrittenView;

beforeEach(() => {
  folder = new TempFolder("clew-scip");
  view = new WrittenView(folder.path);
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

function files(): Map<string, ScipFile> {
  const found = new Map<string, ScipFile>();
  for (const { path, facts, text } of view.files.values()) if (facts) found.set(path, { facts, text });
  return found;
}

/** Range of the nth occurrence of a word in a file of the view, as an indexer writes it. */
function at(path: string, word: string, nth = 0, unit: "utf16" | "utf8" = "utf16"): number[] {
  const { text } = view.files.get(path)!;
  let offset = -1;
  for (let count = 0; count <= nth; count++) offset = text.indexOf(word, offset + 1);
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  const start = before.slice(before.lastIndexOf("\n") + 1);
  const column = unit === "utf8" ? Buffer.byteLength(start) : start.length;
  return [line, column, column + word.length];
}

const MODULE_A = "toy npm pkg 1 `a.ts`/";
const RUN = "toy npm pkg 1 `a.ts`/run().";
const STORE = "toy npm pkg 1 `a.ts`/Store#";
const GET = "toy npm pkg 1 `a.ts`/Store#get().";
const MEMORY = "toy npm pkg 1 `b.ts`/Memory#";
const MEMORY_GET = "toy npm pkg 1 `b.ts`/Memory#get().";

async function writeShop(): Promise<void> {
  await view.writeAll(`
//- a.ts
export function run() { return 1; }
export interface Store { get(): number }
//- b.ts
import { run } from "./a";
export class Memory implements Store { get() { return run(); } }
export const later = run;
`);
}

function shopIndex(): number[] {
  const relation = (symbol: string, to: string) =>
    bytesField(3, [...textField(1, symbol), ...bytesField(4, [...textField(1, to), ...numberField(3, 1)])]);
  return [
    ...METADATA,
    ...document("a.ts", [
      { symbol: MODULE_A, range: [0, 0, 0], isDefinition: true },
      { symbol: RUN, range: at("a.ts", "run"), isDefinition: true },
      { symbol: STORE, range: at("a.ts", "Store"), isDefinition: true },
      { symbol: GET, range: at("a.ts", "get"), isDefinition: true },
    ]),
    ...document(
      "b.ts",
      [
        { symbol: RUN, range: at("b.ts", "run") },
        { symbol: MODULE_A, range: at("b.ts", '"./a"') },
        { symbol: MEMORY, range: at("b.ts", "Memory"), isDefinition: true },
        { symbol: STORE, range: at("b.ts", "Store") },
        { symbol: MEMORY_GET, range: at("b.ts", "get"), isDefinition: true },
        { symbol: RUN, range: at("b.ts", "run", 1) },
        { symbol: RUN, range: at("b.ts", "run", 2) },
        { symbol: "local 3", range: at("b.ts", "later") },
      ],
      [...relation(MEMORY, STORE), ...relation(MEMORY_GET, GET)],
    ),
  ];
}

function edgesOf(result: ReturnType<typeof importScip>): string[] {
  return [...result.links.values()].flatMap(({ edges }) =>
    edges.map(({ from, kind, to, tier, lines }) => `${from} ${kind} ${to} ${tier} @${lines}`),
  );
}

describe("a SCIP index", () => {
  test("becomes edges between our symbols", async () => {
    await writeShop();
    const result = importScip(Uint8Array.from(shopIndex()), { files: files() });
    expect(result).toMatchObject({ tool: "scip-toy-1.2", stale: [], unknown: [] });
    expect(result.links.get("b.ts")?.extractor).toBe("scip-scip-toy-1.2");
    expect(edgesOf(result).sort()).toEqual([
      "b.ts imports a.ts compiler @1",
      "b.ts imports a.ts#run compiler @1",
      "b.ts#Memory implements a.ts#Store compiler @2",
      "b.ts#Memory references a.ts#Store compiler @2",
      "b.ts#Memory.get calls a.ts#run compiler @2",
      "b.ts#Memory.get overrides a.ts#Store.get compiler @2",
      "b.ts#later references a.ts#run compiler @3",
    ]);
  });

  test("of a file that changed since is ignored and counted", async () => {
    await writeShop();
    const index = shopIndex();
    await view.write("b.ts", `\n${view.files.get("b.ts")!.text}`);
    const result = importScip(Uint8Array.from(index), { files: files() });
    expect(result.stale).toEqual(["b.ts"]);
    expect([...result.links.keys()]).toEqual(["a.ts"]);
  });

  test("of a file that only uses names is checked by these", async () => {
    await writeShop();
    await view.write("c.ts", 'import { run } from "./a";\nrun();\n');
    const uses = [
      { symbol: RUN, range: at("c.ts", "run") },
      { symbol: RUN, range: at("c.ts", "run", 1) },
    ];
    const index = Uint8Array.from([...shopIndex(), ...document("c.ts", uses)]);
    expect(importScip(index, { files: files() }).stale).toEqual([]);
    await view.write("c.ts", '// moved\nimport { run } from "./a";\nrun();\n');
    expect(importScip(index, { files: files() }).stale).toEqual(["c.ts"]);
  });

  test("of a file that is not in the view is counted", async () => {
    await writeShop();
    const index = shopIndex();
    view.remove("b.ts");
    expect(importScip(Uint8Array.from(index), { files: files() }).unknown).toEqual(["b.ts"]);
  });

  test("that carries the text of its files is compared by text", async () => {
    await writeShop();
    const index = [
      ...METADATA,
      ...document(
        "a.ts",
        [{ symbol: RUN, range: at("a.ts", "run"), isDefinition: true }],
        textField(5, "other"),
      ),
    ];
    expect(importScip(Uint8Array.from(index), { files: files() }).stale).toEqual(["a.ts"]);
  });

  test("may count columns in bytes", async () => {
    await view.write("a.ts", 'const é = "ü"; function run() {} run();\n');
    const index = [
      ...document(
        "a.ts",
        [
          { symbol: RUN, range: at("a.ts", "run", 0, "utf8"), isDefinition: true },
          { symbol: RUN, range: at("a.ts", "run", 1, "utf8") },
        ],
        numberField(6, 1),
      ),
    ];
    expect(edgesOf(importScip(Uint8Array.from(index), { files: files() }))).toEqual([
      "a.ts calls a.ts#run compiler @1",
    ]);
  });

  test.each([
    ["nothing", []],
    ["words", [...Buffer.from("this is no index")]],
    ["a length past the end", [0x12, 0xff, 0x7f, 1]],
    ["an endless number", [0x08, ...Array<number>(11).fill(0xff)]],
  ])("made of %s is refused", (_, bytes) => {
    const read = () => importScip(Uint8Array.from(bytes), { files: new Map() });
    expect(read).toThrowError(expect.objectContaining({ code: "SCIP_UNREADABLE" }));
  });

  test.each([
    ["scip-typescript npm pkg 1 src/`a.ts`/Foo#bar().", "bar"],
    ["scip-typescript npm pkg 1 src/`a.ts`/Foo#`a-b`.", "a-b"],
    ["scip-typescript npm pkg 1 src/`a.ts`/Foo#", "Foo"],
    ["scip-typescript npm pkg 1 src/`a.ts`/Foo#`<constructor>`().", null],
    ["scip-typescript npm pkg 1 src/`a.ts`/run().(parameter)", null],
    ["scip-typescript npm pkg 1 src/`a.ts`/Foo#[T]", null],
    ["scip-typescript npm pkg 1 src/`a.ts`/", null],
    ["scip-typescript npm pkg 1 src/`a.ts`/cause0:", null],
    ["local 12", null],
  ])("%s is named %s", (symbol, name) => {
    expect(nameOf(symbol)).toBe(name);
  });
});
