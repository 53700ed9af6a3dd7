/** What the channels ask, answered by a store's reader. */
import { FIELDS } from "../../core/facts.ts";
import type { Postings } from "../../storage/contract.ts";
import type { GenerationIndex, SearchableView } from "../searchable-view.ts";
import type { TermSource } from "./expand-terms.ts";
import type { TermPostings } from "./lexical.ts";
import type { Definition, NameSource } from "./names.ts";

const NAME = FIELDS.indexOf("name");

export function termSourceOf(view: SearchableView): TermSource {
  const { index, reader } = view;
  return {
    async postings(terms) {
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
    },
    termsWithPrefix: (prefix, limit) => reader.startingWith("terms", prefix, limit),
  };
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

/** Names that more files define than this point nowhere, and resolving them would cost more than the search. */
const MAX_DEFINING_DOCS = 60;

export function nameSourceOf(view: SearchableView, terms: TermSource): NameSource {
  const { corpus, docOfBlob } = view.index;
  return {
    async definitionsOf(name, term) {
      const postings = (await terms.postings([term])).get(term);
      if (!postings || countNamingDocs(corpus.chunkDoc, postings) > MAX_DEFINING_DOCS) return [];
      const [hits] = await view.reader.symbolsNamed([name]);
      return hits!.map(
        ({ blob, symbol }): Definition => ({
          doc: docOfBlob.get(blob)!,
          name: symbol.name,
          kind: symbol.kind,
          qualifiedName: symbol.qualifiedName,
          isExported: symbol.scope === "exported",
          isTopLevel: symbol.parent < 0,
        }),
      );
    },
  };
}

function countNamingDocs(chunkDoc: Uint32Array, postings: TermPostings): number {
  let count = 0;
  let last = -1;
  for (let at = 0; at < postings.chunks.length; at++) {
    if (postings.fields[at] !== NAME) continue;
    const doc = chunkDoc[postings.chunks[at]!]!;
    if (doc !== last) {
      last = doc;
      count++;
    }
  }
  return count;
}
