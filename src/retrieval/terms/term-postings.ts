/** Postings of terms in the numbering of the corpus, kept while the generation is in use. */
import type { Postings } from "../../storage/contract.ts";
import type { GenerationIndex, SearchableView } from "../searchable-view.ts";

/** Occurrences of one term: chunk in the corpus's numbering, field ordinal, count. */
export interface TermPostings {
  chunks: Uint32Array;
  fields: Uint8Array;
  counts: Uint16Array;
  /** Docs of the view that hold it and are not in the corpus; none where the corpus is the whole view. */
  elsewhere: number;
}

/** Terms that do not occur are not in the answer. */
export async function readPostings(
  { index, reader }: SearchableView,
  terms: Iterable<string>,
): Promise<Map<string, TermPostings>> {
  const found = new Map<string, TermPostings>();
  const missing: string[] = [];
  for (const term of new Set(terms)) {
    const known = index.postings.get(term);
    if (known) found.set(term, known);
    else missing.push(term);
  }
  if (missing.length > 0) {
    for (const [term, postings] of await reader.postings(missing)) {
      const converted = numberChunks(index, postings);
      index.postings.set(term, converted);
      found.set(term, converted);
    }
  }
  return found;
}

function numberChunks(index: GenerationIndex, { blobs, ...of }: Postings): TermPostings {
  const { chunkBase } = index.corpus;
  const chunks = new Uint32Array(blobs.length);
  const kept: number[] = [];
  let blob = -1;
  let base: number | undefined;
  let elsewhere = 0;
  for (let at = 0; at < chunks.length; at++) {
    if (blobs[at] !== blob) {
      blob = blobs[at]!;
      const doc = index.docOfBlob.get(blob);
      base = doc === undefined ? undefined : chunkBase[doc]!;
      if (base === undefined) elsewhere++;
    }
    if (base === undefined) continue;
    chunks[at] = base + of.chunks[at]!;
    if (index.isPart) kept.push(at);
  }
  if (!index.isPart) return { chunks, fields: of.fields, counts: of.counts, elsewhere };
  return {
    chunks: Uint32Array.from(kept, (at) => chunks[at]!),
    fields: Uint8Array.from(kept, (at) => of.fields[at]!),
    counts: Uint16Array.from(kept, (at) => of.counts[at]!),
    elsewhere,
  };
}
