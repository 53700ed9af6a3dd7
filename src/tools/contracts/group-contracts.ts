/** Of each repository of an answer: what the others call of it, and what it calls of them. */
import { pathOfHandle } from "../../core/handles.ts";
import { answererOf, type InScope, type JoinedNeed, type ScopeSession } from "../../engine/engine.ts";
import { nameOf, placesIn, type ShowPlace } from "./render-contract.ts";

export interface GroupContracts {
  of: (repository: string) => { api_contracts: object[]; service_calls: object[] };
}

export async function groupContracts(session: ScopeSession): Promise<GroupContracts> {
  const show = placesIn(session);
  const { needs } = await session.contracts();
  const between = needs.filter(
    ({ need, offers }) => offers.length === 1 && offers[0]!.repository !== need.repository,
  );
  const lines = await implementationLines(session, between, show);
  return {
    of: (repository) => {
      const called = between.filter(({ offers }) => offers[0]!.repository === repository);
      const offered = [...new Set(called.map(({ offers }) => offers[0]!))];
      return {
        api_contracts: offered.map((offer) => ({
          ...contractOf(offer),
          implementation: lines.get(offer) ?? null,
          usage_count: called.filter(({ offers }) => offers[0] === offer).length,
        })),
        service_calls: between
          .filter(({ need }) => need.repository === repository)
          .map((joined) => callOf(joined, lines.get(joined.offers[0]!) ?? null, show)),
      };
    },
  };
}

function contractOf(offer: InScope): Record<string, unknown> {
  const { key, kind, specification } = offer;
  const space = key.indexOf(" ");
  return {
    endpoint: kind === "route" ? key.slice(space + 1) : nameOf(offer),
    method: kind === "route" ? key.slice(0, space) : null,
    protocol: kind === "route" ? "http" : kind === "rpc" ? "grpc" : kind,
    summary: specification?.summary ?? null,
    request: specification?.request ?? null,
    response: specification?.responses ?? null,
  };
}

function callOf(
  { need, offers, reason, tier }: JoinedNeed,
  implementation: object | null,
  show: ShowPlace,
): object {
  const offer = offers[0]!;
  return {
    file: show(need, pathOfHandle(need.place.handle)),
    line: need.place.span.startLine,
    target_service: offer.service ?? offer.repository,
    target_repository: offer.repository,
    contract: contractOf(offer),
    implementation,
    reason,
    tier,
  };
}

async function implementationLines(
  session: ScopeSession,
  joins: readonly JoinedNeed[],
  show: ShowPlace,
): Promise<ReadonlyMap<InScope, { file: string; lines: string }>> {
  const found = new Map<InScope, { file: string; lines: string }>();
  for (const offer of new Set(joins.map(({ offers }) => offers[0]!))) {
    const handle = answererOf(offer);
    if (handle === null) continue;
    const file = show(offer, pathOfHandle(handle));
    const [span] = await session.about(file, (view) => view.linesOf([handle]));
    const { startLine, endLine } = span ?? offer.place.span;
    found.set(offer, { file, lines: `${startLine}-${endLine}` });
  }
  return found;
}
