/** Vectors of paths. Those of one folder share its part of the sum; sums are exact, so sharing changes nothing else. */
import { eachWord, wordTerms } from "../../core/terms.ts";
import { quantiseInto } from "../quantise.ts";
import type { TermEmbedder } from "./term-embedder.ts";

const MAX_COUNT = 4_095;

interface FolderPart {
  name: string;
  counts: ReadonlyMap<string, number>;
  sums: Float64Array;
}

/** Rows of int8, one behind the other. Quickest when names of a folder follow each other. */
export function embedNames(embedder: TermEmbedder, names: readonly string[]): Int8Array {
  const { dims } = embedder;
  const rows = new Int8Array(names.length * dims);
  const sums = new Float64Array(dims);
  let folder: FolderPart = { name: "", counts: new Map(), sums: new Float64Array(dims) };
  for (const [at, name] of names.entries()) {
    const folderName = name.slice(0, name.lastIndexOf("/") + 1);
    if (folderName !== folder.name) {
      const counts = countTerms(folderName);
      folder = { name: folderName, counts, sums: embedder.embedWeighted(weigh(embedder, counts)) };
    }
    const own = countTerms(name.slice(folderName.length));
    if (haveCommon(own, folder.counts)) {
      // A term that occurs again does not count twice as much.
      sums.set(embedder.embedWeighted(weighTerms(embedder, name)));
    } else {
      sums.set(folder.sums);
      for (const [term, weight] of weigh(embedder, own)) embedder.addTerm(sums, 0, term, weight);
    }
    quantiseInto(sums, 0, dims, rows, at * dims);
  }
  return rows;
}

/** Terms of a text as those of a body are counted, without the weight of its field. */
export function weighTerms(embedder: TermEmbedder, text: string): [string, number][] {
  return [...weigh(embedder, countTerms(text))];
}

function* weigh(embedder: TermEmbedder, counts: ReadonlyMap<string, number>): Generator<[string, number]> {
  for (const [term, count] of counts) yield [term, embedder.countWeight(Math.min(count, MAX_COUNT))];
}

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  eachWord(text, (word) => {
    for (const term of wordTerms(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  return counts;
}

function haveCommon(few: ReadonlyMap<string, number>, many: ReadonlyMap<string, number>): boolean {
  for (const term of few.keys()) if (many.has(term)) return true;
  return false;
}
