/** Two files of an order, feature by feature: what puts one before the other. */
import { show } from "../show.ts";
import { type SearchResult, shortPath } from "./search-data.ts";
import type { WhyScale } from "./why-scale.ts";

interface Props {
  a: SearchResult;
  b: SearchResult;
  scale: WhyScale;
}

export function Compare({ a, b, scale }: Props) {
  const points = (result: SearchResult) =>
    new Map((result.contributions ?? []).map((one) => [one.feature, one.points]));
  const [left, right] = [points(a), points(b)];
  const rows = [...new Set([...left.keys(), ...right.keys()])]
    .map((feature) => ({ feature, a: left.get(feature) ?? 0, b: right.get(feature) ?? 0 }))
    .sort((x, y) => Math.abs(y.a - y.b) - Math.abs(x.a - x.b));
  const most = Math.max(0.01, ...rows.map((row) => Math.abs(row.a - row.b)));
  return (
    <section aria-label="Two files compared">
      <h2>A against B, feature by feature</h2>
      <div className="scroll" tabIndex={0} role="group" aria-label="Comparison table">
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">what counts</th>
              <th scope="col" className="figure">
                A {show(shortPath(a.file))}
              </th>
              <th scope="col" className="figure">
                B {show(shortPath(b.file))}
              </th>
              <th scope="col">A − B</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const difference = row.a - row.b;
              return (
                <tr key={row.feature}>
                  <th scope="row">
                    <span className={`hue-${scale.hueOf(scale.channelOf(row.feature))}`}>
                      <i className="swatch" />
                    </span>{" "}
                    {row.feature} <small>{scale.aboutOf(row.feature)}</small>
                  </th>
                  <td className="figure">{row.a.toFixed(2)}</td>
                  <td className="figure">{row.b.toFixed(2)}</td>
                  <td className={difference >= 0 ? "plus" : "minus"}>
                    <span className="difference">
                      {difference >= 0 ? "+" : ""}
                      {difference.toFixed(2)}
                      <i style={{ width: `${(Math.abs(difference) / most) * 80}px` }} />
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
