/** How repositories hang together: packages, contracts, who depends on whom, circles, and offers that nobody takes. */
import { useState } from "react";
import type { FleetAnswer, FleetContract } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { codeAddress, Link } from "../router.tsx";
import { count, plural, show } from "../show.ts";

const SHOWN = 200;

export function FleetPage() {
  const { data, error, isAsking } = useQuestion("fleet", (signal) =>
    get<FleetAnswer>("/api/v1/fleet", {}, signal),
  );
  const [words, setWords] = useState("");
  if (!data) return isAsking ? <p className="muted">Joining …</p> : <Problem error={error} />;
  const fits = (text: string) => text.toLowerCase().includes(words.toLowerCase());
  const offers = data.offers.filter(({ key, repository }) => fits(`${repository} ${key}`));
  const needs = data.needs.filter(({ key, repository }) => fits(`${repository} ${key}`));
  return (
    <div className="fleet">
      <div className="title-row">
        <h1>
          {count(data.repositories.length)} {data.repositories.length === 1 ? "repository" : "repositories"},{" "}
          {plural(data.packages.length, "package")}
        </h1>
        <input
          aria-label="Filter"
          data-search
          placeholder="Filter"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {data.problem && <p className="problem">Contracts could not be read: {show(data.problem)}</p>}
      {data.cycles.length > 0 && (
        <section>
          <h2>Circles</h2>
          <ul>
            {data.cycles.map((cycle) => (
              <li key={cycle.join()} className="problem">
                {cycle.map(show).join(" ⇄ ")}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Packages</h2>
        <div className="scroll" tabIndex={0} role="group" aria-label="Packages">
          <table>
            <thead>
              <tr>
                <th scope="col">package</th>
                <th scope="col">repository</th>
                <th scope="col">version</th>
                <th scope="col">used by</th>
                <th scope="col">needs</th>
              </tr>
            </thead>
            <tbody>
              {data.packages
                .filter(({ name, repository }) => fits(`${repository} ${name}`))
                .slice(0, SHOWN)
                .map((one) => {
                  const key = `${one.repository}/${one.name}`;
                  const edges = data.edges.filter(({ from }) => from === key);
                  return (
                    <tr key={`${key} ${one.folder}`}>
                      <th scope="row">
                        <Link href={codeAddress(one.repository, one.folder)} data-item>
                          {show(one.name)}
                        </Link>{" "}
                        <small className="muted">{one.ecosystem}</small>
                      </th>
                      <td>{show(one.repository)}</td>
                      <td>{show(one.version ?? "")}</td>
                      <td className="figure">
                        {one.usedBy > 0 ? (
                          count(one.usedBy)
                        ) : one.isLibrary ? (
                          <em className="warn">unused</em>
                        ) : (
                          ""
                        )}
                      </td>
                      <td>
                        {edges.map((edge) => (
                          <span
                            key={edge.to + edge.kind}
                            className={edge.differs ? "chip still warn" : "chip still"}
                          >
                            {show(edge.package)} {show(edge.asked)}
                            {edge.differs && `, ${show(edge.indexed ?? "")} is indexed`}
                          </span>
                        ))}
                      </td>
                    </tr>
                  );
                })}
            </tbody>
          </table>
        </div>
      </section>
      <Contracts title="Offers" rows={offers} other="needed by" nobody="nobody here needs it" />
      <Contracts title="Needs" rows={needs} other="met by" nobody="met by nothing here" />
      {data.leftOut > 0 && <p className="muted">{count(data.leftOut)} further contracts are not listed.</p>}
    </div>
  );
}

interface ContractsProps {
  title: string;
  rows: FleetContract[];
  other: string;
  nobody: string;
}

function Contracts({ title, rows, other, nobody }: ContractsProps) {
  return (
    <section>
      <h2>
        {title} <small className="muted">{count(rows.length)}</small>
      </h2>
      {rows.length === 0 && <p className="muted">None.</p>}
      <ul className="contracts">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={`${row.repository} ${row.kind} ${row.key} ${row.handle} ${row.line}`}>
            <code>{show(row.key)}</code> <small className="muted">{row.kind}</small>{" "}
            <Place repository={row.repository} handle={row.handle} line={row.line} />{" "}
            {row.others.length > 0 ? (
              <>
                <span className="muted">{other}</span>{" "}
                {row.others.slice(0, 5).map((one) => (
                  <Place key={one.repository + one.handle} repository={one.repository} handle={one.handle} />
                ))}
                {row.others.length > 5 && <span className="muted"> and {row.others.length - 5} more</span>}
              </>
            ) : (
              <em className="warn">{nobody}</em>
            )}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className="muted">{count(rows.length - SHOWN)} more; the filter narrows.</p>}
    </section>
  );
}

function Place({ repository, handle, line }: { repository: string; handle: string; line?: number }) {
  const [path = "", symbol] = handle.split("#");
  const hash = line === undefined ? (symbol ?? "") : `L${line}`;
  return (
    <Link href={codeAddress(repository, path, hash)} className="path">
      {show(`${repository}:${path}`)}
    </Link>
  );
}
