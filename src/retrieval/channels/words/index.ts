/** Words of the query in the texts of files: passages, whole files, names of definitions, comments. */
import { FIELDS } from "../../../core/facts.ts";
import type { CorpusFile } from "../../corpus/corpus.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import { outlineOf } from "../../searchable-view.ts";
import type { ScopeTerm } from "../../terms/expand-terms.ts";
import { termsInChunks } from "../../terms/terms-in-chunks.ts";
import type { Asked, Candidate, Channel, ChannelTrace, Evidence } from "../contract.ts";
import { bestChunk, linesOfChunk, percent, spellTerms } from "../explaining.ts";
import { WORD_FEATURES } from "./features.ts";
import type { LexicalScores } from "./lexical-scores.ts";
import { type ScopeScores, scoreLexically } from "./score-lexically.ts";

const NAME = FIELDS.indexOf("name");

export const words: Channel<WordEvidence> = {
  id: "words",
  features: WORD_FEATURES,
  tracePlace: 2,
  async gather(asked) {
    const { scope, terms } = asked;
    const found = scoreLexically(
      scope.members.map(({ corpus }) => corpus),
      terms,
      scope.totals,
      scope.check,
    );
    const scales = scalesOf(found.members);
    return scope.members.map((member) => new WordEvidence(asked, member, found, scales));
  },
};

/** Inverse of the best value in the scope; 0 when there is none. */
interface Scales {
  bodyMax: number;
  bodyFile: number;
  nameFile: number;
  titleFile: number;
}

function scalesOf(members: readonly LexicalScores[]): Scales {
  const scaleOf = (name: keyof Scales) => {
    let max = 0;
    for (const scores of members) for (const doc of scores.docs) max = Math.max(max, scores[name][doc]!);
    return max > 0 ? 1 / max : 0;
  };
  return {
    bodyMax: scaleOf("bodyMax"),
    bodyFile: scaleOf("bodyFile"),
    nameFile: scaleOf("nameFile"),
    titleFile: scaleOf("titleFile"),
  };
}

export class WordEvidence implements Evidence {
  readonly scores: LexicalScores;
  /** By file: how strongly its text matches, whatever kind of file it is. Filled with the order of files. */
  readonly text: Float64Array;
  readonly traces: readonly ChannelTrace[];
  readonly #asked: Asked;
  readonly #member: ScopeMember;
  readonly #scales: Scales;
  /** In the order of the features. */
  readonly #columns: readonly Float64Array[];

  constructor(
    asked: Asked,
    member: ScopeMember,
    readonly found: ScopeScores,
    scales: Scales,
  ) {
    this.scores = found.members[member.position]!;
    this.text = new Float64Array(member.corpus.files.length);
    this.#asked = asked;
    this.#member = member;
    this.#scales = scales;
    this.#columns = WORD_FEATURES.map(({ name }) => this.scores[name]);
    this.traces = [
      {
        name: "passages (BM25)",
        valueOf: this.#valueIn(this.scores.bodyMax),
        reason: (file) => this.#passage(file),
      },
      {
        name: "whole files (BM25)",
        valueOf: this.#valueIn(this.scores.bodyFile),
        reason: ({ doc }) => `holds ${percent(this.scores.coverage[doc]!)} of the query's weight`,
      },
      {
        name: "definition names",
        valueOf: this.#valueIn(this.scores.nameFile),
        reason: (file) => `names hold ${spellTerms(asked, this.#wordsInNames(file))}`,
      },
    ];
  }

  addToOrder(order: Float64Array): void {
    const { bodyMax, bodyFile, nameFile, titleFile, coverage } = this.scores;
    const scales = this.#scales;
    for (const { index, doc } of this.#member.corpus.files) {
      const text = bodyMax[doc]! * scales.bodyMax + bodyFile[doc]! * scales.bodyFile;
      this.text[index] = text;
      order[index] =
        order[index]! +
        text +
        0.6 * nameFile[doc]! * scales.nameFile +
        0.5 * titleFile[doc]! * scales.titleFile +
        0.5 * coverage[doc]!;
    }
  }

  fill({ doc }: CorpusFile, row: Float64Array, at: number): void {
    for (let column = 0; column < this.#columns.length; column++)
      row[at + column] = this.#columns[column]![doc]!;
  }

  #valueIn(values: Float64Array): (candidate: Candidate) => number {
    const { files } = this.#member.corpus;
    return ({ file }) => values[files[file]!.doc]!;
  }

  async #passage(file: CorpusFile): Promise<string> {
    const { view, corpus, position } = this.#member;
    const chunk = bestChunk(corpus, file, (at) => this.scores.chunkScore[at]!);
    const found = termsInChunks(this.#asked.terms, position, this.found.idf, new Set([chunk])).get(chunk);
    const lines = linesOfChunk(corpus, file, chunk, await outlineOf(view, file.doc));
    return `${lines} hold ${spellTerms(this.#asked, found ?? [])}`;
  }

  #wordsInNames({ doc }: CorpusFile): string[] {
    const { corpus, position } = this.#member;
    const [from, to] = [corpus.chunkBase[doc]!, corpus.chunkBase[doc + 1]!];
    const isNamed = ({ forms }: ScopeTerm) =>
      forms[position]!.some(({ postings: { chunks, fields } }) =>
        chunks.some((chunk, at) => fields[at] === NAME && chunk >= from && chunk < to),
      );
    return this.#asked.terms.filter(isNamed).map(({ term }) => term);
  }
}
