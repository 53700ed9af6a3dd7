import { expect, it } from "vitest";
import { readValue } from "./initial-value.ts";

const valueRead = (source: string) =>
  readValue(source, { start: 0, end: source.length, line: 1, column: 0 } as never);

it.each([
  ["new Foo(1, 2)", { kind: "new", name: "Foo" }],
  ["new ns.Foo<Bar>({ a: 1 })", { kind: "new", name: "Foo", receiver: "ns" }],
  ["make(a, b)", { kind: "call", name: "make" }],
  ["await Test.create({ x: [1] }).compile()", { kind: "call", name: "compile", receiver: "Test.create()" }],
  ["new Foo().build()", { kind: "call", name: "build", receiver: "new Foo()" }],
  ["this.db.users", { kind: "name", name: "users", receiver: "this.db" }],
  ["other", { kind: "name", name: "other" }],
  ["Foo::new(1)", { kind: "call", name: "new", receiver: "Foo" }],
  ["&Server{addr: x}", { kind: "new", name: "Server" }],
  ["vec.iter().collect::<Vec<_>>()", { kind: "call", name: "collect", receiver: "vec.iter()" }],
  ["list[0]", { kind: "name", name: "[]", receiver: "list" }],
  ["$this->make()", { kind: "call", name: "make", receiver: "$this" }],
])("%s", (source, expected) => {
  expect(valueRead(source)).toEqual(expected);
});

it.each(["a + b", "a ? b : c", "a ?? b()", "'text'", "[1]", "{}", "() => 1", "x => x", "12", "!a", "true"])(
  "%s says nothing about a type",
  (source) => {
    expect(valueRead(source)).toBeNull();
  },
);
