/** What a word on a line of a file means: its definition, where a link tells, and who else is called so where none does. */
import { type Handle, handleOf, type Tier } from "../../core/edges.ts";
import { parseHandle } from "../../core/handles.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { compareGroups, findFile, findSymbols, symbolsOfFiles } from "../../navigation/find-symbol.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface DefinitionHit {
  handle: Handle;
  path: string;
  name: string;
  kind: string;
  line: number;
  signature: string;
  /** How it is known that this is meant; null: it only has the name. */
  tier: Tier | null;
}

export interface DefinitionAt {
  /** The word is the name of a definition itself. */
  isDefinition: boolean;
  hits: DefinitionHit[];
}

const MAX_GUESSES = 12;

export async function findDefinitionAt(
  reader: ViewReader,
  path: string,
  line: number,
  name: string,
): Promise<DefinitionAt | null> {
  const file = await findFile(reader, path);
  if (!file) return null;
  const own = (await symbolsOfFiles(reader, [path])).get(path) ?? [];
  const defined = own.filter(({ symbol }) => symbol.name === name && symbol.namePosition.line === line);
  if (defined.length > 0)
    return {
      isDefinition: true,
      hits: await describe(
        reader,
        defined.map(({ symbol }) => ({ handle: handleOf(path, symbol), tier: "resolved" as const })),
      ),
    };
  const [links] = await reader.linksOf([file.path]);
  const linked = new Map<Handle, Tier>();
  for (const { to, lines, tier } of links?.edges ?? [])
    if (lines.includes(line) && lastName(to) === name && !linked.has(to)) linked.set(to, tier);
  if (linked.size > 0)
    return {
      isDefinition: false,
      hits: await describe(
        reader,
        [...linked].map(([handle, tier]) => ({ handle, tier })),
      ),
    };
  const { groups } = await findSymbols(reader, name);
  const guesses = groups
    .sort((a, b) => Number(b.path === path) - Number(a.path === path) || compareGroups(a, b))
    .slice(0, MAX_GUESSES)
    .map(({ hits }) => ({ handle: handleOf(hits[0]!.path, hits[0]!.symbol), tier: null }));
  return { isDefinition: false, hits: await describe(reader, guesses) };
}

function lastName(handle: Handle): string | undefined {
  return parseHandle(handle)?.qualifiedName?.split(".").at(-1);
}

async function describe(
  reader: ViewReader,
  found: readonly { handle: Handle; tier: Tier | null }[],
): Promise<DefinitionHit[]> {
  const parsed = found.map(({ handle, tier }) => ({ handle, tier, at: parseHandle(handle)! }));
  const symbols = await symbolsOfFiles(reader, [...new Set(parsed.map(({ at }): RelPath => at.path))]);
  return parsed.flatMap(({ handle, tier, at }) => {
    const hit = (symbols.get(at.path) ?? []).find(
      ({ symbol }) => symbol.qualifiedName === at.qualifiedName && symbol.overload === at.overload,
    );
    if (!hit) return [];
    const { kind, qualifiedName, namePosition, signature } = hit.symbol;
    return [{ handle, path: at.path, name: qualifiedName, kind, line: namePosition.line, signature, tier }];
  });
}
