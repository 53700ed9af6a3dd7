import { createRequire } from "node:module";
import { expect, it } from "vitest";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { extractBlob } from "../extract/extract-blob.ts";
import { mapTags } from "./map-tags.ts";

it.each([
  ["(a) @definition.function", "(a) @definition.function"],
  ["(a) @definition.module", "(a) @definition.namespace"],
  ["(a) @reference.function", "(a) @reference.call"],
  ["(a) @name @local.scope", "(a) @name @_local_scope"],
  ['((a) @b (#eq? @b "@definition.module"))', '((a) @_b (#eq? @_b "@definition.module"))'],
  ["; @definition.module stays\n(a) @ignore", "; @definition.module stays\n(a) @_ignore"],
  ["((a) @name (#is-not? local))", "((a) @name )"],
  [
    '((c)* @doc . (a) @definition.method (#strip! @doc "^#") (#select-adjacent! @doc @definition.method))',
    "((c)* @comment . (a) @definition.method  )",
  ],
  ["(a) @doc", "(a) @doc"],
])("%s becomes ours", (text, expected) => {
  expect(mapTags(text)).toBe(expected);
});

it("a grammar that is not the one that was added is not loaded, and the file becomes text", async () => {
  const path = createRequire(import.meta.url).resolve("tree-sitter-wasm/gleam/tree-sitter-gleam.wasm");
  const language: LanguageDefinition = {
    id: "gleam@00000000",
    label: "gleam",
    extensions: [".gleam"],
    role: "code",
    grammar: "gleam",
    grammarFile: { path, sha256: "0".repeat(64) },
    query: "(function name: (identifier) @name) @definition.function",
  };
  const source = "pub fn main() { 1 }\n";
  const { facts } = await extractBlob({ language, source, bytes: source.length });
  expect(facts.status).toBe("fallback");
  expect(facts.problems.map(({ code }) => code)).toEqual(["GRAMMAR_CHANGED"]);
});
