/** Who needs packages of whom, as lines, as a Mermaid diagram or as data. */
import { displayPath } from "../core/rel-path.ts";
import { type CatalogEntry, packageEdges } from "../engine/engine.ts";

export const GRAPH_FORMATS = ["text", "mermaid", "json"] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

export interface FleetGraph {
  repositories: { name: string; type: string }[];
  edges: { from: string; to: string; packages: string[] }[];
}

/** One edge for each pair of repositories, in the order of the catalog. */
export function graphOf(entries: readonly CatalogEntry[]): FleetGraph {
  const edges = new Map<string, FleetGraph["edges"][number]>();
  for (const { from, to, toPackage } of packageEdges(entries)) {
    if (from === to) continue;
    const key = `${from}\0${to}`;
    const edge = edges.get(key) ?? { from, to, packages: [] };
    if (!edge.packages.includes(toPackage.name)) edge.packages.push(toPackage.name);
    edges.set(key, edge);
  }
  return { repositories: entries.map(({ name, type }) => ({ name, type })), edges: [...edges.values()] };
}

export function drawGraph({ repositories, edges }: FleetGraph, format: "text" | "mermaid"): string[] {
  if (format === "text")
    return edges.map(({ from, to, packages }) => `${from} → ${to}: ${packages.map(displayPath).join(", ")}`);
  const idOf = new Map(repositories.map(({ name }, at) => [name, `r${at}`]));
  return [
    "graph LR",
    ...repositories.map(({ name, type }) => `  ${idOf.get(name)}["${name} (${type})"]`),
    ...edges.map(({ from, to, packages }) => {
      // Quotes and markup of Mermaid cannot stand in a label.
      const label = packages
        .slice(0, 3)
        .join(", ")
        .replaceAll(/[^\w@/., :-]/g, "");
      return `  ${idOf.get(from)} -->|"${label}"| ${idOf.get(to)}`;
    }),
  ];
}
