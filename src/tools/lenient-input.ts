/** Arguments that can mean one thing only are taken as that: callers learn one tool's spelling and use it for the next. */
import type { InputSchema } from "./parse-input.ts";

/** A symbol is called by one of these, by each tool in its own way. */
const SYMBOL_SPELLINGS: readonly string[] = ["symbol", "name", "symbol_name"];

/** One string where a list is taken is a list of one; the symbol may be given under the spelling of another tool. */
export function readLeniently(raw: unknown, { properties }: InputSchema): unknown {
  if (raw === null || typeof raw !== "object" || Array.isArray(raw)) return raw;
  const given = withDocumentedSymbol(raw as Record<string, unknown>, properties);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const isListOfOne = typeof value === "string" && properties[name]?.type === "array";
      return [name, isListOfOne ? [value] : value];
    }),
  );
}

function withDocumentedSymbol(
  given: Record<string, unknown>,
  properties: InputSchema["properties"],
): Record<string, unknown> {
  const documented = SYMBOL_SPELLINGS.find((name) => name in properties);
  const alias = SYMBOL_SPELLINGS.find((name) => name in given && !(name in properties));
  // Two different names for one thing are a mistake that the caller is told of.
  if (documented === undefined || alias === undefined || documented in given) return given;
  const { [alias]: value, ...rest } = given;
  return { [documented]: value, ...rest };
}
