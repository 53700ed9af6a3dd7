/** Packages, services and contracts of everything that is indexed, joined: who depends on whom, in circles or not at all. */
import {
  type CatalogEntry,
  type Contracts,
  type Engine,
  type InScope,
  type PackageEdge,
  packageEdges,
  versionDiffers,
} from "../engine/engine.ts";
import { type ApiParts, apiRoute } from "./api-route.ts";
import type { FleetAnswer, FleetContract } from "./contract.ts";
import { findCycles } from "./find-cycles.ts";
import { numberInput } from "./inputs.ts";

interface Page {
  from: number;
  limit: number;
}

export function fleetRoute(parts: ApiParts) {
  return apiRoute(
    {
      method: "GET",
      path: "/api/v1/fleet",
      name: "fleet",
      summary: "Packages, contracts and dependencies of all indexed repositories",
      input: {
        from: numberInput(0, 10_000_000, 0, "Where the lists of offers and needs begin"),
        limit: numberInput(1, 100_000, 1_000, "Offers and needs at most, of each"),
      },
      answerIs: "Packages, edges between them, cycles, offers and needs, and where their next page begins",
      answer: ({ from, limit }, { engine, signal }) => describeFleet(engine, { from, limit }, signal),
    },
    parts,
  );
}

async function describeFleet(engine: Engine, page: Page, signal: AbortSignal): Promise<FleetAnswer> {
  const entries = await engine.catalog();
  const edges = packageEdges(entries);
  const used = new Map<string, number>();
  for (const { to, toPackage } of edges) {
    const key = keyOf(to, toPackage.name);
    used.set(key, (used.get(key) ?? 0) + 1);
  }
  return {
    repositories: entries.map(({ name, type, files }) => ({ name, type, files })),
    packages: entries.flatMap(({ name: repository, packages }) =>
      packages.map(({ name, ecosystem, version, root: folder, isLibrary }) => {
        const usedBy = used.get(keyOf(repository, name)) ?? 0;
        return { repository, name, ecosystem, version, folder, isLibrary, usedBy };
      }),
    ),
    edges: edges.map(describeEdge),
    cycles: findCycles(
      edges.map(({ from, to, fromPackage, toPackage }) => [
        keyOf(from, fromPackage.name),
        keyOf(to, toPackage.name),
      ]),
    ),
    ...pageOf(await contractsOf(engine, entries, signal), page),
  };
}

function keyOf(repository: string, name: string): string {
  return `${repository}/${name}`;
}

function describeEdge({ from, to, fromPackage, toPackage, kind, asked, indexed }: PackageEdge) {
  return {
    from: keyOf(from, fromPackage.name),
    to: keyOf(to, toPackage.name),
    package: toPackage.name,
    kind,
    asked,
    indexed,
    differs: versionDiffers(asked, indexed),
  };
}

/** Over all repositories as one scope. Contracts are a part of the picture: without them the rest is still true. */
async function contractsOf(engine: Engine, entries: readonly CatalogEntry[], signal: AbortSignal) {
  const [first] = entries;
  if (!first) return joined({ offers: [], needs: [] }, "", null);
  try {
    const scope = await engine.scopeOf(
      entries.map(({ path }) => path),
      "/",
    );
    const found = await engine.read(scope, (session) => session.contracts(), {
      isStaleAllowed: true,
      signal,
    });
    return joined(found, first.name, null);
  } catch (error) {
    signal.throwIfAborted();
    return joined(
      { offers: [], needs: [] },
      first.name,
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** `only`: the repository of contracts that name none, because one was asked. */
function joined(
  { offers, needs }: Pick<Contracts, "offers" | "needs">,
  only: string,
  problem: string | null,
) {
  const usersOf = new Map<InScope, InScope[]>();
  for (const { need, offers: found } of needs)
    for (const offer of found) usersOf.set(offer, [...(usersOf.get(offer) ?? []), need]);
  const describe = (contract: InScope, others: readonly InScope[]): FleetContract => ({
    repository: contract.repository ?? only,
    kind: contract.kind,
    key: contract.key,
    handle: contract.place.handle,
    line: contract.place.span.startLine,
    others: others.map(({ repository = only, place }) => ({ repository, handle: place.handle })),
  });
  return {
    offers: offers.map((offer) => describe(offer, usersOf.get(offer) ?? [])),
    needs: needs.map(({ need, offers: found }) => describe(need, found)),
    problem,
  };
}

function pageOf<T extends { offers: FleetContract[]; needs: FleetContract[] }>(
  all: T,
  { from, limit }: Page,
) {
  const end = from + limit;
  const { offers, needs } = all;
  return {
    ...all,
    offers: offers.slice(from, end),
    needs: needs.slice(from, end),
    leftOut: Math.max(0, offers.length - end) + Math.max(0, needs.length - end),
    next: end < Math.max(offers.length, needs.length) ? end : null,
  };
}
