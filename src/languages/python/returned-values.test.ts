import { expect, it } from "vitest";
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import { addReturnedValues } from "./returned-values.ts";

function valueReturnedBy(body: string) {
  const source = `def f(self):\n${body}`;
  const symbol = { kind: "method", span: { start: 0, end: source.length } } as SymbolFact;
  addReturnedValues({ symbols: [symbol] } as unknown as BlobFacts, source);
  return symbol.value;
}

it.each([
  ["  return Repo(1)", { kind: "new", name: "Repo" }],
  ["  return Repo[Item, Key](\n    self.a,  # (\n  )\n", { kind: "new", name: "Repo" }],
  ["  if a:\n    return None\n  return models.Repo(1)", { kind: "new", name: "Repo", receiver: "models" }],
  ["  a()\n  return self\n", { kind: "name", name: "this" }],
])("%s", (body, expected) => {
  expect(valueReturnedBy(body)).toEqual(expected);
});

it.each([
  "  return Repo().find()",
  "  if a:\n    return Repo()\n  return Other()",
  "  return self.x",
  "  return Repo(1) or None",
  "  return LIMIT(1)",
])("%s says nothing", (body) => {
  expect(valueReturnedBy(body)).toBeUndefined();
});
