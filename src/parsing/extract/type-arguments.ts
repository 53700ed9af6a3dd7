/** What stands between the angle brackets behind a called name. */
import { BEFORE_PARENTHESIS } from "./arguments-start.ts";
import { MAX_HOLE } from "./read-arguments.ts";
import { fold } from "./signature.ts";

/** `IStore` and `SqlStore` of `<IStore, SqlStore>` behind a name. */
export function readTypeArguments(source: string, nameEnd: number): string[] {
  if (source[nameEnd] !== "<" && !source.startsWith("::<", nameEnd)) return [];
  BEFORE_PARENTHESIS.lastIndex = nameEnd;
  if (!BEFORE_PARENTHESIS.test(source)) return [];
  const inside = source.slice(nameEnd, BEFORE_PARENTHESIS.lastIndex).replace(/^(?:::)?<|>\s*$/g, "");
  return inside
    .split(/,(?![^<]*>)/)
    .map((type) => fold(type.trim(), MAX_HOLE))
    .filter((type) => type !== "");
}
