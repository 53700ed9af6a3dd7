/** The texts of constants in other files that paths begin with: `@Controller(RouteKey.Assets)`. */
import type { RelPath } from "../core/rel-path.ts";
import type { PathUse, WrittenName } from "../frameworks/contract.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import type { ImportedNames } from "./imported-names.ts";

export class PathConstants {
  readonly #texts = new Map<string, string>();

  static async read(
    reader: Pick<ViewReader, "outlines">,
    asking: readonly { path: RelPath; uses: readonly PathUse[] }[],
    names: ImportedNames,
    files: readonly ViewFile[],
  ): Promise<PathConstants> {
    const constants = new PathConstants();
    const wanted = asking.flatMap(({ path, uses }) =>
      uses.flatMap(({ constant }) => {
        const places = constant === undefined ? [] : names.of(path, constant);
        return places.length === 1 ? [{ key: keyOf(path, constant!), ...places[0]! }] : [];
      }),
    );
    const holding = new Set<string>(wanted.map((one) => one.path));
    const read = files.filter(({ path }) => holding.has(path));
    const outlines = await reader.outlines(read.map(({ blob }) => blob));
    const byPath = new Map(read.map(({ path }, at) => [path as string, outlines[at]!]));
    for (const { key, path, name } of wanted) {
      const symbol = byPath.get(path)?.symbols.find(({ qualifiedName }) => qualifiedName === name);
      if (symbol?.literal !== undefined) constants.#texts.set(key, symbol.literal);
    }
    return constants;
  }

  textOf(path: RelPath, constant: WrittenName): string | undefined {
    return this.#texts.get(keyOf(path, constant));
  }
}

function keyOf(path: RelPath, { name }: WrittenName): string {
  return `${path}\n${name}`;
}
