/** What is specified and what code offers, made one: an offer with both where they are tied, each by itself where not. */
import type { Tier } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import type { Contract } from "../frameworks/contract.ts";
import type { ViewReader } from "../storage/contract.ts";
import { type Candidate, candidatesNamed } from "./implementations/candidates.ts";
import { handlerOf, nameOfHandler } from "./implementations/handlers.ts";
import { namesOfField, resolverOf } from "./implementations/resolvers.ts";
import { functionOf, namesOfOperation, type RouteTie, RouteTies } from "./implementations/routes.ts";
import { namesOfProcedure, servicerOf } from "./implementations/servicers.ts";
import { joinKey } from "./join-contracts.ts";
import type { SpecifiedContract } from "./specified-contracts.ts";

/** Names of more operations than this are not looked up. */
const MAX_LOOKED_UP = 5_000;

export async function tieSpecifications(
  reader: Pick<ViewReader, "symbolsNamed" | "outlines">,
  coded: readonly Contract[],
  needs: readonly Contract[],
  specified: readonly SpecifiedContract[],
): Promise<Contract[]> {
  const ties = new Ties(await withHandlers(reader, coded));
  const open = specified.filter((operation) => !ties.tie(operation));
  const names = new Map(open.slice(0, MAX_LOOKED_UP).map((operation) => [operation, namesOf(operation)]));
  const candidates = await candidatesNamed(reader, [...names.values()].flat());
  const asking = new Set(
    needs.flatMap(({ kind, place }) => (kind === "route" ? [pathOfHandle(place.handle) as string] : [])),
  );
  const alone = open.map((operation) => {
    const found = (names.get(operation) ?? []).flatMap((name) => candidates.get(name) ?? []);
    return tiedByName(operation, found, asking, ties.reasonOf(operation));
  });
  return [...ties.offers, ...withoutCopies(alone)];
}

async function withHandlers(
  reader: Pick<ViewReader, "symbolsNamed" | "outlines">,
  coded: readonly Contract[],
): Promise<Contract[]> {
  const names = coded.map(nameOfHandler);
  const candidates = await candidatesNamed(
    reader,
    names.flatMap((name) => name ?? []),
  );
  return coded.map((offer, at) => {
    const found = handlerOf(offer, candidates.get(names[at] ?? "") ?? []);
    return found ? { ...offer, implementation: found.handle, implementedBy: "handler by name" } : offer;
  });
}

class Ties {
  readonly #coded: readonly Contract[];
  readonly #routes: RouteTies;
  readonly #byKey = new Map<string, Contract[]>();
  readonly #specified = new Map<Contract, Omit<RouteTie, "route"> & { operation: SpecifiedContract }>();
  readonly #reasons = new Map<SpecifiedContract, string>();

  constructor(coded: readonly Contract[]) {
    this.#coded = coded;
    this.#routes = new RouteTies(coded.filter(({ kind }) => kind === "route"));
    for (const offer of coded) {
      const key = joinKey(offer);
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), offer]);
    }
  }

  /** Whether code offers what is specified. Of several documents that say so of one offer the first counts. */
  tie(operation: SpecifiedContract): boolean {
    const { route: offer, ...tied } =
      operation.kind === "route" ? this.#routes.of(operation) : this.#sameKey(operation);
    if (!offer) this.#reasons.set(operation, tied.how);
    else if (!this.#specified.has(offer)) this.#specified.set(offer, { operation, ...tied });
    return offer !== null;
  }

  reasonOf(operation: SpecifiedContract): string {
    return this.#reasons.get(operation) ?? "";
  }

  get offers(): Contract[] {
    return this.#coded.map((offer) => {
      const tied = this.#specified.get(offer);
      if (!tied) return offer;
      const { specification } = tied.operation;
      return { ...offer, key: tied.key ?? offer.key, specification, implementedBy: tied.how };
    });
  }

  #sameKey(operation: SpecifiedContract): RouteTie {
    const same = this.#byKey.get(joinKey(operation)) ?? [];
    if (same.length === 1) return { route: same[0]!, how: "the code names it" };
    return {
      route: null,
      how: same.length > 1 ? `${same.length} places in code name it` : "no code names it",
    };
  }
}

function namesOf(operation: SpecifiedContract): string[] {
  if (operation.kind === "graphql") return namesOfField(operation);
  if (operation.kind === "rpc") return namesOfProcedure(operation);
  const { id } = operation.specification;
  return id === undefined ? [] : namesOfOperation(id);
}

function tiedByName(
  { bases: _, ...operation }: SpecifiedContract,
  candidates: readonly Candidate[],
  asking: ReadonlySet<string>,
  reason: string,
): Contract {
  const specified: SpecifiedContract = { ...operation, bases: [] };
  const [found, how, missing] =
    operation.kind === "graphql"
      ? [resolverOf(specified, candidates), "resolver", "no resolver of this name"]
      : operation.kind === "rpc"
        ? [servicerOf(specified, candidates), "method of a servicer", "no method of a servicer"]
        : [functionOf(specified, candidates, asking), "operation id", "no function of its operation id"];
  if (found) return { ...operation, tier: tierOf(how), implementation: found.handle, implementedBy: how };
  return { ...operation, implementedBy: `not found: ${reason}, ${missing}` };
}

/** Types around a name say what it is for; a name alone does not. */
function tierOf(how: string): Tier {
  return how === "operation id" ? "heuristic" : "resolved";
}

/** The same operation in a copy of a specification is told once, by the one whose implementation is known. */
function withoutCopies(offers: readonly Contract[]): Contract[] {
  const kept = new Map<string, Contract>();
  for (const offer of offers) {
    const key = `${joinKey(offer)} ${offer.details.package ?? ""} ${offer.details.api ?? ""}`;
    const known = kept.get(key);
    if (!known || (known.implementation === undefined && offer.implementation !== undefined))
      kept.set(key, offer);
  }
  return [...kept.values()];
}
