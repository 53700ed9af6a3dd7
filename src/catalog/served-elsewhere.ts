/**
 * Remote procedures that one repository specifies and another serves, as with a repository of contracts: the method that
 * serves one is an offer of the repository it lies in.
 */
import type { ViewReader } from "../storage/contract.ts";
import { type Candidate, candidatesNamed } from "./implementations/candidates.ts";
import { namesOfProcedure, servicerOf } from "./implementations/servicers.ts";
import { type InScope, joinKey } from "./join-contracts.ts";

export interface ServingMember {
  name: string;
  reader: Pick<ViewReader, "symbolsNamed" | "outlines">;
}

interface Found {
  offers: readonly InScope[];
  needs: readonly InScope[];
}

/** Procedures beyond these are not looked for in other repositories. */
const MAX_LOOKED_FOR = 5_000;

/** The offers, each open one with a word on who serves it, and after them what members serve for others. */
export async function withServedElsewhere(
  { offers, needs }: Found,
  members: readonly ServingMember[],
): Promise<InScope[]> {
  const open = offers.filter(isOpenProcedure).slice(0, MAX_LOOKED_FOR);
  if (open.length === 0 || members.length < 2) return [...offers];
  const served: InScope[] = [];
  for (const member of members) {
    const asked = openTo(member, open, offers);
    if (asked.length === 0) continue;
    const candidates = await candidatesNamed(member.reader, asked.flatMap(namesOfProcedure));
    const calling = callersIn(member, needs);
    for (const operation of asked) {
      const named = namesOfProcedure(operation).flatMap((name) => candidates.get(name) ?? []);
      // A method that hands a call on to the service is named as the procedure is.
      const found = servicerOf(
        operation,
        named.filter(({ handle }) => !calling.has(`${joinKey(operation)} ${handle}`)),
      );
      if (found) served.push(offerOf(operation, member, found));
    }
  }
  return [...offers.map((offer) => withServers(offer, served)), ...served];
}

function isOpenProcedure(offer: InScope): boolean {
  return offer.kind === "rpc" && offer.specification !== undefined && offer.implementation === undefined;
}

/** What others specify and the member does not offer itself; once where several have a copy of the specification. */
function openTo({ name }: ServingMember, open: readonly InScope[], offers: readonly InScope[]): InScope[] {
  const own = new Set(offers.filter(({ repository }) => repository === name).map(joinKey));
  const others = open.filter((offer) => offer.repository !== name && !own.has(joinKey(offer)));
  return [...new Map(others.map((offer) => [joinKey(offer), offer] as const).reverse()).values()].reverse();
}

function callersIn({ name }: ServingMember, needs: readonly InScope[]): ReadonlySet<string> {
  const own = needs.filter(({ kind, repository }) => kind === "rpc" && repository === name);
  return new Set(own.map((need) => `${joinKey(need)} ${need.place.handle}`));
}

function offerOf(
  { key, details, repository }: InScope,
  { name }: ServingMember,
  { handle, symbol }: Candidate,
): InScope {
  return {
    kind: "rpc",
    key,
    place: { handle, span: symbol.span },
    tier: "resolved",
    implementation: handle,
    implementedBy: `method of a servicer, specified in ${repository}`,
    details,
    repository: name,
  };
}

function withServers(offer: InScope, served: readonly InScope[]): InScope {
  if (!isOpenProcedure(offer)) return offer;
  const servers = served.filter((one) => joinKey(one) === joinKey(offer)).map(({ repository }) => repository);
  return servers.length === 0 ? offer : { ...offer, implementedBy: `in ${servers.join(", ")}` };
}
