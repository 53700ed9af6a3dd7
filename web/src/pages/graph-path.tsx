/** The path between two nodes of a graph: through what is drawn, and between symbols through all that is known. */
import { useState } from "react";
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { callTool } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { shortestPath } from "../graph/paths.ts";
import { Tier } from "../parts/tier.tsx";
import { show } from "../show.ts";

interface PathData {
  path?: { from: string; to: string; kind: string; tier: string }[];
}

/** From the node that was chosen for it, or what the picture is of, to the chosen one. */
export function usePath(repo: string, graph: GraphAnswer | null, to: string | null, isFleet: boolean) {
  const [given, setFrom] = useState<string | null>(null);
  const starts = graph?.nodes.filter(({ isStart }) => isStart) ?? [];
  const from = given ?? (starts.length === 1 ? starts[0]!.id : null);
  const isAsked = graph !== null && from !== null && to !== null && from !== to;
  const drawn = isAsked ? shortestPath(graph.edges, from, to) : null;
  const isTraceable = isAsked && !isFleet && drawn === null && from.includes("#") && to.includes("#");
  const asked = useQuestion(isTraceable ? `path ${repo} ${from} ${to}` : null, (signal) =>
    callTool<PathData>(
      "trace",
      { repo, symbol: from, path_to: to, format: "json", max_tokens: 20_000 },
      signal,
    ),
  );
  const found = drawn ?? asked.data?.data.path ?? [];
  const name = (id: string) => show(id.split("#")[1] ?? id);
  const shown =
    !isAsked || asked.isAsking ? null : found.length === 0 ? (
      <p className="muted">No path leads here from {name(from)}. Edges are followed in their direction.</p>
    ) : (
      <ol className="chain" aria-label={`Path from ${name(from)}`}>
        {found.map((edge) => (
          <li key={`${edge.from} ${edge.to}`}>
            {name(edge.from)} <small className="muted">{edge.kind}</small> {name(edge.to)}{" "}
            <Tier tier={edge.tier} />
          </li>
        ))}
      </ol>
    );
  return { from: given, setFrom, edges: drawn ?? [], shown };
}
