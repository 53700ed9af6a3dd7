import { describe, expect, test } from "vitest";
import type { SymbolKind } from "../../core/facts.ts";
import { arrangeDefinitions } from "./arrange-definitions.ts";
import { type DefinitionCapture, emptyCaptures } from "./captures.ts";

/** A definition of `length` characters whose name is its first `nameLength` ones. */
function definition(kind: SymbolKind, start: number, length: number, nameLength = 1): DefinitionCapture {
  const place = (size: number) => ({ start, end: start + size, line: 1, column: start });
  return { kind, pattern: 0, node: place(length), name: place(nameLength) };
}

function arrange(source: string, definitions: DefinitionCapture[], mergesClauses: boolean) {
  return arrangeDefinitions(source, { ...emptyCaptures(), definitions }, [], { mergesClauses });
}

describe("sections", () => {
  test("of a data dump are kept from the outer level inwards, in document order", () => {
    const outer = Array.from({ length: 300 }, (_, at) => definition("section", at * 10, 10));
    const inner = outer.map(({ node }) => ({
      ...definition("section", node.start + 2, 3),
    }));
    const { definitions, parents } = arrange(" ".repeat(3_000), [...inner, ...outer], false);
    expect(definitions).toHaveLength(400);
    expect(parents.filter((parent) => parent < 0)).toHaveLength(300);
    expect(definitions.map(({ node }) => node.start)).toEqual(
      definitions.map(({ node }) => node.start).sort((a, b) => a - b),
    );
  });

  test("of an ordinary file are all kept", () => {
    const some = Array.from({ length: 400 }, (_, at) => definition("section", at * 2, 2));
    expect(arrange(" ".repeat(800), some, false).definitions).toHaveLength(400);
  });
});

describe("clauses", () => {
  const source = "f 0 = 1\nf n = n\ng x = x\nf y = y\n";
  const clauses = () => [0, 8, 16, 24].map((start) => definition("function", start, 7));

  test("that stand together are one function where the language says so", () => {
    const { definitions, clauseNames } = arrange(source, clauses(), true);
    expect(definitions.map(({ node }) => [node.start, node.end])).toEqual([
      [0, 15],
      [16, 23],
      [24, 31],
    ]);
    expect(clauseNames).toEqual([8]);
  });

  test("are overloads elsewhere", () => {
    expect(arrange(source, clauses(), false).definitions).toHaveLength(4);
  });

  test("with another number of parameters are another function", () => {
    const text = "f(a) f((b, c)) f(a, b)";
    const withParameters = [
      [0, 4],
      [5, 9],
      [15, 7],
    ].map(([start, length]) => {
      const one = definition("function", start!, length!);
      return { ...one, parameters: { ...one.node, start: start! + 1 } };
    });
    const { definitions } = arrange(text, withParameters, true);
    expect(definitions.map(({ node }) => text.slice(node.start, node.end))).toEqual([
      "f(a) f((b, c))",
      "f(a, b)",
    ]);
  });
});
