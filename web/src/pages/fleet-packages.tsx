/** Packages and services: what each offers and needs, who uses it. */
import type { FleetAnswer, FleetContract, FleetPackage } from "../../../src/pages/contract.ts";
import { ownerOf } from "../graph/fleet-graph.ts";
import { codeAddress, Link } from "../router.tsx";
import { count, show } from "../show.ts";

const SHOWN = 200;

interface Row {
  /** `repository/package`, or the repository of code that lies in no package. */
  key: string;
  package: FleetPackage | null;
  repository: string;
  offers: FleetContract[];
  needs: FleetContract[];
}

export function Packages({ fleet, words }: { fleet: FleetAnswer; words: string }) {
  const rows = rowsOf(fleet).filter(({ key }) => key.toLowerCase().includes(words.toLowerCase()));
  return (
    <section>
      <h2>
        Packages and services <small>{count(rows.length)}</small>
      </h2>
      <div className="scroll" tabIndex={0} role="group" aria-label="Packages and services">
        <table>
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">repository</th>
              <th scope="col">version</th>
              <th scope="col" className="figure">
                used by
              </th>
              <th scope="col" className="figure">
                offers
              </th>
              <th scope="col" className="figure">
                calls
              </th>
              <th scope="col">depends on</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <PackageRow key={`${row.key} ${row.package?.folder}`} row={row} fleet={fleet} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && <p className="muted">{count(rows.length - SHOWN)} more; the filter narrows.</p>}
    </section>
  );
}

function PackageRow({ row, fleet }: { row: Row; fleet: FleetAnswer }) {
  const { key, package: pack, repository, offers, needs } = row;
  const unused = offers.filter(({ others }) => others.length === 0).length;
  return (
    <tr>
      <th scope="row">
        <Link
          href={codeAddress(repository, pack?.folder ?? "")}
          data-item
          data-graph={`/graph?${new URLSearchParams({ repo: repository, level: "package", of: key })}`}
        >
          {show(pack?.name ?? repository)}
        </Link>{" "}
        <small>{[pack?.ecosystem, offers.length > 0 && "service"].filter(Boolean).join(", ")}</small>
      </th>
      <td>{show(repository)}</td>
      <td>{show(pack?.version ?? "")}</td>
      <td className="figure">
        {pack === null ? (
          ""
        ) : pack.usedBy > 0 ? (
          count(pack.usedBy)
        ) : pack.isLibrary ? (
          <em className="warn">unused</em>
        ) : (
          ""
        )}
      </td>
      <td className="figure">
        {offers.length > 0 && count(offers.length)}
        {unused > 0 && <em className="warn"> {count(unused)} unused</em>}
      </td>
      <td className="figure">{needs.length > 0 && count(needs.length)}</td>
      <td>
        <span className="chips">
          {fleet.edges
            .filter(({ from }) => from === key)
            .map((edge) => (
              <span key={edge.to + edge.kind} className={edge.differs ? "chip still warn" : "chip still"}>
                {show(edge.package)} {show(edge.asked)}
                {edge.differs && `, ${show(edge.indexed ?? "")} is indexed`}
              </span>
            ))}
        </span>
      </td>
    </tr>
  );
}

function rowsOf(fleet: FleetAnswer): Row[] {
  const rows = new Map<string, Row>();
  for (const pack of fleet.packages) {
    const key = `${pack.repository}/${pack.name}`;
    rows.set(key, { key, package: pack, repository: pack.repository, offers: [], needs: [] });
  }
  const rowOf = ({ repository, handle }: FleetContract): Row => {
    const key = ownerOf(fleet, repository, handle);
    const row = rows.get(key) ?? { key, package: null, repository, offers: [], needs: [] };
    rows.set(key, row);
    return row;
  };
  for (const offer of fleet.offers) rowOf(offer).offers.push(offer);
  for (const need of fleet.needs) rowOf(need).needs.push(need);
  return [...rows.values()];
}
