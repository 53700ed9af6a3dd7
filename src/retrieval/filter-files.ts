/** Filters of a query and of its options, as one test per file. */
import { languageById, languageIdOfName } from "../languages/detect.ts";
import type { Corpus } from "./corpus/corpus.ts";
import type { QueryFilters } from "./query/filters.ts";
import type { PathFilter } from "./scope/member.ts";
import type { UnitPlaces } from "./unit-places.ts";

/** Null when nothing is filtered. */
export function fileFilter(
  corpus: Corpus,
  filters: QueryFilters,
  ofMember?: PathFilter,
  units?: UnitPlaces,
): ((file: number) => boolean) | null {
  const isAsked = queryFilter(corpus, filters);
  if (!ofMember && !units) return isAsked;
  return (index) => {
    const { path } = corpus.files[index]!;
    if (ofMember && !ofMember.matches(path)) return false;
    return (!units || units.has(path)) && (isAsked === null || isAsked(index));
  };
}

function queryFilter(corpus: Corpus, filters: QueryFilters): ((file: number) => boolean) | null {
  const { languages, paths, excludedPaths, excludesTests } = filters;
  if (languages.length + paths.length + excludedPaths.length === 0 && !excludesTests) return null;
  const wanted = new Set(languages.map(languageIdOfName));
  const included = paths.map(pathMatcher);
  const excluded = excludedPaths.map(pathMatcher);
  return (index) => {
    const file = corpus.files[index]!;
    if (excludesTests && file.facts.flags.has("test")) return false;
    if (
      wanted.size > 0 &&
      !wanted.has(file.language) &&
      !wanted.has(file.facts.extension) &&
      !isVariantOf(file.language, wanted)
    )
      return false;
    if (included.length > 0 && !included.some((matches) => matches(file.path))) return false;
    return !excluded.some((matches) => matches(file.path));
  };
}

/** `typescript` also means tsx. */
function isVariantOf(language: string, wanted: ReadonlySet<string>): boolean {
  const base = languageById(language)?.variantOf;
  return base !== undefined && wanted.has(base);
}

/** `*` and `?` match inside a component, `**` across; without them, a piece of the path in any case. */
function pathMatcher(pattern: string): (path: string) => boolean {
  if (!/[*?]/.test(pattern)) {
    const piece = pattern.toLowerCase().replace(/^\.\//, "");
    return (path) => path.toLowerCase().includes(piece);
  }
  const parts = pattern.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part.startsWith("**")) return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  const expression = new RegExp(`(?:^|/)${collapse(parts).join("")}(?:$|/)`, "i");
  return (path) => expression.test(path);
}

/** Neighbouring wild cards are one: a run of them would make matching slow. */
function collapse(parts: readonly string[]): string[] {
  const kept = parts.filter((part) => part !== "");
  return kept.filter((part, at) => !(part.endsWith("*") && at > 0 && kept[at - 1]!.endsWith("*")));
}
