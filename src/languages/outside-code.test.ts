import { expect, test } from "vitest";
import { languageById } from "./detect.ts";
import { findOutsideCode, isOutsideCode } from "./outside-code.ts";

/** What of the text is code: the words `use` that are neither in a comment nor in a string, by their place from 0. */
function uses(language: string, text: string): number[] {
  const outside = findOutsideCode(text, languageById(language)!.literals!);
  const places = [...text.matchAll(/\buse\b/g)].map(({ index }) => index);
  return places.flatMap((offset, at) => (isOutsideCode(outside, offset) ? [] : [at]));
}

test.each<[string, string, string, number[]]>([
  ["comments", "typescript", "use /* use */ use // use\nuse", [0, 2, 4]],
  ["strings", "typescript", 'use \'use\' "use \\" use" use', [0, 4]],
  ["holes of templates are code", "typescript", "`use ${use + `use ${use}`} use` use", [1, 3, 5]],
  ["patterns, not divisions", "typescript", "a = /use['\"]/; b = use / use / use; return /use/", [1, 2, 3]],
  ["a quote in text is no string", "tsx", "<p>Don't</p>\nuse", [0]],
  ["closing tags are no patterns", "tsx", "<b>{use}</b> use", [0, 1]],
  ["doc strings and holes", "python", '"""use"""\nuse(f"use {use} use", r"use\\")  # use', [1, 3]],
  ["characters and lifetimes", "rust", "fn f<'a>(x: &'a use) { '\"' ; use(\"use\") }", [0, 1]],
  ["raw strings", "go", "use(`use\nuse`)", [0]],
  ["doubled quotes", "csharp", 'use(@"use "" use", $"use {use} use")', [0, 4]],
  ["numbers of arguments are no comments", "bash", 'use $# use # use\necho "$use"', [0, 1, 3]],
])("%s", (_, language, text, expected) => {
  expect(uses(language, text)).toEqual(expected);
});
