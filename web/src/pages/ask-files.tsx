import type { Overview, SourcePage } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { CodeLines } from "../parts/code-lines.tsx";
import { codeAddress, graphAddress, Link, type Place } from "../router.tsx";
import { plural, show } from "../show.ts";
import { type AskFilters, Filters } from "./ask-filters.tsx";
import { pathOf, type SearchData, type SearchResult } from "./search-data.ts";

const SNIPPET_LINES = 14;
/** Further files show the lines that decide; their code is one click away. */
const FILES_WITH_CODE = 6;

interface Props {
  repo: string;
  place: Place;
  data: SearchData;
  filters: AskFilters;
  overview: Overview | null;
}

export function FilesView({ repo, place, data, filters, overview }: Props) {
  const { results, certainty, isFresh, reason } = data;
  return (
    <>
      <p className="muted summary-line" role="status">
        {results.length === 0 ? "No file." : `${plural(results.length, "file")}, best first`} · read as a
        question to {data.intent}
        {certainty && ` · ${certainty.level}: ${show(certainty.reason)}`}
        {isFresh === false && ` · pending: ${show(reason ?? "")}`}
      </p>
      <Filters repo={repo} place={place} results={results} filters={filters} overview={overview} />
      <ol className="results">
        {results.map((result, at) => (
          <Result
            key={result.file}
            repo={result.repository ?? repo}
            result={result}
            hasCode={at < FILES_WITH_CODE}
          />
        ))}
      </ol>
    </>
  );
}

function Result({ repo, result, hasCode }: { repo: string; result: SearchResult; hasCode: boolean }) {
  const path = pathOf(result);
  const [first, ...rest] = result.spans;
  const hashOf = (span: SearchResult["spans"][number]) => span.symbol ?? `L${span.startLine}-${span.endLine}`;
  return (
    <li className="result">
      <h2>
        <Link
          href={codeAddress(repo, path, first ? hashOf(first) : "")}
          className="path"
          data-item
          data-graph={graphAddress(repo, first?.symbol ? `${path}#${first.symbol}` : path)}
        >
          {show(result.file)}
        </Link>
        <span className="score muted">{result.score.toFixed(2)}</span>
      </h2>
      <p className="chips">
        {result.reasons.map((reason) => (
          <span key={reason} className="chip still">
            {show(reason)}
          </span>
        ))}
      </p>
      {first && hasCode && <Snippet repo={repo} path={path} from={first.startLine} to={first.endLine} />}
      <ul className="spans">
        {(hasCode ? rest : result.spans).map((span) => (
          <li key={span.startLine}>
            <Link href={codeAddress(repo, path, hashOf(span))}>
              {linesOf(span)}
              {span.symbol && <b> {show(span.symbol)}</b>}
            </Link>{" "}
            <span className="muted">{show(span.reason)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function linesOf({ startLine, endLine }: SearchResult["spans"][number]): string {
  return startLine === endLine ? `line ${startLine}` : `${startLine}–${endLine}`;
}

function Snippet({ repo, path, from, to }: { repo: string; path: string; from: number; to: number }) {
  const lines = Math.min(SNIPPET_LINES, to - from + 1);
  const { data } = useQuestion(`snippet ${repo} ${path} ${from} ${lines}`, (signal) =>
    get<SourcePage>("/api/v1/source", { repo, path, from, lines }, signal),
  );
  if (!data) return <p className="code waiting muted">Loading …</p>;
  return (
    <>
      <CodeLines page={data} label={`${show(path)}, lines ${from} to ${from + lines - 1}`} />
      {to - from + 1 > lines && (
        <p className="muted cut">{plural(to - from + 1 - lines, "further line")} of this span</p>
      )}
    </>
  );
}
