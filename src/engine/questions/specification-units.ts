/** Which files of a view say something of services, as units to be read together. Told by words of the index and by names. */
import { contentsWith } from "../../catalog/rules-by-signs.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import type { GivenFile } from "../../specifications/contract.ts";
import { isComposeFile } from "../../specifications/deployments/read-compose.ts";
import { isEnvironmentExample, isNginxFile } from "../../specifications/deployments/read-plain.ts";
import type { GivenFiles } from "../../specifications/read-given.ts";
import { filesReferredTo } from "../../specifications/references.ts";
import type { ViewFile, ViewReader } from "../../storage/contract.ts";

/** Of a view; more specifications than this are copies of each other. */
const MAX_DOCUMENTS = 2_000;
/** Files that one document refers to, directly and through others. */
const MAX_REFERRED = 500;
const MAX_BYTES = 32_000_000;

/** Words without which a file is none of these. Of each line all are asked for. */
const DOCUMENT_WORDS = [
  ["openapi"],
  ["swagger"],
  ["asyncapi"],
  ["apiVersion", "kind", "Service"],
  ["apiVersion", "kind", "Ingress"],
];
const GRAPHQL_WORDS = [["gql"], ["graphql"], ["resolvers"], ["Query", "Mutation"]];
const DATA: ReadonlySet<string> = new Set(["yaml", "json"]);
const CODE_WITH_GRAPHQL: ReadonlySet<string> = new Set(
  "javascript typescript jsx tsx vue svelte astro python".split(" "),
);

export interface SpecificationUnit {
  /** Equal for units of equal files, but for those that they refer to. */
  key: string;
  /** Texts are read when the unit is not known yet; null when the document cannot be read. */
  open: () => Promise<OpenUnit | null>;
}

export interface OpenUnit {
  given: GivenFiles;
  /** Paths that it refers to and the contents there; empty where there is no such file. */
  referred: ReadonlyMap<string, string>;
}

export interface UnitSource {
  reader: Pick<ViewReader, "files" | "postings">;
  readText: (path: string) => Promise<string | null>;
}

/** In the order of their paths; GraphQL of the whole view is one unit, the last one. */
export async function specificationUnits(
  source: UnitSource,
  hashes: ReadonlyMap<string, string>,
): Promise<SpecificationUnit[]> {
  const files = await source.reader.files();
  const [holding, holdingGraphql] = await contentsWith(source.reader, [DOCUMENT_WORDS, GRAPHQL_WORDS]);
  const documents = files.filter((file) => isDocument(file, holding!)).slice(0, MAX_DOCUMENTS);
  const units = documents.map((file) => documentUnit(source, file, hashes));
  const graphql = files.filter((file) => mayHoldGraphql(file, holdingGraphql!));
  return graphql.length > 0 ? [...units, graphqlUnit(source, graphql)] : units;
}

function isDocument({ path, language, blob }: ViewFile, holding: ReadonlySet<number>): boolean {
  if (isTestPath(path)) return false;
  if (isComposeFile(path) || isEnvironmentExample(path) || isNginxFile(path)) return true;
  return DATA.has(language) && holding.has(blob);
}

function mayHoldGraphql({ path, language, blob }: ViewFile, holding: ReadonlySet<number>): boolean {
  if (isTestPath(path)) return false;
  return language === "graphql" || (CODE_WITH_GRAPHQL.has(language) && holding.has(blob));
}

function documentUnit(
  source: UnitSource,
  file: ViewFile,
  hashes: ReadonlyMap<string, string>,
): SpecificationUnit {
  return {
    key: `document ${file.path} ${file.hash}`,
    open: async () => {
      const text = await source.readText(file.path);
      if (text === null) return null;
      const { texts, referred } = await gatherReferred(source, { path: file.path, text }, hashes);
      return { given: { documents: [{ path: file.path, text }], referred: texts, graphql: [] }, referred };
    },
  };
}

async function gatherReferred(
  { readText }: UnitSource,
  start: GivenFile,
  hashes: ReadonlyMap<string, string>,
): Promise<{ texts: GivenFile[]; referred: ReadonlyMap<string, string> }> {
  const texts: GivenFile[] = [];
  const referred = new Map<string, string>();
  const waiting = filesReferredTo(start.path, start.text);
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined && texts.length < MAX_REFERRED; path = waiting.pop()) {
    if (path === start.path || referred.has(path)) continue;
    referred.set(path, hashes.get(path) ?? "");
    const text = hashes.has(path) ? await readText(path) : null;
    bytes += text?.length ?? 0;
    if (text === null || bytes > MAX_BYTES) continue;
    texts.push({ path, text });
    waiting.push(...filesReferredTo(path, text));
  }
  return { texts, referred };
}

function graphqlUnit({ readText }: UnitSource, files: readonly ViewFile[]): SpecificationUnit {
  return {
    key: `graphql ${files.map(({ path, hash }) => `${path} ${hash}`).join("\n")}`,
    open: async () => {
      const graphql: GivenFile[] = [];
      let bytes = 0;
      for (const { path } of files) {
        const text = await readText(path);
        bytes += text?.length ?? 0;
        if (bytes > MAX_BYTES) break;
        if (text !== null) graphql.push({ path, text });
      }
      return { given: { documents: [], referred: [], graphql }, referred: new Map() };
    },
  };
}
