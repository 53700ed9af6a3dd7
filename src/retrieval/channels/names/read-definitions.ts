/** Definitions of names, by member. */
import { FIELDS } from "../../../core/facts.ts";
import { wordTerms } from "../../../core/terms.ts";
import type { SymbolHit } from "../../../storage/contract.ts";
import type { NamedSymbol } from "../../query/entities.ts";
import type { Scope } from "../../scope/scope.ts";
import type { SearchableView } from "../../searchable-view.ts";
import { readPostings, type TermPostings } from "../../terms/term-postings.ts";

/** One definition of a name; `doc` in the corpus's numbering. */
export interface Definition {
  doc: number;
  name: string;
  kind: string;
  qualifiedName: string;
  isExported: boolean;
  isTopLevel: boolean;
}

const NAME = FIELDS.indexOf("name");
/** Names that more files define than this point nowhere, and resolving them would cost more than the search. */
const MAX_DEFINING_DOCS = 60;

/** By position of the member, then by symbol; nothing for names that are too common in the scope. */
export async function readDefinitions(
  scope: Scope,
  symbols: readonly NamedSymbol[],
): Promise<Definition[][][]> {
  // The name as the index holds it, for a cheap look at how common it is.
  const terms = symbols.map(({ name }) => wordTerms(name)[0] ?? "");
  const postings = await scope.ask(({ view }) => readPostings(view, terms));
  const isCommon = terms.map((term) => {
    let docs = 0;
    for (const { corpus, position } of scope.members)
      docs += countNamingDocs(corpus.chunkDoc, postings[position]!.get(term));
    return docs > MAX_DEFINING_DOCS;
  });
  return scope.ask(async ({ view, position }) => {
    const isWorthReading = terms.map((term, at) => !isCommon[at] && postings[position]!.has(term));
    const names = symbols.filter((_symbol, at) => isWorthReading[at]).map(({ name }) => name);
    const read = names.length > 0 ? await view.reader.symbolsNamed(names) : [];
    let next = 0;
    return isWorthReading.map((isRead) => (isRead ? definitionsOf(view, read[next++]!) : []));
  });
}

function definitionsOf({ index }: SearchableView, hits: readonly SymbolHit[]): Definition[] {
  return hits.flatMap(({ blob, symbol }) => {
    const doc = index.docOfBlob.get(blob);
    if (doc === undefined) return [];
    return {
      doc,
      name: symbol.name,
      kind: symbol.kind,
      qualifiedName: symbol.qualifiedName,
      isExported: symbol.scope === "exported",
      isTopLevel: symbol.parent < 0,
    };
  });
}

function countNamingDocs(chunkDoc: Uint32Array, postings: TermPostings | undefined): number {
  if (!postings) return 0;
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
