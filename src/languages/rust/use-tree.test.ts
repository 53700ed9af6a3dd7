import { describe, expect, test } from "vitest";
import { expandUseTree, importsOf } from "./use-tree.ts";

describe("a use tree expands to its names", () => {
  test.each([
    ["a::b", ["a b b"]],
    ["a::{b::{c, d as e}, f::*, self}", ["a::b c c", "a::b d e", "a::f * *", " a a"]],
    ["crate::x::{self as y}", ["crate x y"]],
    ["serde", [" serde serde"]],
    ["::std::fmt", ["std fmt fmt"]],
    ["a::{\n  b, // why\n  c,\n}", ["a b b", "a c c"]],
    ["super::*", ["super * *"]],
    ["a::{", []],
  ])("%s", (text, expected) => {
    const names = expandUseTree(text).map(({ source, imported, local }) => `${source} ${imported} ${local}`);
    expect(names).toEqual(expected);
  });

  test("names of one module share a fact and `as _` binds nothing", () => {
    expect(importsOf("a::{b, c as _, d::*}", 7)).toEqual([
      { source: "a", kind: "import", isWildcard: false, bindings: [{ imported: "b", local: "b" }], line: 7 },
      { source: "a::d", kind: "import", isWildcard: true, bindings: [], line: 7 },
    ]);
  });
});
