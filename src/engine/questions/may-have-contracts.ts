/**
 * Whether symbols may ask or answer over a contract, told from their own files and a few words of the index: a question
 * about any other symbol does not pay for looking at the whole repository.
 */
import { spellings } from "../../catalog/implementations/spellings.ts";
import type { Handle } from "../../core/edges.ts";
import { parseHandle, pathOfHandle } from "../../core/handles.ts";
import { wordTerms } from "../../core/terms.ts";
import type { ViewReader } from "../../storage/contract.ts";
import { findings } from "./contracts.ts";

/** Words of specifications and of what sends GraphQL. */
const WORDS = ["openapi", "swagger", "gql", "graphql"];

export async function mayHaveContracts(reader: ViewReader, handles: readonly Handle[]): Promise<boolean> {
  // A file that hands a function to a router names it and does not call it.
  const users = (await reader.edges("into", handles)).flat().map(({ edge }) => edge.from);
  const paths = new Set<string>([...handles, ...users].map((handle) => pathOfHandle(handle)));
  const all = await reader.files();
  const files = all.filter(({ path }) => paths.has(path));
  if (await findings.haveContracts(reader, files)) return true;
  return isSpecified(reader, handles, new Set(files.map(({ blob }) => blob as number)));
}

/** A name of a specification, or a file with GraphQL in it. */
async function isSpecified(
  reader: ViewReader,
  handles: readonly Handle[],
  own: ReadonlySet<number>,
): Promise<boolean> {
  const names = handles.flatMap((handle) => {
    const name = parseHandle(handle)?.qualifiedName?.split(".").at(-1);
    return name === undefined ? [] : spellings(name);
  });
  const hits = await reader.symbolsNamed([...new Set(names)]);
  if (hits.flat().some(({ path }) => /\.(?:proto|graphqls?|gql)$/.test(path))) return true;
  const terms = [...new Set([...names, ...WORDS].map((word) => wordTerms(word)[0] ?? ""))];
  const postings = await reader.postings(terms);
  const blobsOf = (word: string) => new Set<number>(postings.get(wordTerms(word)[0] ?? "")?.blobs);
  const [openapi, swagger, gql, graphql] = WORDS.map(blobsOf);
  if ([...own].some((blob) => gql!.has(blob) || graphql!.has(blob))) return true;
  return names.some((name) => [...blobsOf(name)].some((blob) => openapi!.has(blob) || swagger!.has(blob)));
}
