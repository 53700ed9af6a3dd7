import { expect, it } from "vitest";
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import { addReturnedValues } from "./returned-values.ts";

function valueReturnedBy(body: string) {
  const source = `function f() { ${body} }`;
  const symbol = { kind: "function", span: { start: 0, end: source.length } } as SymbolFact;
  addReturnedValues({ symbols: [symbol] } as unknown as BlobFacts, source);
  return symbol.value;
}

it.each([
  ["return new Foo(1);", { kind: "new", name: "Foo" }],
  ["if (a) return new Foo(1); return new Foo(2);", { kind: "new", name: "Foo" }],
  ["return new a.Foo<T>(1);", { kind: "new", name: "Foo", receiver: "a" }],
  ["a(); return this;", { kind: "name", name: "this" }],
])("%s", (body, expected) => {
  expect(valueReturnedBy(body)).toEqual(expected);
});

it.each(["return new Foo().bar();", "if (a) return new Foo(); return null;", "return this.x;", "return 1;"])(
  "%s says nothing",
  (body) => {
    expect(valueReturnedBy(body)).toBeUndefined();
  },
);
