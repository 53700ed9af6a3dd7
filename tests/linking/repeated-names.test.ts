/** Files that declare thousands of functions, many under one name, and call each: linking them stays proportional. */
import { expect, it } from "vitest";
import { linkFile } from "../../src/linking/link-file.ts";
import { environmentOf, factsOf } from "./read-fixture.ts";

interface Shape {
  file: string;
  source: (count: number) => string;
}

const repeat = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

const SHAPES: Record<string, Shape> = {
  "one name in TypeScript": {
    file: "a.ts",
    source: (count) => repeat(count, () => "function f() { f(); }"),
  },
  "one name of variables": {
    file: "a.ts",
    source: (count) => repeat(count, () => "var f = make(1);\nf();"),
  },
  "one name in Python": {
    file: "a.py",
    source: (count) => repeat(count, () => "def f():\n    f()"),
  },
  "overloads in Java": {
    file: "A.java",
    source: (count) => `class A {\n${repeat(count, () => "void f() { f(); }")}\n}`,
  },
  "names of their own": {
    file: "a.ts",
    source: (count) => repeat(count, (at) => `function f${at}() { f${(at * 7 + 1) % count}(); }`),
  },
  "a parameter of the same name in each": {
    file: "a.ts",
    source: (count) => repeat(count, (at) => `function f${at}(a: { run(): void }) { a.run(); f0(a); }`),
  },
  "methods of one class": {
    file: "a.ts",
    source: (count) =>
      `class A {\n${repeat(count, (at) => `m${at}() { this.m${(at * 7 + 1) % count}(); }`)}\n}`,
  },
};

/** Processor time, not wall time: how busy the machine is does not count. */
async function costOf({ file, source }: Shape, count: number): Promise<{ ms: number; edges: number }> {
  const files = new Map([[file, source(count)]]);
  const facts = await factsOf(files);
  const env = environmentOf(files, facts);
  const blob = facts.get(file)!;
  const before = process.cpuUsage();
  const { edges } = linkFile({ path: file, facts: blob }, env);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, edges: edges.length };
}

it.each(Object.keys(SHAPES))(
  "%s: four times the functions cost about four times as much",
  async (name) => {
    const shape = SHAPES[name]!;
    await costOf(shape, 200);
    const small = await costOf(shape, 1_500);
    const large = await costOf(shape, 6_000);
    expect(large.edges).toBeGreaterThan(0);
    // Squared growth would give sixteen. What is done in no time is not told from noise.
    expect(large.ms / Math.max(small.ms, 20)).toBeLessThan(9);
  },
  120_000,
);
