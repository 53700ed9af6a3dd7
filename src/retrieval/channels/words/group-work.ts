/** Occurrences of one group of terms in one member, and what they add to its scores. */
import { FIELDS } from "../../../core/facts.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import type { ScopeTotals } from "../../scope/scope.ts";
import type { TermForm } from "../../terms/expand-terms.ts";
import type { MemberScores } from "./lexical-scores.ts";

/** Saturation and length normalisation. Chunks are alike in length by construction, so length counts less there. */
const BM25 = { chunkK: 1.2, chunkB: 0.4, fileK: 1.6, fileB: 0.6, nameK: 1.0, fieldK: 1.5 };

const BODY = FIELDS.indexOf("body");
const NAME = FIELDS.indexOf("name");
const TYPE = FIELDS.indexOf("type");
const DOC = FIELDS.indexOf("doc");
const HEADER = FIELDS.indexOf("header");

type Averages = Pick<ScopeTotals, "averageChunkLength" | "averageDocLength">;

/** Occurrences of one group, then their scores; arrays are reused from group to group. */
export class GroupWork {
  readonly touchedDocs: number[] = [];
  readonly #corpus: Corpus;
  readonly #averages: Averages;
  readonly #touchedChunks: number[] = [];
  readonly #chunkBody: Float32Array;
  readonly #chunkName: Float32Array;
  readonly #docBody: Float32Array;
  readonly #docName: Float32Array;
  readonly #docType: Float32Array;
  readonly #docDoc: Float32Array;
  readonly #docHeader: Float32Array;
  readonly #isDocTouched: Uint8Array;
  readonly #isChunkTouched: Uint8Array;

  constructor(corpus: Corpus, averages: Averages) {
    this.#corpus = corpus;
    this.#averages = averages;
    this.#chunkBody = new Float32Array(corpus.chunkDoc.length);
    this.#chunkName = new Float32Array(corpus.chunkDoc.length);
    this.#isChunkTouched = new Uint8Array(corpus.chunkDoc.length);
    this.#docBody = new Float32Array(corpus.docCount);
    this.#docName = new Float32Array(corpus.docCount);
    this.#docType = new Float32Array(corpus.docCount);
    this.#docDoc = new Float32Array(corpus.docCount);
    this.#docHeader = new Float32Array(corpus.docCount);
    this.#isDocTouched = new Uint8Array(corpus.docCount);
  }

  collect(forms: readonly TermForm[]): void {
    const { chunkDoc } = this.#corpus;
    for (const { postings, factor } of forms) {
      const { chunks, fields, counts } = postings;
      for (let at = 0; at < chunks.length; at++) {
        const chunk = chunks[at]!;
        const doc = chunkDoc[chunk]!;
        if (this.#isDocTouched[doc] === 0) {
          this.#isDocTouched[doc] = 1;
          this.touchedDocs.push(doc);
        }
        if (this.#isChunkTouched[chunk] === 0) {
          this.#isChunkTouched[chunk] = 1;
          this.#touchedChunks.push(chunk);
        }
        const amount = factor * counts[at]!;
        const field = fields[at]!;
        if (field === BODY) {
          this.#chunkBody[chunk]! += amount;
          this.#docBody[doc]! += amount;
        } else if (field === NAME) {
          this.#chunkName[chunk]! += amount;
          this.#docName[doc]! += amount;
        } else if (field === TYPE) this.#docType[doc]! += amount;
        else if (field === DOC) this.#docDoc[doc]! += amount;
        else if (field === HEADER) this.#docHeader[doc]! += amount;
      }
    }
  }

  addTo(
    { scores, chunkTitle, chunkName, chunkMass }: MemberScores,
    mass: number,
    isTitle: boolean,
    hasTitle: boolean,
  ): void {
    const { chunkLength, docLength } = this.#corpus;
    const { averageChunkLength, averageDocLength } = this.#averages;
    for (const chunk of this.#touchedChunks) {
      const count = this.#chunkBody[chunk]! + this.#chunkName[chunk]!;
      const norm = BM25.chunkK * (1 - BM25.chunkB + (BM25.chunkB * chunkLength[chunk]!) / averageChunkLength);
      const score = (mass * count * (BM25.chunkK + 1)) / (count + norm);
      scores.chunkScore[chunk]! += score;
      if (hasTitle && isTitle) chunkTitle[chunk]! += score;
      chunkMass[chunk]! += mass;
      const names = this.#chunkName[chunk]!;
      if (names > 0) chunkName[chunk]! += (mass * names) / (names + 0.3);
    }
    for (const doc of this.touchedDocs) {
      const count = this.#docBody[doc]!;
      const norm = BM25.fileK * (1 - BM25.fileB + (BM25.fileB * docLength[doc]!) / averageDocLength);
      const score = (mass * count * (BM25.fileK + 1)) / (count + norm);
      scores.bodyFile[doc]! += score;
      scores.coverage[doc]! += mass;
      scores.rareCoverage[doc]! += mass * mass;
      const spread = 1 + Math.log1p(docLength[doc]! / averageDocLength);
      const name = mass * saturate(this.#docName[doc]!, BM25.nameK * spread);
      scores.nameFile[doc]! += name;
      if (isTitle) {
        scores.titleFile[doc]! += score;
        scores.titleCoverage[doc]! += mass;
        scores.nameTitle[doc]! += name;
      }
      scores.typeFile[doc]! += mass * saturate(this.#docType[doc]!, BM25.nameK * spread);
      scores.docFile[doc]! += mass * saturate(this.#docDoc[doc]!, BM25.fieldK * spread);
      scores.headerFile[doc]! += mass * saturate(this.#docHeader[doc]!, BM25.fieldK);
    }
  }

  reset(): void {
    for (const chunk of this.#touchedChunks) {
      this.#chunkBody[chunk] = 0;
      this.#chunkName[chunk] = 0;
      this.#isChunkTouched[chunk] = 0;
    }
    for (const doc of this.touchedDocs) {
      this.#docBody[doc] = 0;
      this.#docName[doc] = 0;
      this.#docType[doc] = 0;
      this.#docDoc[doc] = 0;
      this.#docHeader[doc] = 0;
      this.#isDocTouched[doc] = 0;
    }
    this.#touchedChunks.length = 0;
    this.touchedDocs.length = 0;
  }
}

function saturate(count: number, k: number): number {
  return count === 0 ? 0 : (count * (1 + k)) / (count + k);
}
