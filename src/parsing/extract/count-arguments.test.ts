import { expect, it } from "vitest";
import { countArguments } from "./count-arguments.ts";

it.each([
  ["f()", 0],
  ["f( /* none */ )", 0],
  ["f(a)", 1],
  ["f (a, b)", 2],
  ["f(\"a, b\", ',')", 2],
  ["f(g(a, b), [c, d], (e, h) -> { return e, h; })", 3],
  ["f<int, List<string>>(a, b)", 2],
  ["f(new Map<String, List<Integer>>(), 1)", 2],
  ["f(a < b, c)", 2],
  ['f(@"c:\\", b)', 2],
  ["f(a, // one, two\n b)", 2],
  ["f", undefined],
  ["f(a, b", undefined],
  ['f("""text""", b)', undefined],
])("%s is given %s", (source, count) => {
  expect(countArguments(source, 1)).toBe(count);
});
