import { describe, expect, test } from "vitest";
import type { BlobFacts } from "../../core/facts.ts";
import { MAX_LINES_FOR_BODIES } from "../../languages/contract.ts";
import { languageById } from "../../languages/detect.ts";
import { brokenInvariants } from "../../languages/fact-invariants.ts";
import { extractBlob } from "./extract-blob.ts";

async function chunk(source: string, options: { fallbackOnly?: boolean } = {}): Promise<BlobFacts> {
  const language = languageById("typescript")!;
  const extracted = await extractBlob({
    language,
    source,
    bytes: source.length,
    parseMs: 20_000,
    ...options,
  });
  expect(brokenInvariants(extracted, source)).toEqual([]);
  return extracted.facts;
}

function shape(facts: BlobFacts): string[] {
  return facts.chunks.map(({ kind, span, symbol }) => {
    const name = facts.symbols[symbol]?.qualifiedName ?? "-";
    return `${kind} ${span.startLine}-${span.endLine} ${name}`;
  });
}

const body = (lines: number): string => "    work();\n".repeat(lines);

describe("chunks", () => {
  test("imports, functions with their comments and small neighbours", async () => {
    const source = `import a from "a";\nimport b from "b";\n\n/** Doc. */\nexport function run() {\n${body(6)}}\n\nconst x = 1;\ntype T = string;\n`;
    expect(shape(await chunk(source))).toEqual(["imports 1-2 -", "function 4-12 run", "block 14-15 -"]);
  });

  test("a large class is split by member and its last bracket stays with the last member", async () => {
    const method = (name: string): string => `  ${name}() {\n${body(60)}  }\n`;
    const source = `class Big {\n  field = 1;\n${method("one")}${method("two")}${method("three")}}\n`;
    expect(shape(await chunk(source))).toEqual([
      "class 1-2 Big",
      "method 3-64 Big.one",
      "method 65-126 Big.two",
      "method 127-189 Big.three",
    ]);
  });

  test("a small class stays whole", async () => {
    expect(shape(await chunk("class Small {\n  a() {}\n  b() {}\n  c() {}\n}\n"))).toEqual([
      "class 1-5 Small",
    ]);
  });

  test("a long function is cut into parts that follow each other", async () => {
    const facts = await chunk(`function long() {\n${`${body(9)}\n`.repeat(40)}}\n`);
    expect(facts.chunks.length).toBeGreaterThan(3);
    expect(new Set(facts.chunks.map(({ symbol }) => symbol))).toEqual(new Set([0]));
  });

  test("a stub inside a test does not tear the block apart", async () => {
    const source = `describe("x", () => {\n${body(10)}  const stub = { send: () => 1 };\n${body(10)}});\n`;
    expect(shape(await chunk(source))).toEqual(["block 1-23 -"]);
  });

  test("text windows overlap by ten lines", async () => {
    const facts = await chunk("line\n".repeat(100), { fallbackOnly: true });
    expect(facts.status).toBe("fallback");
    expect(shape(facts)).toEqual(["fallback 1-50 -", "fallback 41-90 -", "fallback 81-100 -"]);
  });

  test("a file too long for bodies keeps its symbols and no references", async () => {
    const facts = await chunk(
      `export function first() { call(); }\n${"call();\n".repeat(MAX_LINES_FOR_BODIES)}`,
    );
    expect([facts.status, facts.symbols.length, facts.references.length]).toEqual(["structure", 1, 0]);
  });

  test("near copies share most of their sketch, other code shares none", async () => {
    const words = (seed: string): string =>
      Array.from({ length: 60 }, (_, at) => `  const ${seed}${at} = compute${at}(${seed}, ${at});`).join(
        "\n",
      );
    const sketch = async (text: string): Promise<number[]> => (await chunk(text)).chunks[0]!.fingerprint;
    const one = await sketch(`function f() {\n${words("a")}\n}\n`);
    const near = await sketch(`function g() {\n${words("a")}\n  return 1;\n}\n`);
    const other = await sketch(`function h() {\n${words("zebra")}\n}\n`);
    const shared = (a: number[], b: number[]): number => a.filter((hash) => b.includes(hash)).length;
    expect(one.length).toBe(32);
    expect(shared(one, near)).toBeGreaterThan(20);
    expect(shared(one, other)).toBeLessThan(3);
  });
});
