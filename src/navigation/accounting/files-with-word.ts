/** Which indexed files may hold a name, told by the index of words. */
import { eachWord, MAX_WORD, wordTerms } from "../../core/terms.ts";
import type { ViewFile, ViewReader } from "../../storage/contract.ts";

/** Files of so many bytes may be too long for their bodies' words to be kept (see `MAX_LINES_FOR_BODIES`). */
const MAYBE_STRUCTURE_BYTES = 200_000;

/** Null when the index of words cannot tell. */
export async function filesWithWord(reader: ViewReader, name: string): Promise<ViewFile[] | null> {
  const terms = termsOf(name);
  if (terms.length === 0) return null;
  const postings = await reader.postings(terms);
  const [first, ...others] = terms.map((term) => new Set<number>(postings.get(term)?.blobs ?? []));
  const hasAll = (blob: number) => first!.has(blob) && others.every((blobs) => blobs.has(blob));
  const files = await reader.files();
  const large = await structureOnly(reader, files);
  return files.filter(({ blob, path }) => hasAll(blob) || large.has(path));
}

/** One term per word of the name: the whole word, as files with it have it. */
function termsOf(name: string): string[] {
  const terms: string[] = [];
  let isTooLong = name.length > MAX_WORD;
  eachWord(name, (word) => {
    const [whole] = wordTerms(word);
    if (whole === undefined) isTooLong = true;
    else terms.push(whole);
  });
  return isTooLong ? [] : terms;
}

async function structureOnly(reader: ViewReader, files: readonly ViewFile[]): Promise<Set<string>> {
  // A file that changed just now has no stamp yet, and may have any size.
  const large = files.filter(({ stamp }) => stamp === null || stamp.size >= MAYBE_STRUCTURE_BYTES);
  const outlines = await reader.outlines(large.map(({ blob }) => blob));
  return new Set(large.filter((_, at) => outlines[at]!.status === "structure").map(({ path }) => path));
}
