import { describe, expect, it } from "vitest";
import type { BlobFacts } from "../../core/facts.ts";
import { languageById } from "../../languages/detect.ts";
import { extractBlob } from "./extract-blob.ts";

async function factsOf(source: string, language = "typescript"): Promise<BlobFacts> {
  const definition = languageById(language)!;
  return (await extractBlob({ language: definition, source, bytes: source.length, parseMs: 20_000 })).facts;
}

async function textsOf(source: string): Promise<string[]> {
  return (await factsOf(source)).calls.flatMap((call) => call.arguments.map(({ text }) => text));
}

/** Not the real thing, but of its shape; in two parts, so that no scanner of this tree finds it. */
const KEY = ["AKIA", "QWERTYUIOPASDFGH"] as const;

describe("literals that are kept", () => {
  it("a secret is not, whole or put together of parts or written with escapes", async () => {
    expect(await textsOf(`connect("eu", "${KEY.join("")}")`)).toEqual(["eu"]);
    expect(await textsOf(`connect("eu", "${KEY[0]}" + "${KEY[1]}")`)).toEqual(["eu"]);
    expect(await textsOf(`connect("eu", "\\x41KIA${KEY[1]}")`)).toEqual(["eu"]);
    expect(await textsOf(`connect("${KEY.join("")}")`)).toEqual([]);
  });

  it("what was blanked before is not", async () => {
    expect(await textsOf('connect("eu", "postgres://me:*********@host/db", "src/**/*.ts")')).toEqual([
      "eu",
      "src/**/*.ts",
    ]);
  });

  it("a long one is cut, and says so", async () => {
    const [text] = await textsOf(`log("${"a".repeat(500)}", id)`);
    expect(text).toBe(`${"a".repeat(199)}…`);
  });

  it("a file with very many says that there are more", async () => {
    const many = await factsOf(`${'row("a", "b");\n'.repeat(1_500)}`);
    expect(many.hasAllLiterals).toBe(false);
    expect(many.calls.length).toBe(1_000);
    expect((await factsOf('row("a", "b")')).hasAllLiterals).toBe(true);
  });

  it("a file that could not be parsed does not claim to have none", async () => {
    const unparsed = { source: 'get("/a")', bytes: 9, fallbackOnly: true };
    const read = (id: string) => extractBlob({ ...unparsed, language: languageById(id)! });
    expect((await read("typescript")).facts.hasAllLiterals).toBe(false);
    expect((await read("markdown")).facts.hasAllLiterals).toBe(true);
  });
});

describe("a call with unusual arguments", () => {
  it.each([
    ["a function in front hides nothing short", 'on(() => { a("b"); }, "x")', ["x", "b"]],
    ["a string that does not end", 'on("a, b)', []],
    ["a bracket that does not close", 'on("a", [b)', ["a"]],
    ["a comment in between", 'on("a", // "b"\n  "c")', ["a", "c"]],
    ["markup with an apostrophe", "on(<p>don't</p>, 'x')", []],
    ["a method of a literal", '"a b".split(" ")', [" "]],
    ["a literal with something behind it", 'on("a".trim(), "b" as Kind, "c")', ["c"]],
    ["a ternary", 'on(x ? "a" : "b", "c")', ["c"]],
  ])("%s", async (_, source, expected) => {
    expect(await textsOf(source)).toEqual(expected);
  });
});
