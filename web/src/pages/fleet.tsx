/** How repositories hang together: packages, services, contracts, who depends on whom, circles, and offers that nobody takes. */
import { useState } from "react";
import type { FleetAnswer, FleetContract } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { codeAddress, Link } from "../router.tsx";
import { count, plural, show } from "../show.ts";
import { Packages } from "./fleet-packages.tsx";

const PAGE = 1_000;
const SHOWN = 200;

export function FleetPage() {
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isAsking } = useQuestion(`fleet ${limit}`, (signal) =>
    get<FleetAnswer>("/api/v1/fleet", { limit }, signal),
  );
  const [words, setWords] = useState("");
  if (!data) return isAsking ? <p className="muted">Joining …</p> : <Problem error={error} />;
  const fits = ({ key, repository }: FleetContract) =>
    `${repository} ${key}`.toLowerCase().includes(words.toLowerCase());
  const unmet = (contracts: FleetContract[]) => contracts.filter(({ others }) => others.length === 0).length;
  return (
    <div className="fleet">
      <div className="title-row">
        <h1>
          {plural(data.repositories.length, "repository")}, {plural(data.packages.length, "package")}
        </h1>
        <input
          aria-label="Filter"
          data-search
          placeholder="Filter"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <p className="muted" role="status">
        {plural(data.edges.length, "dependency")} between packages · {plural(data.offers.length, "offer")},{" "}
        {count(unmet(data.offers))} used by nobody here · {plural(data.needs.length, "call")} to others,{" "}
        {count(unmet(data.needs))} answered by nobody here · {plural(data.cycles.length, "circle")} ·{" "}
        <Link href="/graph?level=package">as a graph</Link>
      </p>
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
      <Packages fleet={data} words={words} />
      <Contracts
        title="Offers"
        rows={data.offers.filter(fits)}
        other="used by"
        nobody="used by nobody here"
      />
      <Contracts
        title="Calls to others"
        rows={data.needs.filter(fits)}
        other="answered by"
        nobody="answered by nobody here"
      />
      {data.next !== null && (
        <p className="muted">
          {plural(data.leftOut, "further contract")} not listed.{" "}
          <button type="button" onClick={() => setLimit(limit + PAGE)}>
            More
          </button>
        </p>
      )}
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
  const [shown, setShown] = useState(SHOWN);
  return (
    <section>
      <h2>
        {title} <small>{count(rows.length)}</small>
      </h2>
      {rows.length === 0 && <p className="muted">None.</p>}
      <ul className="contracts">
        {rows.slice(0, shown).map((row) => (
          <li key={`${row.repository} ${row.kind} ${row.key} ${row.handle} ${row.line}`}>
            <span>
              <code>{show(row.key)}</code> <small>{row.kind}</small>
            </span>
            <Place repository={row.repository} handle={row.handle} line={row.line} />
            {row.others.length > 0 ? (
              <span>
                <span className="muted">{other}</span>{" "}
                {row.others.slice(0, 5).map((one) => (
                  <Place key={one.repository + one.handle} repository={one.repository} handle={one.handle} />
                ))}
                {row.others.length > 5 && <span className="muted"> and {row.others.length - 5} more</span>}
              </span>
            ) : (
              <em className="warn">{nobody}</em>
            )}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <p className="muted">
          {count(rows.length - shown)} more.{" "}
          <button type="button" onClick={() => setShown(shown + SHOWN)}>
            Show {count(Math.min(SHOWN, rows.length - shown))}
          </button>
        </p>
      )}
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
