/** Models: a class with the table behind it, its columns and what it is tied to. */
import type { SymbolFact } from "../core/facts.ts";
import { handleOfSymbol } from "./arguments.ts";
import type { Details, FrameworkFile, Unit } from "./contract.ts";

export interface ModelShape {
  table?: string | undefined;
  /** `name: type`, or the name alone where the code does not say more. */
  columns?: readonly string[];
  /** `belongs_to team: Team`: kind, name, and the other model where it is named. */
  associations?: readonly string[];
}

export function modelUnit(file: FrameworkFile, symbol: number, shape: ModelShape, name?: string): Unit {
  const { name: own, span } = file.symbols[symbol]!;
  const place = { handle: handleOfSymbol(file, symbol), span };
  return withDetails({ type: "model", name: name ?? own, place }, detailsOf(shape));
}

export function withDetails(unit: Unit, details: Details): Unit {
  return Object.keys(details).length > 0 ? { ...unit, details } : unit;
}

/** What is empty is left out. */
export function detailsOf(shape: ModelShape | Details): Details {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== undefined && value.length > 0),
  ) as Details;
}

/** Properties of a class, with their places in the list of symbols. */
export function propertiesOf({ symbols }: FrameworkFile, owner: number): (SymbolFact & { at: number })[] {
  return symbols.flatMap((symbol, at) =>
    symbol.parent === owner && symbol.kind === "property" ? [{ ...symbol, at }] : [],
  );
}

export function column({ name, valueType }: Pick<SymbolFact, "name" | "valueType">): string {
  return valueType === undefined ? name : `${name}: ${valueType}`;
}

/** `UserProfile` is `user_profile`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

const UNCOUNTED: ReadonlySet<string> = new Set(
  "equipment information rice money species series fish sheep jeans police news data".split(" "),
);
const IRREGULAR: Readonly<Record<string, string>> = {
  person: "people",
  man: "men",
  woman: "women",
  child: "children",
  mouse: "mice",
  ox: "oxen",
};

/** As Rails, Laravel and GORM call the table of a model: the last word in the plural. */
export function pluralOf(name: string): string {
  const word = name.replace(/^.*_/s, "");
  const start = name.slice(0, name.length - word.length);
  if (UNCOUNTED.has(word)) return name;
  if (Object.hasOwn(IRREGULAR, word)) return start + IRREGULAR[word]!;
  if (/(?:[^aeiou]|qu)y$/.test(word)) return `${start}${word.slice(0, -1)}ies`;
  if (/(?:x|ch|sh|ss)$/.test(word)) return `${name}es`;
  if (/(?:alias|status|virus)$/.test(word)) return `${name}es`;
  if (/sis$/.test(word)) return `${name.slice(0, -2)}es`;
  return word.endsWith("s") ? name : `${name}s`;
}
