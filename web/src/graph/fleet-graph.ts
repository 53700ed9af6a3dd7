/** Packages and services of all repositories as a graph: who needs whose package, who calls whose route. */
import type { FleetAnswer, GraphAnswer } from "../../../src/pages/contract.ts";

/** `repository/package`, or a repository where code lies in no package. */
export function ownerOf(
  { packages }: Pick<FleetAnswer, "packages">,
  repository: string,
  handle: string,
): string {
  const path = handle.split("#")[0]!;
  const around = packages
    .filter((one) => one.repository === repository && isInside(path, one.folder))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
  return around ? `${repository}/${around.name}` : repository;
}

function isInside(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** `of`: a package or repository; what lies more than `depth` steps from it is left out. Empty: all. */
export function fleetGraph(
  fleet: FleetAnswer,
  of: string,
  depth: number,
  kinds: readonly string[],
): GraphAnswer {
  const edges = new Map<string, GraphAnswer["edges"][number]>();
  const join = (from: string, to: string, kind: string) => {
    if (from === to || (kinds.length > 0 && !kinds.includes(kind))) return;
    const key = `${from} ${to} ${kind}`;
    const known = edges.get(key);
    if (known) known.count += 1;
    else edges.set(key, { from, to, kind, tier: "resolved", count: 1 });
  };
  for (const { from, to } of fleet.edges) join(from, to, "package");
  for (const need of fleet.needs)
    for (const offer of need.others)
      join(
        ownerOf(fleet, need.repository, need.handle),
        ownerOf(fleet, offer.repository, offer.handle),
        need.kind,
      );
  const offering = new Set(fleet.offers.map(({ repository, handle }) => ownerOf(fleet, repository, handle)));
  const folders = new Map(fleet.packages.map((one) => [`${one.repository}/${one.name}`, one]));
  const all = [
    ...new Set([...folders.keys(), ...offering, ...[...edges.values()].flatMap((e) => [e.from, e.to])]),
  ];
  const near = of === "" ? new Set(all) : reach(of, [...edges.values()], depth);
  const nodes = all
    .filter((id) => near.has(id))
    .map((id) => ({
      id,
      kind: offering.has(id) ? "service" : "package",
      label: folders.get(id)?.name ?? id,
      path: folders.get(id)?.folder ?? "",
      line: null,
      isStart: id === of,
      size: 1 + [...edges.values()].filter(({ to }) => to === id).length,
    }));
  const drawn = [...edges.values()].filter(({ from, to }) => near.has(from) && near.has(to));
  return {
    level: "package",
    nodes,
    edges: drawn,
    leftOut: { nodes: all.length - nodes.length, edges: edges.size - drawn.length },
  };
}

function reach(of: string, edges: readonly { from: string; to: string }[], depth: number): Set<string> {
  const near = new Set([of]);
  for (let step = 0; step < depth; step++) {
    const last = new Set(near);
    for (const { from, to } of edges) {
      if (last.has(from)) near.add(to);
      if (last.has(to)) near.add(from);
    }
  }
  return near;
}

/** The repository of a node of this graph. */
export function repositoryOfNode(id: string): string {
  return id.split("/")[0]!;
}
