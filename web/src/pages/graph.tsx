/** What lies around a symbol, a file or a folder: as a picture, and as a list that says the same. */
import { useRef, useState } from "react";
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { callTool, get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { GraphCanvas } from "../graph/canvas.tsx";
import { download, toMermaid, toSvg } from "../graph/export.ts";
import type { Body } from "../graph/layout.ts";
import { Problem } from "../parts/problem.tsx";
import { Tier } from "../parts/tier.tsx";
import { codeAddress, go, Link, type Place, withQuery } from "../router.tsx";
import { count, plural, show } from "../show.ts";

const KINDS = ["calls", "references", "imports", "inherits", "implements", "overrides", "tests"];
const LEVELS = ["symbol", "file", "folder"];
const TIERS = ["heuristic", "resolved", "compiler"];
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
  const asked = useQuestion(`graph ${JSON.stringify(query)}`, (signal) =>
    get<GraphAnswer>("/api/v1/graph", query, signal),
  );
  const { data } = asked;
  const set = (change: Record<string, string | null>) => go(withQuery(place, { repo, ...change }));
  const open = (id: string) => set({ of: id === "./" ? "" : id, level: null });
  const node = data?.nodes.find(({ id }) => id === chosen) ?? null;
  return (
    <div className="graph">
      <div className="title-row">
        <h1 className="path">{of === "" ? show(repo) : show(of)}</h1>
        <div className="row">
          <Choice name="Node" value={level} all={LEVELS} onChange={(value) => set({ level: value })} />
          <Choice
            name="Depth"
            value={depth}
            all={["1", "2", "3", "4"]}
            onChange={(value) => set({ depth: value })}
          />
          <Choice
            name="Fan-out"
            value={fan}
            all={["5", "20", "50", "200"]}
            onChange={(value) => set({ fan: value })}
          />
          <Choice name="At least" value={tier} all={TIERS} onChange={(value) => set({ tier: value })} />
          <Choice
            name="Nodes"
            value={most}
            all={["100", "300", "1000", "2000"]}
            onChange={(value) => set({ nodes: value })}
          />
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
      <div className="chips" role="group" aria-label="Kinds of edges">
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={kinds.includes(kind)}
            onClick={() =>
              set({
                kinds: (kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]).join(
                  ",",
                ),
              })
            }
          >
            {kind}
          </button>
        ))}
        <span className="legend">
          <Tier tier="compiler" /> <Tier tier="resolved" /> <Tier tier="heuristic" />
        </span>
      </div>
      <Problem error={asked.error} />
      {data && (
        <p className="muted" role="status">
          {plural(data.nodes.length, data.level)} · {plural(data.edges.length, "edge")}
          {data.level !== level && ` · too much for ${level}s, so ${data.level}s are drawn`}
          {data.leftOut.nodes + data.leftOut.edges > 0 &&
            ` · left out: ${plural(data.leftOut.nodes, "node")}, ${plural(data.leftOut.edges, "edge")}`}
        </p>
      )}
      {data?.nodes.length === 0 && (
        <p className="empty">Nothing is called so, or nothing is linked with it.</p>
      )}
      {data && data.nodes.length > 0 && (
        <div className="graph-columns">
          <GraphCanvas answer={data} chosen={chosen} onChoose={setChosen} onOpen={open} bodiesRef={bodies} />
          <aside aria-label="Nodes">
            {node && (
              <section className="card">
                <h2 className="path">{show(node.label)}</h2>
                <p className="muted">
                  {node.kind} · {show(node.path)}
                  {node.line !== null && `:${node.line}`}
                </p>
                <p className="row">
                  <button type="button" onClick={() => open(node.id)}>
                    Expand
                  </button>
                  {node.kind !== "folder" && (
                    <Link href={codeAddress(repo, node.path, node.line === null ? "" : `L${node.line}`)}>
                      Code
                    </Link>
                  )}
                </p>
                <PathTo repo={repo} from={of} to={node.id} />
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
                    onDoubleClick={() => open(id)}
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

interface ChoiceProps {
  name: string;
  value: string;
  all: readonly string[];
  onChange: (value: string) => void;
}

function Choice({ name, value, all, onChange }: ChoiceProps) {
  return (
    <label>
      {name}{" "}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {[...new Set([value, ...all])].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

interface PathData {
  isFound: boolean;
  path: { from: string; to: string; kind: string; tier: string }[];
}

/** The shortest chain of uses from what the picture is of to the chosen node. */
function PathTo({ repo, from, to }: { repo: string; from: string; to: string }) {
  const isAskable = from.includes("#") && to.includes("#") && from !== to;
  const asked = useQuestion(isAskable ? `path ${repo} ${from} ${to}` : null, (signal) =>
    callTool<PathData>(
      "trace",
      { repo, symbol: from, path_to: to, format: "json", max_tokens: 20_000 },
      signal,
    ),
  );
  if (!isAskable || !asked.data) return null;
  const { path = [] } = asked.data.data;
  if (path.length === 0) return <p className="muted">No chain of uses leads from the start to it.</p>;
  return (
    <ol className="chain">
      {path.map((edge) => (
        <li key={`${edge.from} ${edge.to}`}>
          {show(edge.from.split("#")[1] ?? edge.from)} <small className="muted">{edge.kind}</small>{" "}
          {show(edge.to.split("#")[1] ?? edge.to)} <Tier tier={edge.tier} />
        </li>
      ))}
    </ol>
  );
}
