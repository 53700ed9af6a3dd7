/** What lies around a symbol, file, folder, package or service: as a picture, and as a list that says the same. */
import { useRef, useState } from "react";
import type { FleetAnswer, GraphAnswer } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { GraphCanvas } from "../graph/canvas.tsx";
import { download, toMermaid, toSvg } from "../graph/export.ts";
import { fleetGraph, repositoryOfNode } from "../graph/fleet-graph.ts";
import type { Body } from "../graph/layout.ts";
import { mergeGraphs } from "../graph/paths.ts";
import { Problem } from "../parts/problem.tsx";
import { codeAddress, go, Link, type Place, withQuery } from "../router.tsx";
import { count, plural, show } from "../show.ts";
import { Bounds, type GraphBounds, Kinds, Legend } from "./graph-controls.tsx";
import { usePath } from "./graph-path.tsx";

/** What people look at at once; above it, folders are drawn. */
const MOST = 2_000;
const LISTED = 300;

export default function GraphPage({ repo, place }: { repo: string; place: Place }) {
  const of = place.query.get("of") ?? "";
  const level =
    place.query.get("level") ??
    (of === "" || of.endsWith("/") ? "folder" : of.includes("#") ? "symbol" : "file");
  const depth = place.query.get("depth") ?? "1";
  const fan = place.query.get("fan") ?? "20";
  const tier = place.query.get("tier") ?? "heuristic";
  const most = place.query.get("nodes") ?? "300";
  const kinds = (place.query.get("kinds") ?? "").split(",").filter(Boolean);
  const expanded = readList(place.query.get("plus"));
  const bounds: GraphBounds = { level, depth, fan, tier, most, kinds };
  const isFleet = level === "package";
  const [chosen, setChosen] = useState<string | null>(null);
  const bodies = useRef<Body[]>([]);
  const query = {
    repo,
    of,
    level,
    depth,
    fan_out: fan,
    kinds: kinds.join(","),
    min_tier: tier,
    max_nodes: most,
  };
  const asked = useQuestion(`graph ${JSON.stringify([query, expanded])}`, async (signal) => {
    if (isFleet) {
      const fleet = await get<FleetAnswer>("/api/v1/fleet", {}, signal);
      return mergeGraphs([of, ...expanded].map((id) => fleetGraph(fleet, id, Number(depth), kinds)));
    }
    const around = (id: string, steps: string) =>
      get<GraphAnswer>("/api/v1/graph", { ...query, of: id, depth: steps }, signal);
    return mergeGraphs(await Promise.all([around(of, depth), ...expanded.map((id) => around(id, "1"))]));
  });
  const { data } = asked;
  const path = usePath(repo, data, chosen, isFleet);
  const set = (change: Record<string, string | null>) => go(withQuery(place, { repo, ...change }));
  const centre = (id: string) =>
    set({ of: id === "./" ? "" : id, level: isFleet ? level : null, plus: null });
  const isFull = (data?.nodes.length ?? 0) >= MOST;
  const expand = (id: string) => {
    if (!isFull && !expanded.includes(id)) set({ plus: JSON.stringify([...expanded, id]) });
  };
  const node = data?.nodes.find(({ id }) => id === chosen) ?? null;
  return (
    <div className="graph">
      <div className="title-row">
        <h1>
          {of !== "" ? (
            <span className="path">{show(of)}</span>
          ) : isFleet ? (
            "Packages and services of all repositories"
          ) : (
            show(repo)
          )}
        </h1>
        <div className="row">
          <Bounds bounds={bounds} onChange={set} />
          {data && (
            <>
              <button
                type="button"
                onClick={() => download("graph.svg", "image/svg+xml", toSvg(data, bodies.current))}
              >
                SVG
              </button>
              <button type="button" onClick={() => download("graph.mmd", "text/plain", toMermaid(data))}>
                Mermaid
              </button>
            </>
          )}
        </div>
      </div>
      <Kinds bounds={bounds} onChange={set} />
      <Problem error={asked.error} />
      {asked.isAsking && !data && <p className="muted">Loading …</p>}
      {data && (
        <p className="muted" role="status">
          {plural(data.nodes.length, data.level)} · {plural(data.edges.length, "edge")}
          {data.level !== level && ` · too much for ${level}s, so ${data.level}s are drawn`}
          {data.leftOut.nodes + data.leftOut.edges > 0 &&
            ` · left out: ${plural(data.leftOut.nodes, "node")}, ${plural(data.leftOut.edges, "edge")}`}
        </p>
      )}
      {data && data.nodes.length > 0 && <Legend graph={data} />}
      {data?.nodes.length === 0 && (
        <p className="empty">Nothing is called so, or nothing is linked with it.</p>
      )}
      {data && data.nodes.length > 0 && (
        <div className="graph-columns">
          <GraphCanvas
            answer={data}
            chosen={chosen}
            path={path.edges}
            onChoose={setChosen}
            onOpen={expand}
            bodiesRef={bodies}
          />
          <aside aria-label="Nodes">
            {node && (
              <section className="card">
                <h2 className="path">{show(node.label)}</h2>
                <p className="muted">
                  {node.kind} · {show(node.path)}
                  {node.line !== null && `:${node.line}`}
                </p>
                <p className="row">
                  <button type="button" disabled={isFull} onClick={() => expand(node.id)}>
                    Expand
                  </button>
                  <button type="button" onClick={() => centre(node.id)}>
                    Centre
                  </button>
                  <button
                    type="button"
                    aria-pressed={path.from === node.id}
                    onClick={() => path.setFrom(path.from === node.id ? null : node.id)}
                  >
                    Path from here
                  </button>
                  {node.kind !== "folder" && (
                    <Link
                      href={codeAddress(
                        isFleet ? repositoryOfNode(node.id) : repo,
                        node.path,
                        node.line === null ? "" : `L${node.line}`,
                      )}
                    >
                      Code
                    </Link>
                  )}
                </p>
                {isFull && (
                  <p className="muted">{count(MOST)} nodes are drawn; centre one to go on from it.</p>
                )}
                {path.shown}
              </section>
            )}
            <ul className="nodes">
              {data.nodes.slice(0, LISTED).map(({ id, label, kind }) => (
                <li key={id}>
                  <button
                    type="button"
                    data-item
                    aria-pressed={id === chosen}
                    onClick={() => setChosen(id)}
                    onDoubleClick={() => expand(id)}
                  >
                    {show(label)} <small className="muted">{kind}</small>
                  </button>
                </li>
              ))}
              {data.nodes.length > LISTED && (
                <li className="muted">and {count(data.nodes.length - LISTED)} more</li>
              )}
            </ul>
          </aside>
        </div>
      )}
    </div>
  );
}

/** Of an address that anybody may have written. */
function readList(text: string | null): string[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter((one) => typeof one === "string").slice(0, 50) : [];
  } catch {
    return [];
  }
}
