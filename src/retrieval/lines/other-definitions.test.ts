import { expect, it } from "vitest";
import type { SymbolFact } from "../../core/facts.ts";
import { LineMatcher } from "./line-matcher.ts";
import { otherDefinitions } from "./other-definitions.ts";

const matcher = new LineMatcher([{ term: "refund", mass: 1 }]);
const method = (qualifiedName: string, line: number, complexity = 1, more: Partial<SymbolFact> = {}) =>
  ({
    kind: "method",
    scope: "exported",
    name: qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1),
    qualifiedName,
    complexity,
    namePosition: { line, column: 0 },
    span: { startLine: line, endLine: line + 2 },
    ...more,
  }) as unknown as SymbolFact;
const names = (symbols: SymbolFact[], shown: { startLine: number; endLine: number }[] = []) =>
  otherDefinitions(symbols, shown, matcher).map(({ name }) => name);

it("names that hold words of the question stay where there is no room for all, told in the order of the file", () => {
  const plain = Array.from({ length: 9 }, (_, at) => method(`Order.step${at}`, at + 1, 9 - at));
  const told = names([...plain, method("Order.refundAll", 90)]);
  expect(told).toHaveLength(6);
  expect(told.at(-1)).toBe("refundAll");
  expect(told.slice(0, 2)).toEqual(["step0", "step1"]);
});

it("what is shown, what is local and what is a value is not named again", () => {
  const symbols = [
    method("a", 5),
    method("b", 20, 1, { scope: "local" }),
    method("c", 30, 1, { kind: "property" }),
    method("d", 40),
  ];
  expect(names(symbols, [{ startLine: 1, endLine: 10 }])).toEqual(["d"]);
});

it("a name that the file has twice comes with its class", () => {
  expect(names([method("Edit.save", 3), method("Delete.save", 9)])).toEqual(["Edit.save", "Delete.save"]);
});
