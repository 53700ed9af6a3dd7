/** How the order came about: what channels proposed, what each feature added, and two files side by side. */
import { useState } from "react";
import { codeAddress, Link } from "../router.tsx";
import { count, show } from "../show.ts";
import { type Contribution, pathOf, type SearchData, type SearchResult } from "./search-data.ts";

export function WhyView({ repo, data }: { repo: string; data: SearchData }) {
  const { trace, results } = data;
  const [first, setFirst] = useState(0);
  const [second, setSecond] = useState(1);
  if (!trace) return <p className="muted">Searching …</p>;
  const [a, b] = [results[first], results[second]];
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
                <Bar contributions={result.contributions ?? []} />
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
      {a && b && <Compare a={a} b={b} />}
    </div>
  );
}

function rankOf(results: readonly SearchResult[], path: string): number {
  return results.findIndex((result) => pathOf(result) === path);
}

function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/");
}

/** What raises stands right of the middle, what lowers left of it. */
function Bar({ contributions }: { contributions: Contribution[] }) {
  const scale = 10;
  return (
    <div className="bar" aria-hidden="true">
      {contributions
        .filter(({ points }) => points > 0)
        .map(({ feature, points }, at) => (
          <i
            key={feature}
            className={`hue-${at % 8}`}
            style={{ width: `${Math.min(100, (points / scale) * 100)}%` }}
            title={`${feature} +${points.toFixed(2)}`}
          />
        ))}
    </div>
  );
}

function Compare({ a, b }: { a: SearchResult; b: SearchResult }) {
  const points = (result: SearchResult) =>
    new Map((result.contributions ?? []).map((one) => [one.feature, one.points]));
  const [left, right] = [points(a), points(b)];
  const rows = [...new Set([...left.keys(), ...right.keys()])]
    .map((feature) => ({ feature, a: left.get(feature) ?? 0, b: right.get(feature) ?? 0 }))
    .sort((x, y) => Math.abs(y.a - y.b) - Math.abs(x.a - x.b));
  return (
    <section aria-label="Two files compared">
      <h2>A against B, feature by feature</h2>
      <div className="scroll" tabIndex={0} role="group" aria-label="Comparison table">
        <table>
          <thead>
            <tr>
              <th scope="col">feature</th>
              <th scope="col">A {show(shortPath(a.file))}</th>
              <th scope="col">B {show(shortPath(b.file))}</th>
              <th scope="col">A − B</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.feature}>
                <th scope="row">{row.feature}</th>
                <td>{row.a.toFixed(2)}</td>
                <td>{row.b.toFixed(2)}</td>
                <td className={row.a - row.b >= 0 ? "plus" : "minus"}>
                  {row.a - row.b >= 0 ? "+" : ""}
                  {(row.a - row.b).toFixed(2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
