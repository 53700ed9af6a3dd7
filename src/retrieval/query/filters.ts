/** Filters typed into a query: `lang:ts path:src/core kind:class type:model -test`. They restrict; they are not searched for. */
import { UNIT_TYPES, type UnitType } from "../../core/unit-types.ts";

export interface QueryFilters {
  languages: string[];
  paths: string[];
  /** Path pieces that must not occur: `-path:legacy`. */
  excludedPaths: string[];
  kinds: string[];
  /** What frameworks make of code: `type:route`. */
  types: string[];
  /** `-test`: no test files at all; `test:only` is not a filter, the word `test` in a query lifts the prior. */
  excludesTests: boolean;
}

export const NO_FILTERS: QueryFilters = {
  languages: [],
  paths: [],
  excludedPaths: [],
  kinds: [],
  types: [],
  excludesTests: false,
};

const FILTER = /(?<![^\s])(-?)(lang|language|path|file|kind|type):("[^"\n]{1,200}"|[^\s"]{1,200})(?=\s|$)/g;
const WITHOUT_TESTS = /(?<![^\s])-tests?(?=\s|$)/g;
/** Only short queries carry filters; an issue text that holds `path: x` means its words. */
const MAX_FILTERED_QUERY = 400;

export function takeFilters(query: string): { text: string; filters: QueryFilters } {
  if (query.length > MAX_FILTERED_QUERY) return { text: query, filters: NO_FILTERS };
  const filters: QueryFilters = {
    ...NO_FILTERS,
    languages: [],
    paths: [],
    excludedPaths: [],
    kinds: [],
    types: [],
  };
  const withoutFilters = query.replace(FILTER, (_all, minus: string, key: string, raw: string) => {
    const value = raw.replace(/^"|"$/g, "");
    if (key === "path" || key === "file") (minus ? filters.excludedPaths : filters.paths).push(value);
    else if (key === "type" && isUnitType(value)) filters.types.push(value.toLowerCase());
    else if (key === "kind" || key === "type") filters.kinds.push(value.toLowerCase());
    else filters.languages.push(value.toLowerCase());
    return " ";
  });
  const text = withoutFilters.replace(WITHOUT_TESTS, () => {
    filters.excludesTests = true;
    return " ";
  });
  return { text: text.trim(), filters };
}

function isUnitType(value: string): boolean {
  return UNIT_TYPES.includes(value.toLowerCase() as UnitType);
}

/** Those that are typed into a query, and those that were given beside it. */
export function mergeFilters(typed: QueryFilters, given: Partial<QueryFilters> = {}): QueryFilters {
  return {
    languages: [...typed.languages, ...(given.languages ?? [])],
    paths: [...typed.paths, ...(given.paths ?? [])],
    excludedPaths: [...typed.excludedPaths, ...(given.excludedPaths ?? [])],
    kinds: [...typed.kinds, ...(given.kinds ?? [])],
    types: [...typed.types, ...(given.types ?? [])],
    excludesTests: typed.excludesTests || (given.excludesTests ?? false),
  };
}
