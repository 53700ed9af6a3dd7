/** Filters of an answer as chips: what its files have in common is offered, what is chosen stands in the address. */
import type { Overview } from "../../../src/pages/contract.ts";
import { go, type Place, withQuery } from "../router.tsx";
import { show } from "../show.ts";
import { pathOf, type SearchResult } from "./search-data.ts";

/** `in`: repositories; `type`: types of repositories that a question to all leaves out otherwise. */
const NAMES = ["in", "package", "lang", "kind", "type"] as const;
type FilterName = (typeof NAMES)[number];
export type AskFilters = Record<FilterName, string[]>;

const LABELS: Record<FilterName, string> = {
  in: "repository",
  package: "package",
  lang: "language",
  kind: "kind",
  type: "also",
};

export function filtersOf({ query }: Place): AskFilters {
  const read = (name: string) => (query.get(name) ?? "").split(",").filter(Boolean);
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as AskFilters;
}

interface Props {
  repo: string;
  place: Place;
  results: readonly SearchResult[];
  filters: AskFilters;
  overview: Overview | null;
}

export function Filters({ repo, place, results, filters, overview }: Props) {
  const isWide = place.query.get("scope") === "global";
  const offered: Record<FilterName, string[]> = {
    in: results.flatMap(({ repository }) => repository ?? []),
    package: results.flatMap((result) => packageOf(result, repo, overview) ?? []),
    lang: results.map(({ language }) => language),
    kind: results.flatMap(({ spans }) => spans.flatMap(({ kind }) => kind ?? [])),
    type: isWide ? ["reference", "documentation"] : [],
  };
  return NAMES.map((name) => (
    <Chips key={name} place={place} name={name} offered={offered[name]} chosen={filters[name]} />
  ));
}

/** The innermost package around a file. */
function packageOf(result: SearchResult, repo: string, overview: Overview | null): string | null {
  const owner = result.repository ?? repo;
  const packages = overview?.repositories.find(({ name }) => name === owner)?.packages ?? [];
  const path = pathOf(result);
  const around = packages.filter(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
  return around.sort((a, b) => b.folder.length - a.folder.length)[0]?.name ?? null;
}

interface ChipsProps {
  place: Place;
  name: FilterName;
  offered: readonly string[];
  chosen: readonly string[];
}

function Chips({ place, name, offered, chosen }: ChipsProps) {
  const all = [...new Set([...chosen, ...offered])];
  if (all.length < 2 && chosen.length === 0) return null;
  return (
    <div className="chips" role="group" aria-label={`Filter by ${LABELS[name]}`}>
      <span className="muted chips-name">{LABELS[name]}</span>
      {all.map((value) => {
        const isOn = chosen.includes(value);
        const others = name === "package" ? [] : chosen.filter((one) => one !== value);
        return (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={isOn}
            onClick={() => go(withQuery(place, { [name]: (isOn ? others : [...others, value]).join(",") }))}
          >
            {show(value)}
          </button>
        );
      })}
    </div>
  );
}
