/** Alone in its file: the process must not have read any C before. */
import { expect, it } from "vitest";
import { detectLanguage } from "../../languages/detect.ts";
import { extractBlob } from "./extract-blob.ts";

it("the first file of a language is not given up for the time that its grammar takes to load", async () => {
  // Long enough that its reader looks at the clock.
  const source = "int one(void) { return 1; }\n".repeat(200);
  const language = detectLanguage("src/one.c")!;
  const { facts } = await extractBlob({ language, source, bytes: source.length, parseMs: 300 });
  expect(facts.problems).toEqual([]);
  expect(facts.symbols).toHaveLength(200);
});
