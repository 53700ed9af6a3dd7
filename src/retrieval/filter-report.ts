/** What the filters of a question leave: values that nothing has, and which filter it was that left nothing. */
import { SYMBOL_KINDS } from "../core/facts.ts";
import { UNIT_TYPES } from "../core/unit-types.ts";
import { languageById, languageIdOfName } from "../languages/detect.ts";
import { fileFilter } from "./filter-files.ts";
import { NO_FILTERS, type QueryFilters } from "./query/filters.ts";
import type { Scope } from "./scope/scope.ts";
import type { UnitPlaces } from "./unit-places.ts";

export interface UnknownFilter {
  filter: "lang" | "kind";
  value: string;
  /** Values that would find something. */
  known: string[];
}

export interface FilterReport {
  unknown: UnknownFilter[];
  /** Filters that no file passes, or that leave nothing together. */
  empty: string[];
}

/** Null when nothing is filtered. */
export function reportFilters(
  scope: Scope,
  filters: QueryFilters,
  units: ReadonlyMap<string, UnitPlaces> | null = null,
): FilterReport | null {
  const parts = partsOf(filters);
  const hasNoUnits = units !== null && [...units.values()].every(({ size }) => size === 0);
  if (hasNoUnits) return { unknown: [], empty: [`type:${filters.types.join(",")}`] };
  if (parts.length === 0) return units && { unknown: [], empty: [] };
  const unknown: UnknownFilter[] = filters.kinds
    .filter((kind) => !SYMBOL_KINDS.includes(kind as (typeof SYMBOL_KINDS)[number]))
    .map((value) => ({
      filter: "kind",
      value,
      known: [...SYMBOL_KINDS, ...UNIT_TYPES.map((type) => `type:${type}`)],
    }));
  for (const value of filters.languages)
    if (!isKnownLanguage(value) && countPassing(scope, { ...NO_FILTERS, languages: [value] }) === 0)
      unknown.push({ filter: "lang", value, known: languagesOf(scope) });
  const empty = parts.filter(({ alone }) => countPassing(scope, alone) === 0).map(({ name }) => name);
  if (empty.length === 0 && countPassing(scope, filters) === 0)
    empty.push(parts.map(({ name }) => name).join(" with "));
  return { unknown, empty };
}

/** Each filter by itself, as it would be typed. */
function partsOf(filters: QueryFilters): { name: string; alone: QueryFilters }[] {
  const { languages, paths, excludedPaths, excludesTests } = filters;
  return [
    ...(languages.length > 0
      ? [{ name: `lang:${languages.join(",")}`, alone: { ...NO_FILTERS, languages } }]
      : []),
    ...(paths.length > 0 ? [{ name: `path:${paths.join(",")}`, alone: { ...NO_FILTERS, paths } }] : []),
    ...(excludedPaths.length > 0
      ? [{ name: `-path:${excludedPaths.join(",")}`, alone: { ...NO_FILTERS, excludedPaths } }]
      : []),
    ...(excludesTests ? [{ name: "-test", alone: { ...NO_FILTERS, excludesTests } }] : []),
    ...(filters.kinds.length > 0
      ? [{ name: `kind:${filters.kinds.join(",")}`, alone: { ...NO_FILTERS, kinds: filters.kinds } }]
      : []),
  ];
}

function countPassing(scope: Scope, filters: QueryFilters): number {
  let count = 0;
  for (const { corpus } of scope.members) {
    const isAllowed = fileFilter(corpus, filters);
    count += isAllowed ? corpus.files.filter((_file, at) => isAllowed(at)).length : corpus.files.length;
  }
  return count;
}

/** A language that the index has no file of is no mistake: there may be one tomorrow. */
function isKnownLanguage(name: string): boolean {
  return languageById(languageIdOfName(name)) !== undefined;
}

function languagesOf(scope: Scope): string[] {
  const languages = new Set(
    scope.members.flatMap(({ corpus }) => corpus.files.map(({ language }) => language)),
  );
  return [...languages].sort();
}
