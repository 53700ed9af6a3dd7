/** Fielded BM25 over chunks and whole files. A group of terms counts as one term whose occurrences are added up. */
import { FIELDS } from "../../core/facts.ts";
import type { Corpus } from "../corpus/corpus.ts";

/** Occurrences of one term: chunk in the corpus's numbering, field ordinal, count. */
export interface TermPostings {
  chunks: Uint32Array;
  fields: Uint8Array;
  counts: Uint16Array;
}

export interface LexicalGroup {
  term: string;
  weight: number;
  isTitle: boolean;
  source: "word" | "whole" | "part" | "joined" | "variant";
  members: { postings: TermPostings; factor: number }[];
}

/** Saturation and length normalisation. Chunks are alike in length by construction, so length counts less there. */
export const BM25 = { chunkK: 1.2, chunkB: 0.4, fileK: 1.6, fileB: 0.6, nameK: 1.0, fieldK: 1.5 };

const BODY = FIELDS.indexOf("body");
const NAME = FIELDS.indexOf("name");
const TYPE = FIELDS.indexOf("type");
const DOC = FIELDS.indexOf("doc");
const HEADER = FIELDS.indexOf("header");

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
  /** Inverse document frequency of each group, in the order given. */
  idf: number[];
  documentFrequency: number[];
}

/** `check` throws to end it between two groups. */
export function scoreLexically(
  corpus: Corpus,
  groups: readonly LexicalGroup[],
  check: () => void = () => {},
): LexicalScores {
  const docs = corpus.docCount;
  const chunks = corpus.chunkDoc.length;
  const hasTitle = groups.some((group) => !group.isTitle) && groups.some((group) => group.isTitle);
  const chunkScore = new Float64Array(chunks);
  const chunkTitle = hasTitle ? new Float64Array(chunks) : chunkScore;
  const chunkName = new Float64Array(chunks);
  const chunkMass = new Float64Array(chunks);
  const make = () => new Float64Array(docs);
  const scores: LexicalScores = {
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
    idf: [],
    documentFrequency: [],
  };
  const work = new GroupWork(corpus);
  let totalMass = 0;
  let titleMass = 0;
  let wholeMass = 0;
  let squaredMass = 0;
  for (const group of groups) {
    check();
    work.collect(group);
    const frequency = work.touchedDocs.length;
    const idf = Math.log(1 + (docs - frequency + 0.5) / (frequency + 0.5));
    scores.idf.push(idf);
    scores.documentFrequency.push(frequency);
    const mass = group.weight * idf;
    // A compound that exists nowhere is not something the files lack.
    if (frequency > 0 || group.source === "word") {
      totalMass += mass;
      squaredMass += mass * mass;
      if (group.isTitle) titleMass += mass;
      if (isWhole(group)) wholeMass += mass;
    }
    work.addTo(scores, chunkTitle, chunkName, chunkMass, mass, group.isTitle, hasTitle);
    if (isWhole(group)) for (const doc of work.touchedDocs) scores.wholeCoverage[doc]! += mass;
    work.reset();
  }
  reduceChunks(corpus, scores, chunkTitle, chunkName, chunkMass, hasTitle);
  for (let doc = 0; doc < docs; doc++) {
    if (scores.coverage[doc] === 0) continue;
    scores.docs.push(doc);
    scores.coverage[doc]! /= totalMass || 1;
    scores.titleCoverage[doc]! /= titleMass || 1;
    scores.rareCoverage[doc]! /= squaredMass || 1;
    scores.wholeCoverage[doc]! /= wholeMass || 1;
    scores.coverageBest[doc]! /= totalMass || 1;
  }
  return scores;
}

function isWhole(group: LexicalGroup): boolean {
  return group.source === "whole" || group.source === "joined";
}

/** Occurrences of one group, then their scores; arrays are reused from group to group. */
class GroupWork {
  readonly touchedDocs: number[] = [];
  private readonly touchedChunks: number[] = [];
  private readonly chunkBody: Float32Array;
  private readonly chunkName: Float32Array;
  private readonly docBody: Float32Array;
  private readonly docName: Float32Array;
  private readonly docType: Float32Array;
  private readonly docDoc: Float32Array;
  private readonly docHeader: Float32Array;
  private readonly isDocTouched: Uint8Array;
  private readonly isChunkTouched: Uint8Array;

