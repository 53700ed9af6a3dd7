/** What repositories offer to others and need of them: told by rules over facts and by the specifications in their files. */
import { type InScope, type JoinedNeed, joinContracts } from "../../catalog/join-contracts.ts";
import { KnownAddresses } from "../../catalog/known-addresses.ts";
import { mappedResolvers } from "../../catalog/mapped-resolvers.ts";
import { protobufContracts } from "../../catalog/protobuf-contracts.ts";
import { withServedElsewhere } from "../../catalog/served-elsewhere.ts";
import { type KnownService, ServiceDirectory } from "../../catalog/service-directory.ts";
import { servicesOfView } from "../../catalog/services-of-view.ts";
import { specifiedContracts } from "../../catalog/specified-contracts.ts";
import { tieSpecifications } from "../../catalog/tie-specifications.ts";
import { FindingsCache } from "../../catalog/view-findings.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { FRAMEWORKS } from "../../frameworks/all.ts";
import type { Contract, Unit } from "../../frameworks/contract.ts";
import type { FileProblem, ReadFiles } from "../../specifications/contract.ts";
import { LruCache } from "../../storage/lru-cache.ts";
import type { ViewSession } from "../session.ts";
import { readSpecifications } from "./read-specifications.ts";

/** A unit of a repository, with what is known of who asks for it. */
export interface UnitInScope extends Unit {
  repository: string;
}

export interface Contracts {
  offers: readonly InScope[];
  needs: readonly JoinedNeed[];
  services: readonly KnownService[];
  /** In the order of repositories, then of files. */
  units: readonly UnitInScope[];
  /** Files that could not be read as what they claim to be. */
  problems: readonly (FileProblem & { repository: string })[];
  /** Names of what the rules know; others may be there and are not seen. */
  frameworks: readonly string[];
  /** False when some file has more literals than are kept. */
  isComplete: boolean;
}

/** One repository of a scope as this question sees it. */
export interface ContractMember {
  name: string;
  view: ViewSession;
  /** The service that it was indexed as; null: its name stands for it. */
  serviceId: string | null;
}

export interface ViewContracts extends Pick<ReadFiles, "services" | "addresses" | "gateways" | "problems"> {
  offers: readonly Contract[];
  needs: readonly Contract[];
  units: readonly Unit[];
  paths: readonly string[];
  isComplete: boolean;
}

/** Of all repositories of this process: findings are kept by content. */
export const findings = new FindingsCache(FRAMEWORKS);
/** By generation, for processes that are asked often. What failed is not kept: the next question may have more time. */
const MAX_KEPT_VIEWS = 16;
const MAX_KEPT_SCOPES = 8;
const ofViews = new LruCache<string, ViewContracts>(MAX_KEPT_VIEWS);
const ofScopes = new LruCache<string, Contracts>(MAX_KEPT_SCOPES);

export function viewContracts(view: ViewSession): Promise<ViewContracts> {
  return kept(ofViews, generationOf(view), () => findViewContracts(view));
}

/** Over all members: who needs what of whom. Places keep the paths of their members. */
export function findContracts(members: readonly ContractMember[]): Promise<Contracts> {
  const key = JSON.stringify(
    members.map(({ name, serviceId, view }) => [name, serviceId, generationOf(view)]),
  );
  return kept(ofScopes, key, () => joinMembers(members));
}

async function kept<T>(cache: LruCache<string, T>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = await make();
  cache.set(key, made);
  return made;
}

function generationOf({ indexId, info: { id, generation } }: ViewSession): string {
  return `${indexId} ${id} ${generation}`;
}

async function findViewContracts(view: ViewSession): Promise<ViewContracts> {
  const { reader, readText, signal } = view;
  const found = await findings.of(reader);
  const read = await readSpecifications({ reader, readText }, signal);
  const specified = [
    ...specifiedContracts(read.specifications, "offers"),
    ...(await protobufContracts(reader)),
  ];
  const mapped = await mappedResolvers(reader, read.resolvers);
  const asked = specifiedContracts(read.specifications, "needs");
  return {
    ...read,
    offers: await tieSpecifications(reader, [...found.offers, ...mapped], found.needs, specified),
    needs: [...found.needs, ...asked.map(({ bases: _, ...need }) => need)],
    units: found.units,
    paths: (await reader.files()).map(({ path }) => path),
    isComplete: found.isComplete,
  };
}

async function joinMembers(members: readonly ContractMember[]): Promise<Contracts> {
  const found = await Promise.all(
    members.map(async ({ name, serviceId, view }) => ({ name, serviceId, ...(await viewContracts(view)) })),
  );
  const tagged = <T extends object>(pick: (one: (typeof found)[number]) => readonly T[]) =>
    found.flatMap((one) => pick(one).map((item) => ({ ...item, repository: one.name })));
  const services = found.flatMap(({ name, serviceId, paths, services: deployed }) =>
    servicesOfView({ repository: name, serviceId, paths, deployed }),
  );
  const directory = new ServiceDirectory(services);
  const placed = (one: InScope): InScope => {
    const service = directory.serviceAt(one.repository ?? "", pathOfHandle(one.place.handle));
    return service ? { ...one, service: service.name } : one;
  };
  const needs = tagged((one) => one.needs).map(placed);
  const offered = await withServedElsewhere(
    { offers: tagged((one) => one.offers), needs },
    members.map(({ name, view: { reader } }) => ({ name, reader })),
  );
  const offers = offered.map(placed);
  const surroundings = {
    services: directory,
    addresses: new KnownAddresses(
      tagged((one) => one.addresses),
      tagged((one) => one.gateways),
    ),
  };
  return {
    offers,
    needs: joinContracts(needs, offers, surroundings),
    services,
    units: tagged((one) => one.units),
    problems: tagged((one) => one.problems),
    frameworks: FRAMEWORKS.map(({ label }) => label),
    isComplete: found.every(({ isComplete }) => isComplete),
  };
}
