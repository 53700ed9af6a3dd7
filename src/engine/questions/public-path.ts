/** How a package shows a symbol to those who use it: through which entry, and past which barrels. */

import type { Handle } from "../../core/edges.ts";
import { joinPath } from "../../core/join-path.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { symbolsOfFile } from "../../navigation/find-symbol.ts";
import type { ViewReader } from "../../storage/contract.ts";

const MAX_BARRELS = 200;
const BUILT = /^(?:\.\/)?(?:dist|lib|build|out|esm|cjs)\/(?:esm\/|cjs\/|src\/)?/;
const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** Files of the tree that a package's entries stand for: what is built of a source is named by the source. */
export function entryFiles(
  root: string,
  entries: readonly string[],
  has: (path: string) => boolean,
): Set<string> {
  const found = new Set<string>();
  for (const entry of entries) {
    const bare = entry.replace(/^\.\//, "").replace(EXTENSION, "");
    const plain = bare.replace(BUILT, "");
    for (const stem of new Set([bare, `src/${plain}`, plain])) {
      const file = ["ts", "tsx", "mts", "js", "jsx", "mjs", "cjs"]
        .map((extension) => joinPath(root, `${stem}.${extension}`))
        .find((path) => path !== null && has(path));
      if (file) {
        found.add(file);
        break;
      }
    }
  }
  return found;
}

/** The files from the symbol's own to an entry that shows it, shortest first; null when none does. */
export async function publicPathOf(
  reader: ViewReader,
  symbol: { path: RelPath; name: string },
  entries: ReadonlySet<string>,
): Promise<string[] | null> {
  const shown = await exportedAs(reader, symbol.path, symbol.name);
  let front = shown.map((name) => ({ path: symbol.path as string, name, way: [symbol.path as string] }));
  const seen = new Set<string>();
  while (front.length > 0 && seen.size < MAX_BARRELS) {
    const at = front.find(({ path }) => entries.has(path));
    if (at) return at.way;
    const next: typeof front = [];
    for (const { path, name, way } of front) {
      if (seen.has(`${path} ${name}`)) continue;
      seen.add(`${path} ${name}`);
      for (const barrel of await barrelsOver(reader, path, name))
        next.push({ ...barrel, way: [...way, barrel.path] });
    }
    front = next;
  }
  return null;
}

/** The names under which a file shows what it defines. */
async function exportedAs(reader: ViewReader, path: string, name: string): Promise<string[]> {
  const [hit] = await symbolsOfFile(reader, path);
  if (!hit) return [];
  const [outline] = await reader.outlines([hit.blob]);
  const listed = outline!.exports.filter(({ source, local }) => source === undefined && local === name);
  const own = outline!.symbols.some((symbol) => symbol.name === name && symbol.scope === "exported");
  return [...new Set([...listed.map(({ exported }) => exported), ...(own ? [name] : [])])];
}

/** Files that show the name of another file again. */
async function barrelsOver(
  reader: ViewReader,
  path: string,
  name: string,
): Promise<{ path: string; name: string }[]> {
  const [sites] = await reader.edges("into", [path as Handle], ["imports"]);
  const importers = [...new Set(sites!.map(({ edge }) => edge.from as string))].sort();
  const found: { path: string; name: string }[] = [];
  for (const importer of importers) {
    const [hit] = (await reader.files()).filter((file) => file.path === importer);
    if (!hit) continue;
    const [outline] = await reader.outlines([hit.blob]);
    for (const { exported, local, source } of outline!.exports) {
      if (source === undefined || !leadsTo(importer, source, path)) continue;
      if (exported === "*") found.push({ path: importer, name });
      else if (local === name) found.push({ path: importer, name: exported });
    }
  }
  return found;
}

function leadsTo(importer: string, source: string, path: string): boolean {
  if (!source.startsWith(".")) return false;
  const target = joinPath(importer.split("/").slice(0, -1).join("/"), source)?.replace(EXTENSION, "");
  const stem = path.replace(EXTENSION, "");
  return target === stem || `${target === "" ? "" : `${target}/`}index` === stem;
}
