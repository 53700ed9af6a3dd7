import type { BlobFacts } from "../../core/facts.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { setAddedLanguages } from "../../languages/detect.ts";

const MAX_SIGNATURE = 300;
let current = "";

/** Makes the languages known to this process. They come as plain data, once per batch. */
export function useAddedLanguages(definitions: readonly LanguageDefinition[]): void {
  const ids = definitions.map(({ id }) => id).join(" ");
  // The same definitions again must stay the same objects: grammars are kept by them.
  if (ids === current) return;
  current = ids;
  setAddedLanguages(
    definitions.map((definition) =>
      definition.query?.includes("@body") ? definition : { ...definition, refine: cutSignatures },
    ),
  );
}

/** A query that does not say where bodies start gives whole declarations; their first line is the signature. */
function cutSignatures(facts: BlobFacts, source: string): void {
  for (const symbol of facts.symbols) {
    const { start, end } = symbol.span;
    const line = source.slice(start, end).split("\n", 1)[0]!;
    symbol.signature = line
      .replace(/(?:\s|[{=:]|\bdo\b|\bbegin\b)+$/, "")
      .replace(/\s+/g, " ")
      .slice(0, MAX_SIGNATURE);
  }
}
