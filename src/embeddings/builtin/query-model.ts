import { eachWord, wordTerms } from "../../core/terms.ts";
import type { QueryModel } from "../contract.ts";
import { type BuiltinDescription, openTermEmbedder } from "./open-builtin.ts";
import type { TermEmbedder } from "./term-embedder.ts";

const MAX_COUNT = 4_095;

/** The built-in model for questions; its file is read when the first one comes. */
export function openBuiltinQueries({ file, model }: BuiltinDescription): QueryModel {
  const embedder = () => openTermEmbedder(file, model.dims);
  return {
    model,
    embedQuery: async ({ text, terms: understood }) => {
      const terms = understood ?? weighTerms(embedder(), text);
      // Rows that strange words share by their hash mean nothing: close to them is close to nothing.
      const isUnderstood = terms.some(([term]) => embedder().knows(term));
      return isUnderstood ? embedder().embedWeighted(terms) : new Float64Array(model.dims);
    },
    embedNames: (names) => {
      const rows = new Int8Array(names.length * model.dims);
      for (const [at, name] of names.entries())
        rows.set(embedder().quantised(weighTerms(embedder(), name)), at * model.dims);
      return rows;
    },
  };
}

/** Terms of a text as those of a body are counted, without the weight of its field. */
function weighTerms(embedder: TermEmbedder, text: string): [string, number][] {
  const counts = new Map<string, number>();
  eachWord(text, (word) => {
    for (const term of wordTerms(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  return [...counts].map(([term, count]) => [term, embedder.countWeight(Math.min(count, MAX_COUNT))]);
}
