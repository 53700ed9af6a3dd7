/** How the order came about: what channels proposed, what each feature added, and two files side by side. */
import { useState } from "react";
import type { FeaturesAnswer } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { codeAddress, Link } from "../router.tsx";
import { count, show } from "../show.ts";
import { pathOf, type SearchData, type SearchResult, shortPath } from "./search-data.ts";
import { Compare } from "./why-compare.tsx";
import { OTHERS, WhyScale } from "./why-scale.ts";

export function WhyView({ repo, data }: { repo: string; data: SearchData }) {
  const { trace, results } = data;
  const [first, setFirst] = useState(0);
  const [second, setSecond] = useState(1);
  const known = useQuestion("features", (signal) => get<FeaturesAnswer>("/api/v1/features", {}, signal), []);
  if (!trace || !known.data) return <p className="muted">Searching …</p>;
  const [a, b] = [results[first], results[second]];
  const scale = new WhyScale(results, known.data.features);
  return (
    <div className="why">
      <p className="muted">
        Read as {trace.kind}, to {trace.intent} · {count(trace.candidates)} candidates · words:{" "}
        {trace.terms.map(({ term, files }) => `${show(term)} (${count(files)} files)`).join(", ") || "none"}
        {trace.problems.map((problem) => ` · not asked: ${show(problem)}`)}
      </p>
      <div className="why-flow">
        <section aria-label="Channels">
          <h2>Channels</h2>
          {trace.channels.map(({ name, proposals }) => (
            <div key={name} className="channel">
              <h3>{name}</h3>
              <ol>
                {proposals.map(({ path, value, reason }) => (
                  <li
                    key={path}
                    className={rankOf(results, path) < 0 ? "muted" : ""}
                    title={show(reason ?? "")}
                  >
                    <span className="path">{show(shortPath(path))}</span> <small>{value.toFixed(2)}</small>
                    {rankOf(results, path) >= 0 && <b> → {rankOf(results, path) + 1}</b>}
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </section>
        <section aria-label="Order">
          <h2>Features → order</h2>
          <ul className="languages" aria-label="Colours of features">
            {scale.channels.map((channel, at) => (
              <li key={channel} className={`hue-${at}`}>
                <i /> {channel}
              </li>
            ))}
            <li className={`hue-${scale.hueOf(OTHERS)}`}>
              <i /> {OTHERS}
            </li>
          </ul>
          <ol className="order">
            {results.map((result, at) => (
              <li key={result.file}>
                <Link
                  href={codeAddress(result.repository ?? repo, pathOf(result))}
                  className="path"
                  data-item
                >
                  {show(result.file)}
                </Link>
                <Bar result={result} scale={scale} />
                <span className="row">
                  <b>{result.score.toFixed(2)}</b>
                  <button
                    type="button"
                    className="chip"
                    aria-pressed={first === at}
                    onClick={() => setFirst(at)}
                  >
                    A
                  </button>
                  <button
                    type="button"
                    className="chip"
                    aria-pressed={second === at}
                    onClick={() => setSecond(at)}
                  >
                    B
                  </button>
                </span>
              </li>
            ))}
          </ol>
          {trace.cut.length > 0 && (
            <details>
              <summary>{trace.cut.length} of the files that were cut</summary>
              <ul>
                {trace.cut.map(({ path, score, reason }) => (
                  <li key={path}>
                    <span className="path">{show(path)}</span> {score.toFixed(2)}{" "}
                    <span className="muted">{show(reason)}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      </div>
      {a && b && <Compare a={a} b={b} scale={scale} />}
    </div>
  );
}

function rankOf(results: readonly SearchResult[], path: string): number {
  return results.findIndex((result) => pathOf(result) === path);
}

/** What raises a file, by channel. */
function Bar({ result, scale }: { result: SearchResult; scale: WhyScale }) {
  return (
    <div className="bar" aria-hidden="true">
      {scale.partsOf(result).map(({ channel, hue, width, points }) => (
        <i
          key={channel}
          className={`hue-${hue}`}
          style={{ width }}
          title={`${channel} +${points.toFixed(2)}`}
        />
      ))}
    </div>
  );
}
