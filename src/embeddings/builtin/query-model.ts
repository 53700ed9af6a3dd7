import type { QueryModel } from "../contract.ts";
import { embedNames, weighTerms } from "./embed-names.ts";
import { type BuiltinDescription, openTermEmbedder } from "./open-builtin.ts";

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
    knows: (terms) => terms.some((term) => embedder().holds(term)),
    embedNames: (names) => embedNames(embedder(), names),
  };
}
