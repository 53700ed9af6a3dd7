// @ts-check
/** Five orders of the files of one view for one query: what each part of the ranking is worth. */

export const METHODS = ["lexical", "embedding", "both", "lexical + ranker", "both + ranker"];
const LIMIT = 10;
/**
 * @param {any} parts bundled from ranking-parts.mjs @param {any} view @param {string} query
 * @returns {Promise<Record<string, string[]>>} paths by method
 */
export async function rankByMethods(parts, view, query) {
  const understanding = parts.understandQuery(query);
  const { corpus } = view.index;
  const layout = parts.layOutFeatures(parts.CHANNELS);
  const rank = (/** @type {any} */ one) =>
    parts.rankScope(new parts.Scope([{ name: "", view: one }]), understanding, layout);
  const words = await rank({ ...view, vectors: null });
  const both = view.vectors ? await rank(view) : words;
  const vectors = parts.evidenceOf(both, parts.vectors, 0)?.scores ?? null;
  const hand = parts.handScorer(understanding.classification.kind, layout);
  const byHand = (/** @type {any} */ entry) => parts.scoreRow(entry.row, hand);
  const pathsOf = (/** @type {any[]} */ files, /** @type {(entry: any) => number} */ scoreOf) =>
    files
      .map((entry) => ({ file: entry.file, score: scoreOf(entry) }))
      .sort((a, b) => b.score - a.score || a.file - b.file)
      .slice(0, LIMIT)
      .map(({ file }) => corpus.files[file].path);
  return {
    lexical: pathsOf(words.files, byHand),
    embedding: vectors ? pathsOf(codeFiles(parts, corpus, vectors), (entry) => entry.score) : [],
    both: pathsOf(both.files, byHand),
    "lexical + ranker": pathsOf(words.files, (entry) => entry.score),
    "both + ranker": pathsOf(both.files, (entry) => entry.score),
  };
}

/** Every code file that is no test, by meaning alone: its closest chunk, and a little of the file and its path. */
function codeFiles(/** @type {any} */ parts, /** @type {any} */ corpus, /** @type {any} */ vectors) {
  return corpus.files
    .filter((/** @type {any} */ file) => parts.isCodeLanguage(file.language) && !file.facts.flags.has("test"))
    .map((/** @type {any} */ file) => ({
      file: file.index,
      score:
        vectors.vectorMax[file.doc] +
        0.2 * vectors.vectorTop3[file.doc] +
        0.2 * vectors.vectorFile[file.doc] +
        0.3 * vectors.vectorPath[file.index],
    }));
}
