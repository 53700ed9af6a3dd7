/** A quick look at every doc of many views by the words of a question, to decide which are worth looking at closely. */
import { FIELDS } from "../../core/facts.ts";
import { isPathTerm } from "../channels/paths/score-paths.ts";
import type { Scope, ScopeMember } from "../scope/scope.ts";
import type { ScopeTerm, TermForm } from "../terms/expand-terms.ts";
import type { Overview } from "./overview.ts";

const BM25 = { k: 1.6, b: 0.6 };
/** What is named so is about it more surely than what mentions it. */
const FIELD_WEIGHTS = FIELDS.map((field) => (field === "name" || field === "type" ? 2.5 : 1));
/** The word in the name of a file is worth as much as its best occurrence in a text. */
const IN_NAME = BM25.k + 1;
const MIN_LETTERS = 3;
/** A word of more file names than that points nowhere. */
const MAX_NAMED = 200;

/** By position of the member, then by doc. */
export function scoreDocs(scope: Scope, terms: readonly ScopeTerm[]): Float64Array[] {
  const { docs, averageDocLength } = scope.totals;
  const scores = scope.members.map(({ corpus }) => new Float64Array(corpus.docCount));
  const counters = scope.members.map((member) => new DocCounter(member));
  for (const term of terms) {
    scope.check();
    let frequency = 0;
    for (const [position, counter] of counters.entries()) frequency += counter.count(term.forms[position]!);
    const mass = term.weight * Math.log(1 + (docs - frequency + 0.5) / (frequency + 0.5));
    for (const [position, counter] of counters.entries())
      counter.addTo(scores[position]!, mass, averageDocLength);
    if (!isPathTerm(term) || !term.isTitle || term.term.length < MIN_LETTERS) continue;
    for (const [position, { view }] of scope.members.entries())
      for (const doc of docsNamed(view.index.overview!, term.term)) scores[position]![doc]! += IN_NAME * mass;
  }
  return scores;
}

class DocCounter {
  readonly #chunkDoc: Uint32Array;
  readonly #docLength: Float64Array;
  readonly #counts: Float32Array;
  readonly #touched: number[] = [];

  constructor({ corpus }: ScopeMember) {
    this.#chunkDoc = corpus.chunkDoc;
    this.#docLength = corpus.docLength;
    this.#counts = new Float32Array(corpus.docCount);
  }

  /** In how many docs any of the forms stands. */
  count(forms: readonly TermForm[]): number {
    for (const { postings, factor } of forms) {
      const { chunks, fields, counts } = postings;
      for (let at = 0; at < chunks.length; at++) {
        const doc = this.#chunkDoc[chunks[at]!]!;
        if (this.#counts[doc] === 0) this.#touched.push(doc);
        this.#counts[doc]! += factor * counts[at]! * FIELD_WEIGHTS[fields[at]!]!;
      }
    }
    return this.#touched.length;
  }

  /** Adds what was counted, and forgets it. */
  addTo(scores: Float64Array, mass: number, averageDocLength: number): void {
    for (const doc of this.#touched) {
      const count = this.#counts[doc]!;
      const norm = BM25.k * (1 - BM25.b + (BM25.b * this.#docLength[doc]!) / averageDocLength);
      scores[doc]! += (mass * count * (BM25.k + 1)) / (count + norm);
      this.#counts[doc] = 0;
    }
    this.#touched.length = 0;
  }
}

/** Docs whose file name holds the letters; none when too many do. */
export function docsNamed({ names, nameStarts, docOfFile }: Overview, letters: string): Set<number> {
  const found = new Set<number>();
  for (let at = names.indexOf(letters); at >= 0; at = names.indexOf(letters, at + 1)) {
    found.add(docOfFile[placeAt(nameStarts, at)]!);
    if (found.size > MAX_NAMED) return new Set();
  }
  return found;
}

/** The last file whose name begins there or before. */
function placeAt(starts: Uint32Array, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
