import { describe, expect, test } from "vitest";
import { maskMacros } from "./mask-macros.ts";

/** What is left, white space folded. */
const left = (source: string): string => maskMacros(source).replace(/\s+/g, " ").trim();

describe("macros that stand where the language has no word are blanked", () => {
  test.each([
    ["class EXPORT Shop : public Base {", "class Shop : public Base {"],
    ["struct API_PUBLIC ALIGN_AS(8) point {", "struct point {"],
    [
      "namespace acme {\nACME_NAMESPACE_BEGIN\nclass A;\nACME_NAMESPACE_END\n}",
      "namespace acme { class A; }",
    ],
    ["UV_EXTERN int uv_run(void);", "int uv_run(void);"],
    ["SHOP_API Shop* make_shop(int a);", "Shop* make_shop(int a);"],
    ["int f(void)\n  FUNC_ATTR_NONNULL_ALL FUNC_ATTR_PURE\n{", "int f(void) {"],
    ["int balance_ ACME_GUARDED_BY(mu_);", "int balance_ ;"],
    ["class A {\n  Q_OBJECT\n  public:\n};", "class A { public: };"],
  ])("%s", (source, expected) => {
    expect(left(source)).toBe(expected);
    expect(maskMacros(source)).toHaveLength(source.length);
  });
});

describe("what only looks like such a macro stays", () => {
  test.each([
    ["enum color {\n  RED_ONE,\n  GREEN_TWO\n};"],
    ["x = a +\n  MAX_SIZE\n  + 1;"],
    ["#define BEGIN_LIST \\\n  START_ALL \\\n  struct API_X foo {"],
    ["if (flags & DI_FLAGS_LOCK) {"],
    ["attr = HL_ATTR(HLF_8);"],
    ["return ATTR_MAX;"],
    ["DEFINE_COMMAND(sell)\n{\n}"],
    ["MY_TYPE make(int a);"],
    ["class Shop {};"],
  ])("%s", (source) => {
    expect(maskMacros(source)).toBe(source);
  });
});

test.each([
  ["capitals", "A".repeat(200_000)],
  ["white space", `x${" ".repeat(200_000)}ATTR_X`],
  ["open brackets", `A_B${"(".repeat(200_000)}`],
  ["macros", "ATTR_A ".repeat(30_000)],
])("a long run of %s is read in linear time", (_, source) => {
  expect(maskMacros(source)).toHaveLength(source.length);
});