  constructor(private readonly corpus: Corpus) {
    this.chunkBody = new Float32Array(corpus.chunkDoc.length);
    this.chunkName = new Float32Array(corpus.chunkDoc.length);
    this.isChunkTouched = new Uint8Array(corpus.chunkDoc.length);
    this.docBody = new Float32Array(corpus.docCount);
    this.docName = new Float32Array(corpus.docCount);
    this.docType = new Float32Array(corpus.docCount);
    this.docDoc = new Float32Array(corpus.docCount);
    this.docHeader = new Float32Array(corpus.docCount);
    this.isDocTouched = new Uint8Array(corpus.docCount);
  }

  collect(group: LexicalGroup): void {
    const { chunkDoc } = this.corpus;
    for (const { postings, factor } of group.members) {
      const { chunks, fields, counts } = postings;
      for (let at = 0; at < chunks.length; at++) {
        const chunk = chunks[at]!;
        const doc = chunkDoc[chunk]!;
        if (this.isDocTouched[doc] === 0) {
          this.isDocTouched[doc] = 1;
          this.touchedDocs.push(doc);
        }
        if (this.isChunkTouched[chunk] === 0) {
          this.isChunkTouched[chunk] = 1;
          this.touchedChunks.push(chunk);
        }
        const amount = factor * counts[at]!;
        const field = fields[at]!;
        if (field === BODY) {
          this.chunkBody[chunk]! += amount;
          this.docBody[doc]! += amount;
        } else if (field === NAME) {
          this.chunkName[chunk]! += amount;
          this.docName[doc]! += amount;
        } else if (field === TYPE) this.docType[doc]! += amount;
        else if (field === DOC) this.docDoc[doc]! += amount;
        else if (field === HEADER) this.docHeader[doc]! += amount;
      }
    }
  }

  addTo(
    scores: LexicalScores,
    chunkTitle: Float64Array,
    chunkName: Float64Array,
    chunkMass: Float64Array,
    mass: number,
    isTitle: boolean,
    hasTitle: boolean,
  ): void {
    const { chunkLength, averageChunkLength, docLength, averageDocLength } = this.corpus;
    for (const chunk of this.touchedChunks) {
      const count = this.chunkBody[chunk]! + this.chunkName[chunk]!;
      const norm = BM25.chunkK * (1 - BM25.chunkB + (BM25.chunkB * chunkLength[chunk]!) / averageChunkLength);
      const score = (mass * count * (BM25.chunkK + 1)) / (count + norm);
      scores.chunkScore[chunk]! += score;
      if (hasTitle && isTitle) chunkTitle[chunk]! += score;
      chunkMass[chunk]! += mass;
      const names = this.chunkName[chunk]!;
      if (names > 0) chunkName[chunk]! += (mass * names) / (names + 0.3);
    }
    for (const doc of this.touchedDocs) {
      const count = this.docBody[doc]!;
      const norm = BM25.fileK * (1 - BM25.fileB + (BM25.fileB * docLength[doc]!) / averageDocLength);
      const score = (mass * count * (BM25.fileK + 1)) / (count + norm);
      scores.bodyFile[doc]! += score;
      scores.coverage[doc]! += mass;
      scores.rareCoverage[doc]! += mass * mass;
      const spread = 1 + Math.log1p(docLength[doc]! / averageDocLength);
      const name = mass * saturate(this.docName[doc]!, BM25.nameK * spread);
      scores.nameFile[doc]! += name;
      if (isTitle) {
        scores.titleFile[doc]! += score;
        scores.titleCoverage[doc]! += mass;
        scores.nameTitle[doc]! += name;
      }
      scores.typeFile[doc]! += mass * saturate(this.docType[doc]!, BM25.nameK * spread);
      scores.docFile[doc]! += mass * saturate(this.docDoc[doc]!, BM25.fieldK * spread);
      scores.headerFile[doc]! += mass * saturate(this.docHeader[doc]!, BM25.fieldK);
    }
  }

  reset(): void {
    for (const chunk of this.touchedChunks) {
      this.chunkBody[chunk] = 0;
      this.chunkName[chunk] = 0;
      this.isChunkTouched[chunk] = 0;
    }
    for (const doc of this.touchedDocs) {
      this.docBody[doc] = 0;
      this.docName[doc] = 0;
      this.docType[doc] = 0;
      this.docDoc[doc] = 0;
      this.docHeader[doc] = 0;
      this.isDocTouched[doc] = 0;
    }
    this.touchedChunks.length = 0;
    this.touchedDocs.length = 0;
  }
}

function saturate(count: number, k: number): number {
  return count === 0 ? 0 : (count * (1 + k)) / (count + k);
}

function reduceChunks(
  corpus: Corpus,
  scores: LexicalScores,
  chunkTitle: Float64Array,
  chunkName: Float64Array,
  chunkMass: Float64Array,
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
