import { expect, it } from "vitest";
import { receiverText } from "./receiver-text.ts";

const textOf = (source: string) =>
  receiverText(source, { start: 0, end: source.length, line: 1, column: 0 } as never);

it.each([
  ["this.config", "this.config"],
  ["Test.create({\n  imports: [A, 'b)'],\n})", "Test.create()"],
  ["new Foo(a, b)", "new Foo()"],
  ["(await load(x))", "(await load())"],
  ["(x as Foo)", "(x as Foo)"],
  ["a\n  .b( // why )\n 1)\n  .c", "a.b().c"],
  ["list[0].items", "list[].items"],
  ["make<Foo>(1)", "make<Foo>()"],
  ["iter.map(|x| 'a')", "iter.map()"],
  ["'abc def'", "'abc def'"],
])("%j becomes %j", (source, expected) => {
  expect(textOf(source)).toBe(expected);
});

it("a long chain keeps its end behind a mark", () => {
  const text = textOf(`root${".step".repeat(60)}`);
  expect(text.startsWith("…")).toBe(true);
  expect(text.length).toBe(121);
});
