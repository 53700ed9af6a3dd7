/** Who needs packages of whom and calls whom, as lines, as a Mermaid diagram or as data. */
import { displayPath } from "../core/rel-path.ts";
import { type CatalogEntry, packageEdges, type ServiceEdge, versionDiffers } from "../engine/engine.ts";

export const GRAPH_FORMATS = ["text", "mermaid", "json"] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

export interface NeededPackage {
  name: string;
  /** `runtime`, `dev` and so on, in the order of the manifests. */
  kinds: string[];
  /** Ranges that the indexed version is plainly outside of. */
  differs: { asked: string; indexed: string }[];
}

export interface FleetEdge {
  from: string;
  to: string;
  packages: NeededPackage[];
  /** Null when nothing of it is called. */
  calls: { keys: readonly string[]; isGuess: boolean } | null;
}

export interface FleetGraph {
  repositories: { name: string; type: string }[];
  edges: FleetEdge[];
}

/** What a graph is drawn of: indexed, or only looked at. */
export type FleetMember = Pick<CatalogEntry, "name" | "type" | "packages" | "dependsOn">;

/** One edge for each pair of repositories, in the order of the catalog. */
export function graphOf(members: readonly FleetMember[], calls: readonly ServiceEdge[] = []): FleetGraph {
  const edges = new Map<string, FleetEdge>();
  const edgeOf = (from: string, to: string): FleetEdge => {
    const edge = edges.get(`${from}\0${to}`) ?? { from, to, packages: [], calls: null };
    edges.set(`${from}\0${to}`, edge);
    return edge;
  };
  for (const { from, to, toPackage, kind, asked, indexed } of packageEdges(members)) {
    if (from === to) continue;
    const { packages } = edgeOf(from, to);
    let needed = packages.find(({ name }) => name === toPackage.name);
    if (!needed) {
      needed = { name: toPackage.name, kinds: [], differs: [] };
      packages.push(needed);
    }
    if (!needed.kinds.includes(kind)) needed.kinds.push(kind);
    const isSaid = needed.differs.some((one) => one.asked === asked);
    if (versionDiffers(asked, indexed) && !isSaid) needed.differs.push({ asked, indexed: indexed! });
  }
  for (const { from, to, keys, isGuess } of calls) edgeOf(from, to).calls = { keys, isGuess };
  return { repositories: members.map(({ name, type }) => ({ name, type })), edges: [...edges.values()] };
}

/** More of one edge are counted. */
const MAX_NAMED = 5;

/** `web → api: @shop/types (runtime, asks ^2, 3.1.0 is indexed); calls GET /api/users` */
function edgeLine({ from, to, packages, calls }: FleetEdge): string {
  const needed = packages.map(({ name, kinds, differs }) => {
    const other = differs.map(({ asked, indexed }) => `asks ${asked}, ${indexed} is indexed`);
    return `${displayPath(name)} (${[...kinds, ...other].join(", ")})`;
  });
  const called = calls && `${verbOf(calls)} ${listOf(calls.keys.map(displayPath))}`;
  return `${from} → ${to}: ${[listOf(needed), called].filter(Boolean).join("; ")}`;
}

function verbOf({ isGuess }: { isGuess: boolean }): string {
  return isGuess ? "may call" : "calls";
}

function listOf(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join(", ")}${more}`;
}

export function drawGraph({ repositories, edges }: FleetGraph, format: "text" | "mermaid"): string[] {
  if (format === "text") return edges.map(edgeLine);
  const idOf = new Map(repositories.map(({ name }, at) => [name, `r${at}`]));
  return [
    "graph LR",
    ...repositories.map(({ name, type }) => `  ${idOf.get(name)}["${name} (${type})"]`),
    ...edges.flatMap(({ from, to, packages, calls }) => [
      ...(packages.length > 0
        ? [`  ${idOf.get(from)} -->|"${label(packages.map(({ name }) => name))}"| ${idOf.get(to)}`]
        : []),
      // Dotted: nothing is imported.
      ...(calls ? [`  ${idOf.get(from)} -.->|"${verbOf(calls)} ${label(calls.keys)}"| ${idOf.get(to)}`] : []),
    ]),
  ];
}

/** Quotes and markup of Mermaid cannot stand in a label. */
function label(names: readonly string[]): string {
  return names
    .slice(0, 3)
    .join(", ")
    .replaceAll(/[^\w@/., :-]/g, "");
}
