import { expect, it } from "vitest";
import type { SymbolFact } from "../../core/facts.ts";
import { addGenericReturn } from "./generic-returns.ts";

function returned(signature: string, returnType: string) {
  const symbol = { kind: "method", signature, returnType } as SymbolFact;
  addGenericReturn(symbol);
  return symbol.value;
}

it.each([
  ["create<T extends App = App>(x: number): T", "T", { kind: "new", name: "App" }],
  ["create<T extends App>(): Promise<T>", "Promise<T>", { kind: "new", name: "App" }],
  [
    "create<A, T extends ns.Base<A, () => void> = ns.Made<A>>(): T",
    "T",
    { kind: "new", name: "Made", receiver: "ns" },
  ],
])("%s returns what its type parameter stands for", (signature, returnType, expected) => {
  expect(returned(signature, returnType)).toEqual(expected);
});

it.each([
  ["create<T>(): T", "T"],
  ["create<T extends any = any>(): T", "T"],
  ["create<T extends { a: string }>(): T", "T"],
  ["create(x: Map<T extends App>): T", "T"],
  ["create<T extends App>(): U", "U"],
])("%s says nothing", (signature, returnType) => {
  expect(returned(signature, returnType)).toBeUndefined();
});
