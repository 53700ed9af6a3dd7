/** Postings of terms in the numbering of the corpus, kept while the generation is in use. */
import type { Postings } from "../../storage/contract.ts";
import type { GenerationIndex, SearchableView } from "../searchable-view.ts";

/** Occurrences of one term: chunk in the corpus's numbering, field ordinal, count. */
export interface TermPostings {
  chunks: Uint32Array;
  fields: Uint8Array;
  counts: Uint16Array;
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

function numberChunks(index: GenerationIndex, postings: Postings): TermPostings {
  const { chunkBase } = index.corpus;
  const chunks = new Uint32Array(postings.blobs.length);
  let blob = -1;
  let base = 0;
  for (let at = 0; at < chunks.length; at++) {
    if (postings.blobs[at] !== blob) {
      blob = postings.blobs[at]!;
      base = chunkBase[index.docOfBlob.get(blob)!]!;
    }
    chunks[at] = base + postings.chunks[at]!;
  }
  return { chunks, fields: postings.fields, counts: postings.counts };
}
