/** Filters of a query and of its options, as one test per file. */
import { languageById, languageIdOfName } from "../languages/detect.ts";
import type { Corpus, CorpusFile } from "./corpus/corpus.ts";
import type { QueryFilters } from "./query/filters.ts";
import type { PathFilter } from "./scope/member.ts";
import type { UnitPlaces } from "./unit-places.ts";

type FilteredFile = Pick<CorpusFile, "path" | "language" | "facts">;

/** Null when nothing is filtered. */
export function fileFilter(
  corpus: Corpus,
  filters: QueryFilters,
  ofMember?: PathFilter,
  units?: UnitPlaces,
): ((file: number) => boolean) | null {
  const isWanted = filesTest(filters, ofMember, units);
  return isWanted && ((index) => isWanted(corpus.files[index]!));
}

/** The same of files that are in no corpus. */
export function filesTest(
  filters: QueryFilters,
  ofMember?: PathFilter,
  units?: UnitPlaces,
): ((file: FilteredFile) => boolean) | null {
  const isAsked = queryFilter(filters);
  if (!ofMember && !units) return isAsked;
  return (file) => {
    if (ofMember && !ofMember.matches(file.path)) return false;
    return (!units || units.has(file.path)) && (isAsked === null || isAsked(file));
  };
}

function queryFilter(filters: QueryFilters): ((file: FilteredFile) => boolean) | null {
  const { languages, paths, excludedPaths, excludesTests } = filters;
  if (languages.length + paths.length + excludedPaths.length === 0 && !excludesTests) return null;
  const wanted = new Set(languages.map(languageIdOfName));
  const included = paths.map(pathMatcher);
  const excluded = excludedPaths.map(pathMatcher);
  return (file) => {
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
