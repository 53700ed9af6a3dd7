/** Units that classes are by what they derive from. */
import { handleOf } from "../core/edges.ts";
import type { FrameworkFile, Unit, UnitType } from "./contract.ts";

/** Bases are compared without type arguments; a table may name them whole (`ActiveJob::Base`) or by their last part. */
export function unitsByBases(
  { path, symbols }: Pick<FrameworkFile, "path" | "symbols">,
  types: Readonly<Record<string, UnitType>>,
): Unit[] {
  return symbols.flatMap((symbol): Unit[] => {
    if (symbol.kind !== "class") return [];
    const base = symbol.bases
      .flatMap(({ name }) => spellings(name.replace(/<.*$/s, "")))
      .find((name) => Object.hasOwn(types, name));
    if (base === undefined) return [];
    const place = { handle: handleOf(path, symbol), span: symbol.span };
    return [{ type: types[base]!, name: symbol.name, place }];
  });
}

function spellings(name: string): string[] {
  const last = name.replace(/^.*(?:\.|::|\\)/s, "");
  return last === name ? [name] : [name, last];
}
