/** One box: names while typing, ranked files on enter, the same question as an agent's context, and why. */
import type { Overview } from "../../../src/pages/contract.ts";
import { callTool } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { go, Link, type Place, withQuery } from "../router.tsx";
import { ContextView } from "./ask-context.tsx";
import { FilesView } from "./ask-files.tsx";
import { filtersOf } from "./ask-filters.tsx";
import { AskHints } from "./ask-hints.tsx";
import { WhyView } from "./ask-why.tsx";
import type { SearchData } from "./search-data.ts";

const VIEWS = [
  ["files", "Files"],
  ["context", "Context"],
  ["why", "Why"],
] as const;
const SCOPES = [
  ["", "this repository"],
  ["boundary-aware", "with what it depends on"],
  ["global", "all repositories"],
] as const;
/** Explained answers are long, and nobody pays for their tokens here. */
const ROOM = 300_000;

export function AskPage({
  repo,
  place,
  overview,
}: {
  repo: string;
  place: Place;
  overview: Overview | null;
}) {
  const query = place.query.get("q") ?? "";
  const view = place.query.get("view") ?? "files";
  const scope = place.query.get("scope") ?? "";
  const filters = filtersOf(place);
  const args = {
    repo: filters.in.length > 0 ? filters.in : repo,
    ...(scope !== "" && filters.in.length === 0 && { scope }),
    ...(filters.lang.length > 0 && { lang: filters.lang }),
    ...(filters.kind.length > 0 && { kind: filters.kind }),
    ...(filters.package.length > 0 && { package: filters.package[0] }),
    ...(filters.type.length > 0 && scope === "global" && { include: filters.type }),
  };
  const key = JSON.stringify([query, args]);
  const isExplained = view === "why";
  const asked = useQuestion(
    query === "" || view === "context" ? null : `search ${isExplained} ${key}`,
    (signal) =>
      callTool<SearchData>(
        "search",
        { ...args, query, limit: 20, explain: isExplained, format: "json", max_tokens: ROOM },
        signal,
      ),
  );
  return (
    <div className="ask">
      <SearchBox key={repo} repo={repo} query={query} onAsk={(q) => go(withQuery(place, { repo, q }))} />
      <div className="tabs">
        <div className="row" role="tablist" aria-label="Views of the answer">
          {VIEWS.map(([id, name]) => (
            <Link
              key={id}
              role="tab"
              aria-selected={view === id}
              href={withQuery(place, { repo, view: id === "files" ? null : id })}
            >
              {name}
            </Link>
          ))}
        </div>
        <select
          aria-label="Scope"
          value={scope}
          onChange={(event) => go(withQuery(place, { repo, scope: event.target.value || null }))}
        >
          {SCOPES.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        {asked.ms !== null && view !== "context" && query !== "" && (
          <span className="muted">{Math.round(asked.ms)} ms</span>
        )}
      </div>
      <Problem error={asked.error} />
      {query === "" && <AskHints />}
      {asked.isAsking && !asked.data && <p className="muted">Searching …</p>}
      {view === "files" && asked.data && (
        <FilesView repo={repo} place={place} data={asked.data.data} filters={filters} overview={overview} />
      )}
      {view === "why" && asked.data && <WhyView repo={repo} data={asked.data.data} />}
      {view === "context" && query !== "" && <ContextView args={args} task={query} place={place} />}
    </div>
  );
}
