/** Names and files for somebody who is typing: what begins so, and paths that hold it. */
import { comparePaths } from "../../core/rel-path.ts";
import { compareGroups, type SymbolGroup } from "../../navigation/find-symbol.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface NameHit {
  name: string;
  kind: string;
  path: string;
  line: number;
}

export interface NamesLike {
  symbols: NameHit[];
  files: string[];
}

const MAX_TEXT = 200;

export async function findNamesLike(reader: ViewReader, text: string, limit: number): Promise<NamesLike> {
  const typed = text.trim().slice(0, MAX_TEXT);
  if (typed === "") return { symbols: [], files: [] };
  return { symbols: await symbolsLike(reader, typed, limit), files: await filesLike(reader, typed, limit) };
}

async function symbolsLike(reader: ViewReader, typed: string, limit: number): Promise<NameHit[]> {
  const last = typed.split(/::|[.#]/).at(-1)!;
  if (last === "" || /\s/.test(last)) return [];
  const names = await reader.startingWith("names", last, limit);
  const found = await reader.symbolsNamed(names);
  const best = found.flatMap((hits) => {
    const groups = hits
      .filter(({ symbol }) => symbol.scope !== "local")
      .map((hit): SymbolGroup => ({ path: hit.path, qualifiedName: hit.symbol.qualifiedName, hits: [hit] }));
    return groups.sort(compareGroups).slice(0, 3);
  });
  const isExact = ({ hits }: SymbolGroup) => hits[0]!.symbol.name === last;
  return best
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compareGroups(a, b))
    .slice(0, limit)
    .map(({ hits: [hit] }) => {
      const { qualifiedName, kind, namePosition } = hit!.symbol;
      return { name: qualifiedName, kind, path: hit!.path, line: namePosition.line };
    });
}

/** Where the name of the file begins so, then where it holds it, then where the path does; short paths first. */
async function filesLike(reader: ViewReader, typed: string, limit: number): Promise<string[]> {
  const wanted = typed.toLowerCase();
  const ranked: { path: string; rank: number }[] = [];
  for (const { path } of await reader.files()) {
    const folded = path.toLowerCase();
    const at = folded.lastIndexOf(wanted);
    if (at < 0) continue;
    const name = folded.lastIndexOf("/") + 1;
    ranked.push({ path, rank: at === name ? 0 : at > name ? 1 : 2 });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || comparePaths(a.path, b.path))
    .slice(0, limit)
    .map(({ path }) => path);
}
