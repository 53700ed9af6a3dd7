import { expect, test } from "vitest";
import typescript from "../../languages/typescript/language.ts";
import { compileLanguage, optimiseLanguage } from "./compile-language.ts";
import { extractBlob } from "./extract-blob.ts";
import { addressOf } from "./runtime.ts";

test("a language reads the same by the copy of its grammar that may be optimised", async () => {
  const source = "/** Doc. */\nexport class A<T> extends B {\n  m(x: T) {\n    return f<T>(x);\n  }\n}\n";
  const extract = () => extractBlob({ language: typescript, source, bytes: source.length });
  const first = await compileLanguage(typescript);
  const before = await extract();
  await optimiseLanguage(typescript);
  const second = await compileLanguage(typescript);
  expect(addressOf(second.grammar)).not.toBe(addressOf(first.grammar));
  expect(await extract()).toEqual(before);
  expect(before.facts.symbols.map(({ qualifiedName }) => qualifiedName)).toEqual(["A", "A.m"]);
});
