/**
 * What is kept of a view that is not opened whole: where its chunks lie, how long they are, and the names of its files. Enough to
 * choose the files that a question looks at closely; everything else is read of these alone.
 */
import type { BlobId, ChunkLengths, ViewFile, ViewReader } from "../../storage/contract.ts";
import { type Corpus, corpusOfView, languageSharesOf, layOutChunks } from "../corpus/corpus.ts";
import { PathVocabulary } from "../corpus/path-vocabulary.ts";
import { GenerationIndex } from "../searchable-view.ts";

const BYTES = { file: 120 };

export interface Overview {
  /** Of the whole view, ascending by path. */
  files: readonly ViewFile[];
  /** Places of the files that are one doc. */
  placesOfDoc: readonly (readonly number[])[];
  /** By place. */
  docOfFile: Uint32Array;
  /** Base names in lower case, one after the other, and where each begins. */
  names: string;
  nameStarts: Uint32Array;
  lengths: ChunkLengths;
  bytes: number;
}

/** An index whose corpus has no files: words can be looked up in it, and nothing else. */
export async function buildOverview(reader: ViewReader): Promise<GenerationIndex> {
  const [files, lengths] = [await reader.files(), await reader.chunkLengths()];
  const docOfBlob = new Map<number, number>();
  const placesOfDoc: number[][] = [];
  const docOfFile = new Uint32Array(files.length);
  const nameStarts = new Uint32Array(files.length);
  let names = "";
  for (const [place, { path, blob }] of files.entries()) {
    let doc = docOfBlob.get(blob);
    if (doc === undefined) {
      doc = placesOfDoc.length;
      docOfBlob.set(blob, doc);
      placesOfDoc.push([]);
    }
    placesOfDoc[doc]!.push(place);
    docOfFile[place] = doc;
    nameStarts[place] = names.length;
    names += `${path.slice(path.lastIndexOf("/") + 1).toLowerCase()}\n`;
  }
  const { totalLength, ...layout } = layOutChunks(docOfBlob, (blob) => lengths.get(blob as BlobId));
  const corpus: Corpus = {
    files: [],
    filesOfDoc: [],
    docCount: placesOfDoc.length,
    ...layout,
    totals: {
      files: files.length,
      docs: placesOfDoc.length,
      chunks: layout.chunkDoc.length,
      length: totalLength,
      languageShares: languageSharesOf(files),
    },
    paths: new PathVocabulary([]),
    filesByStem: new Map(),
    filesByDirectory: new Map(),
    testedBy: new Map(),
    fileByPath: new Map(),
  };
  const index = new GenerationIndex(corpus, [...docOfBlob.keys()] as BlobId[], docOfBlob);
  const bytes = files.length * BYTES.file + names.length;
  index.overview = { files, placesOfDoc, docOfFile, names, nameStarts, lengths, bytes };
  return index;
}

/** An index of these files alone, whose statistics are those of the whole view. */
export function focusOn(whole: GenerationIndex, places: readonly number[]): GenerationIndex {
  const { files, lengths } = whole.overview!;
  const chosen = places.map((place) => files[place]!);
  const { corpus, docOfContent } = corpusOfView(chosen, lengths, whole.corpus.totals);
  const placeOf = new Map(places.map((place) => [files[place]!.path as string, place]));
  const blobOfDoc: BlobId[] = [];
  for (const [blob, doc] of docOfContent) blobOfDoc[doc] = blob as BlobId;
  return new GenerationIndex(corpus, blobOfDoc, docOfContent, {
    part: {
      places: corpus.files.map(({ path }) => placeOf.get(path)!),
      answers: whole.answers,
    },
  });
}
