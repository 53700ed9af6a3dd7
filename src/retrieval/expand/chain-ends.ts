/** Where import chains end: at modules that no repository of the scope has, and where the language changes. */
import { posix } from "node:path";
import type { ImportFact } from "../../core/facts.ts";
import { dirname } from "../../core/rel-path.ts";
import type { ViewFile, ViewReader } from "../../storage/contract.ts";
import type { ScopePath } from "../scope/qualified-path.ts";

export interface ChainEnds {
  /** Modules that the file imports and nobody has indexed, as they are written there. */
  outside: readonly string[];
  /** What it reaches in another language. */
  borders: readonly LanguageBorder[];
}

export interface LanguageBorder {
  place: string;
  language: string;
  /** What is called over the wire, as `GET /api/users`; null: the file is imported as it is. */
  contract: string | null;
}

/** What answers a call over the wire. */
export interface ServiceCall extends ScopePath {
  language: string;
  contract: string;
}

/** What each of these files of a member calls that code of another language answers. */
export type ServiceCalls = (paths: readonly string[]) => Promise<readonly (readonly ServiceCall[])[]>;

export interface EndingFile {
  path: string;
  /** Lines of imports that a link goes out from. */
  ledSomewhere: ReadonlySet<number>;
}

/** Imports that can only mean the package that the file itself is of. */
const OWN_PACKAGE = /^(?:\.|\/|(?:crate|self|super)\b)/;

/** Of files of one member, in their order. `placeOf`: what the chain calls a file; without a repository, one of the member. */
export async function findEnds(
  { reader, serviceCalls }: { reader: ViewReader; serviceCalls?: ServiceCalls | undefined },
  files: readonly EndingFile[],
  placeOf: (file: ScopePath) => string,
): Promise<ChainEnds[]> {
  const indexed = new Map((await reader.files()).map((file) => [file.path as string, file]));
  const known = files.filter(({ path }) => indexed.has(path));
  const facts = await reader.facts(known.map(({ path }) => indexed.get(path)!.blob));
  const calls = (await serviceCalls?.(files.map(({ path }) => path))) ?? [];
  return files.map((file, at) => {
    const imports = facts[known.indexOf(file)]?.imports ?? [];
    const lost = imports.filter(({ line }) => !file.ledSomewhere.has(line));
    const called = (calls[at] ?? []).map(({ language, contract, ...target }) => ({
      place: placeOf(target),
      language,
      contract,
    }));
    return {
      outside: [...new Set(lost.map(({ source }) => source))].filter((source) => !OWN_PACKAGE.test(source)),
      borders: [...importedFiles(file.path, lost, indexed, placeOf), ...called],
    };
  });
}

/** Style sheets, data and the like, which are imported by their path and are no code of the importer's language. */
function importedFiles(
  path: string,
  imports: readonly ImportFact[],
  indexed: ReadonlyMap<string, ViewFile>,
  placeOf: (file: ScopePath) => string,
): LanguageBorder[] {
  const targets = imports
    .filter(({ source }) => source.startsWith("."))
    .map(({ source }) => indexed.get(posix.join(dirname(path), source)));
  return [...new Set(targets)]
    .filter((target) => target !== undefined)
    .map((target) => ({ place: placeOf({ path: target.path }), language: target.language, contract: null }));
}
