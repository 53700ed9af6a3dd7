/** What ranking needs to know about every file of one generation, in arrays. Built once per generation and kept. */
import { comparePaths } from "../../core/rel-path.ts";
import { isProgramLanguage } from "../../languages/detect.ts";
import type { ChunkLengths, ViewFile } from "../../storage/contract.ts";
import { type PathFacts, readPathFacts, testedStem } from "./path-facts.ts";
import { PathVocabulary } from "./path-vocabulary.ts";

/** Sums over a whole view, also where a corpus holds only some files of it. */
export interface ViewTotals {
  files: number;
  docs: number;
  chunks: number;
  /** Of all chunks. */
  length: number;
  /** By language: share of the view's code files. */
  languageShares: ReadonlyMap<string, number>;
}

/** A file of the view. `doc` is its content: files with equal bytes share one. */
export interface CorpusFile {
  index: number;
  path: string;
  language: string;
  doc: number;
  facts: PathFacts;
  /** Share of the view's code files that are in this language, 0..1. */
  languageShare: number;
}

export interface Corpus {
  files: readonly CorpusFile[];
  /** Files of a doc, ascending by path. */
  filesOfDoc: readonly (readonly number[])[];
  docCount: number;
  /** First chunk of each doc in the global numbering, plus one entry past the end. */
  chunkBase: Uint32Array;
  chunkDoc: Uint32Array;
  chunkLength: Uint16Array;
  docLength: Float64Array;
  /** Of the whole view. */
  totals: ViewTotals;
  paths: PathVocabulary;
  /** Joined stem → files, for `foo.spec.ts` → `foo.ts` and names that are file names. */
  filesByStem: ReadonlyMap<string, readonly number[]>;
  filesByDirectory: ReadonlyMap<string, readonly number[]>;
  /** Test file → the files it most likely tests. */
  testedBy: ReadonlyMap<number, readonly number[]>;
  fileByPath: ReadonlyMap<string, number>;
}

export interface CorpusInput {
  path: string;
  language: string;
  /** Anything that is equal for equal content. */
  content: number;
}

export function buildCorpus(
  inputs: readonly CorpusInput[],
  lengthsOf: (content: number) => Uint16Array | undefined,
  /** Where the files are not all of the view. */
  totals?: ViewTotals,
): { corpus: Corpus; docOfContent: Map<number, number> } {
  const sorted = [...inputs].sort((a, b) => comparePaths(a.path, b.path));
  const docOfContent = new Map<number, number>();
  const filesOfDoc: number[][] = [];
  const shares = totals?.languageShares ?? languageSharesOf(sorted);
  const files = sorted.map((input, index): CorpusFile => {
    let doc = docOfContent.get(input.content);
    if (doc === undefined) {
      doc = filesOfDoc.length;
      docOfContent.set(input.content, doc);
      filesOfDoc.push([]);
    }
    filesOfDoc[doc]!.push(index);
    const facts = readPathFacts(input.path);
    return {
      index,
      path: input.path,
      language: input.language,
      doc,
      facts,
      languageShare: shares.get(input.language) ?? 0,
    };
  });
  const { totalLength, ...layout } = layOutChunks(docOfContent, lengthsOf);
  const groups = groupFiles(files);
  const corpus: Corpus = {
    files,
    filesOfDoc,
    docCount: filesOfDoc.length,
    ...layout,
    totals: totals ?? {
      files: files.length,
      docs: filesOfDoc.length,
      chunks: layout.chunkDoc.length,
      length: totalLength,
      languageShares: shares,
    },
    paths: new PathVocabulary(files),
    ...groups,
    testedBy: findTested(files, groups.filesByStem),
    fileByPath: new Map(files.map((file) => [file.path, file.index])),
  };
  return { corpus, docOfContent };
}

export function corpusOfView(
  files: readonly ViewFile[],
  lengths: ChunkLengths,
  totals?: ViewTotals,
): ReturnType<typeof buildCorpus> {
  const inputs = files.map((file) => ({
    path: file.path,
    language: file.language,
    content: file.blob as number,
  }));
  return buildCorpus(inputs, (content) => lengths.get(content as ViewFile["blob"]), totals);
}

export function languageSharesOf(files: readonly { language: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  let code = 0;
  for (const file of files) {
    if (!isProgramLanguage(file.language)) continue;
    code++;
    counts.set(file.language, (counts.get(file.language) ?? 0) + 1);
  }
  return new Map([...counts].map(([language, count]) => [language, count / code]));
}

/** Numbers the chunks of docs one after the other. */
export function layOutChunks(
  docOfContent: ReadonlyMap<number, number>,
  lengthsOf: (content: number) => Uint16Array | undefined,
) {
  const chunkBase = new Uint32Array(docOfContent.size + 1);
  const perDoc: (Uint16Array | undefined)[] = [];
  for (const [content, doc] of docOfContent) perDoc[doc] = lengthsOf(content);
  for (let doc = 0; doc < docOfContent.size; doc++)
    chunkBase[doc + 1] = chunkBase[doc]! + (perDoc[doc]?.length ?? 0);
  const total = chunkBase[docOfContent.size]!;
  const chunkDoc = new Uint32Array(total);
  const chunkLength = new Uint16Array(total);
  const docLength = new Float64Array(docOfContent.size);
  let sum = 0;
  for (let doc = 0; doc < docOfContent.size; doc++) {
    const base = chunkBase[doc]!;
    perDoc[doc]?.forEach((length, chunk) => {
      chunkDoc[base + chunk] = doc;
      chunkLength[base + chunk] = length;
      docLength[doc]! += length;
    });
    sum += docLength[doc]!;
  }
  return {
    chunkBase,
    chunkDoc,
    chunkLength,
    docLength,
    /** Of all docs. */
    totalLength: sum,
  };
}

function groupFiles(files: readonly CorpusFile[]) {
  const filesByStem = new Map<string, number[]>();
  const filesByDirectory = new Map<string, number[]>();
  for (const file of files) {
    push(filesByStem, file.facts.stemJoined, file.index);
    push(filesByDirectory, file.path.slice(0, Math.max(0, file.path.lastIndexOf("/"))), file.index);
  }
  return { filesByStem, filesByDirectory };
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

const MAX_TESTED = 4;

/** By name: the files whose stem the test file carries, those that share most directory words first. */
function findTested(
  files: readonly CorpusFile[],
  filesByStem: ReadonlyMap<string, readonly number[]>,
): Map<number, number[]> {
  const tested = new Map<number, number[]>();
  for (const file of files) {
    if (!file.facts.flags.has("test")) continue;
    const stem = testedStem(file.path);
    const named = stem === "" ? [] : (filesByStem.get(stem) ?? []);
    const candidates = named.filter(
      (index) => !files[index]!.facts.flags.has("test") && isProgramLanguage(files[index]!.language),
    );
    if (candidates.length === 0) continue;
    const overlap = (index: number) =>
      files[index]!.facts.directories.filter((d) => file.facts.directories.includes(d)).length;
    tested.set(
      file.index,
      [...candidates].sort((a, b) => overlap(b) - overlap(a) || a - b).slice(0, MAX_TESTED),
    );
  }
  return tested;
}
