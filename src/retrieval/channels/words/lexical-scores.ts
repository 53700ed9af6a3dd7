/** What the words of the query say of the docs of one member. */
import type { Corpus } from "../../corpus/corpus.ts";

export interface LexicalScores {
  /** Docs that hold any term, ascending. */
  docs: number[];
  bodyFile: Float64Array;
  titleFile: Float64Array;
  bodyMax: Float64Array;
  bodyTop3: Float64Array;
  /** Best run of three neighbouring chunks: functions are cut apart, what they do together is not. */
  bodyWindow: Float64Array;
  titleMax: Float64Array;
  nameFile: Float64Array;
  nameBest: Float64Array;
  /** Like `nameFile`, by the first line alone. */
  nameTitle: Float64Array;
  typeFile: Float64Array;
  docFile: Float64Array;
  headerFile: Float64Array;
  /** Share of the query's mass that occurs anywhere in the doc, 0..1. */
  coverage: Float64Array;
  titleCoverage: Float64Array;
  /** Like `coverage` with squared masses: what the rare words of the query say, the common ones do not outvote. */
  rareCoverage: Float64Array;
  /** Share of the mass of identifiers and compounds that occurs in the doc; 0 when the query has none that exist. */
  wholeCoverage: Float64Array;
  /** Share of the query's mass inside the best chunk. */
  coverageBest: Float64Array;
  /** Score of every chunk; 0 where nothing matched. */
  chunkScore: Float64Array;
}

/** Scores while they are added up: those of the first line, of names and of matched mass are kept by chunk beside them. */
export interface MemberScores {
  scores: LexicalScores;
  chunkTitle: Float64Array;
  chunkName: Float64Array;
  chunkMass: Float64Array;
}

export function emptyScores({ docCount, chunkDoc }: Corpus, hasTitle: boolean): MemberScores {
  const make = () => new Float64Array(docCount);
  const makeChunks = () => new Float64Array(chunkDoc.length);
  const chunkScore = makeChunks();
  return {
    scores: {
      docs: [],
      bodyFile: make(),
      titleFile: make(),
      bodyMax: make(),
      bodyTop3: make(),
      bodyWindow: make(),
      titleMax: make(),
      nameFile: make(),
      nameBest: make(),
      nameTitle: make(),
      typeFile: make(),
      docFile: make(),
      headerFile: make(),
      coverage: make(),
      titleCoverage: make(),
      rareCoverage: make(),
      wholeCoverage: make(),
      coverageBest: make(),
      chunkScore,
    },
    chunkTitle: hasTitle ? makeChunks() : chunkScore,
    chunkName: makeChunks(),
    chunkMass: makeChunks(),
  };
}

/** From scores of chunks to those of their docs. */
export function reduceChunks(
  corpus: Corpus,
  { scores, chunkTitle, chunkName, chunkMass }: MemberScores,
  hasTitle: boolean,
): void {
  const { chunkBase } = corpus;
  for (let doc = 0; doc < corpus.docCount; doc++) {
    if (scores.coverage[doc] === 0) continue;
    let first = 0;
    let second = 0;
    let third = 0;
    let title = 0;
    let name = 0;
    let mass = 0;
    let window = 0;
    let before = 0;
    let beforeLast = 0;
    for (let chunk = chunkBase[doc]!; chunk < chunkBase[doc + 1]!; chunk++) {
      const score = scores.chunkScore[chunk]!;
      if (score > first) {
        third = second;
        second = first;
        first = score;
      } else if (score > second) {
        third = second;
        second = score;
      } else if (score > third) third = score;
      if (beforeLast + before + score > window) window = beforeLast + before + score;
      beforeLast = before;
      before = score;
      if (chunkTitle[chunk]! > title) title = chunkTitle[chunk]!;
      if (chunkName[chunk]! > name) name = chunkName[chunk]!;
      if (chunkMass[chunk]! > mass) mass = chunkMass[chunk]!;
    }
    scores.bodyMax[doc] = first;
    scores.bodyTop3[doc] = first + second + third;
    scores.bodyWindow[doc] = window;
    scores.titleMax[doc] = hasTitle ? title : first;
    scores.nameBest[doc] = name;
    scores.coverageBest[doc] = mass;
  }
}
