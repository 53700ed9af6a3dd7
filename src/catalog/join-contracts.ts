/** Needs and the offers that meet them, joined when asked: nothing of it is stored, so nothing of it can be stale. */
import type { Tier } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import type { Contract } from "../frameworks/contract.ts";
import { joinPaths, routeKey } from "../frameworks/route-key.ts";
import { isTestPath } from "../languages/test-paths.ts";
import { isBelow } from "./below-folder.ts";
import { KnownAddresses, pathOfKey } from "./known-addresses.ts";
import { grouped, literalSteps, RouteShapes } from "./route-shapes.ts";
import { type KnownService, ServiceDirectory } from "./service-directory.ts";

/** How an offer was found to meet a need, strongest first. */
export type JoinReason =
  | "same key"
  /** The need names the host or address of the service that offers it. */
  | "same service"
  /** A literal stands where the offer has a parameter, or the offer takes any method. */
  | "same shape"
  /** What stands before the path is not known, and many calls behind it fit below one prefix. */
  | "same place behind the base"
  /** What stands before the path is not known: a variable holds it. */
  | "same end";

/** Why nothing meets a need. */
export type OpenReason = "nobody offers it here" | "its host is none of these services";

export interface InScope extends Contract {
  /** The repository that it comes from. */
  repository?: string;
  /** The service that its place belongs to. */
  service?: string;
}

export interface JoinedNeed<C extends Contract = InScope> {
  need: C;
  /** In the given order; empty when nobody in the scope offers it, several when nothing tells which is meant. */
  offers: C[];
  reason: JoinReason | null;
  /** Set where nothing meets it. */
  open?: OpenReason;
  /** The weakest of what the join stands on. */
  tier: Tier | null;
}

export interface Surroundings {
  services: ServiceDirectory;
  addresses: KnownAddresses;
}

const ALONE: Surroundings = { services: new ServiceDirectory([]), addresses: new KnownAddresses([], []) };

export function joinContracts<C extends InScope>(
  needs: readonly C[],
  offers: readonly C[],
  surroundings: Surroundings = ALONE,
): JoinedNeed<C>[] {
  const byKey = grouped(
    offers.filter(({ kind }) => kind !== "route"),
    joinKey,
  );
  const routes = new RouteJoin(
    offers.filter(({ kind }) => kind === "route"),
    surroundings,
    needs,
  );
  return needs.map((need) => {
    if (need.kind === "route") return routes.join(need);
    const same = byKey.get(joinKey(need)) ?? [];
    // A container gives what its own program registers.
    if (need.kind === "injection")
      return joined(need, best(same.filter((one) => one.repository === need.repository)), "same key");
    // Everybody who listens is meant.
    if (need.kind === "event") return joined(need, same, "same key", true);
    const owners = ownersOf(need, surroundings);
    const own = owners ? same.filter((offer) => owners.some((one) => isIn(offer, one))) : same;
    return own.length > 0 && owners
      ? joined(need, best(own), "same service")
      : joined(need, best(same), "same key");
  });
}

/** Methods of remote calls are spelled in each language's own way. */
export function joinKey({ kind, key }: Contract): string {
  return kind === "rpc" ? `rpc ${key.toLowerCase().replaceAll("_", "")}` : `${kind} ${key}`;
}

function ownersOf({ details }: Contract, { services }: Surroundings): readonly KnownService[] | null {
  const meaning = typeof details.host === "string" ? services.meaningOf(details.host) : null;
  return meaning?.kind === "services" ? meaning.services : null;
}

/** Offers that code answers before those that only a specification tells of; those of tests count when alone. */
function best<C extends InScope>(offers: readonly C[]): C[] {
  const real = offers.filter(({ place }) => !isTestPath(pathOfHandle(place.handle)));
  const candidates = real.length > 0 ? real : offers;
  const answered = candidates.filter(isAnswered);
  const chosen = answered.length > 0 ? answered : candidates;
  const byAnswer = new Map(chosen.map((offer) => [answerOf(offer), offer] as const).reverse());
  return [...byAnswer.values()].reverse();
}

function isAnswered({ specification, implementation }: Contract): boolean {
  return specification === undefined || implementation !== undefined;
}

function answerOf({ repository = "", implementation, place, key }: InScope): string {
  return `${repository}\0${implementation ?? `${place.handle} ${place.span.startLine} ${key}`}`;
}

function isIn({ repository = "", place }: InScope, service: KnownService): boolean {
  return repository === service.repository && isBelow(pathOfHandle(place.handle), service.folder);
}

function joined<C extends InScope>(
  need: C,
  offers: C[],
  reason: JoinReason,
  areAllMeant = false,
): JoinedNeed<C> {
  if (offers.length === 0) return { need, offers, reason: null, open: "nobody offers it here", tier: null };
  const isGuess =
    reason === "same end" ||
    (offers.length > 1 && !areAllMeant) ||
    need.tier === "heuristic" ||
    offers[0]!.tier === "heuristic";
  return { need, offers, reason, tier: isGuess ? "heuristic" : "resolved" };
}

/** What most needs behind one base fit, and how many of them. */
interface CommonPrefix {
  prefix: string;
  votes: number;
}

/** So many different calls behind one base that all fit below the same prefix are no coincidence. */
const SURE_VOTES = 3;

/** A path of so few words is offered by everybody; behind an unknown base it says too little. */
const MIN_WORDS_BEHIND_BASE = 1;

class RouteJoin<C extends InScope> {
  readonly #shapes: RouteShapes<C>;
  readonly #byOwner = new Map<KnownService, RouteShapes<C>>();
  readonly #byRepository: ReadonlyMap<string, RouteShapes<C>>;
  readonly #routes: readonly C[];
  readonly #surroundings: Surroundings;
  readonly #prefixes: ReadonlyMap<string, CommonPrefix>;

  constructor(routes: readonly C[], surroundings: Surroundings, needs: readonly C[]) {
    this.#routes = routes;
    this.#surroundings = surroundings;
    this.#shapes = new RouteShapes(routes);
    const own = [...grouped(routes, ({ repository = "" }) => repository)];
    this.#byRepository = new Map(own.map(([name, offers]) => [name, new RouteShapes(offers)]));
    this.#prefixes = this.#commonPrefixes(needs);
  }

  join(need: C): JoinedNeed<C> {
    const { base, host } = need.details;
    const known =
      typeof base === "string" ? this.#surroundings.addresses.of(base, need.repository ?? "") : null;
    if (typeof base === "string" && !known) return this.#behindBase(need, base);
    const key = known ? withPrefix(need.key, known.prefix) : need.key;
    const at = known ? known.host : typeof host === "string" ? host : null;
    return at === null ? this.#withoutHost(need, key) : this.#atHost(need, key, at);
  }

  #atHost(need: C, key: string, host: string): JoinedNeed<C> {
    const meaning = this.#surroundings.services.meaningOf(host);
    if (meaning.kind === "elsewhere")
      return { need, offers: [], reason: null, open: "its host is none of these services", tier: null };
    if (meaning.kind !== "services") {
      const found = joined(need, best(this.#shapes.like(key)), "same shape");
      return meaning.kind === "unknown" && found.tier ? { ...found, tier: "heuristic" } : found;
    }
    const offers = meaning.services.flatMap((service) => this.#of(service).like(key));
    return joined(need, best(offers), "same service");
  }

  /** Of the same repository first: a path alone is asked of whoever serves the page. */
  #withoutHost(need: C, key: string): JoinedNeed<C> {
    const own = best(this.#byRepository.get(need.repository ?? "")?.like(key) ?? []);
    if (own.length > 0)
      return joined(need, own, own.some((offer) => offer.key === key) ? "same key" : "same shape");
    const through = this.#surroundings.addresses.through(pathOfKey({ key }), need.repository ?? "");
    if (through) {
      const handedOn = this.#atHost(need, `${methodOf(key)} ${through.path}`, through.host);
      if (handedOn.offers.length > 0) return handedOn;
    }
    const others = joined(need, best(this.#shapes.like(key)), "same shape");
    return others.tier && this.#byRepository.size > 0 && need.repository !== undefined
      ? { ...others, tier: "heuristic" }
      : others;
  }

  /** The prefix that most needs behind the same base fit; without one, whatever ends alike. */
  #behindBase(need: C, base: string): JoinedNeed<C> {
    const ends = this.#endsOf(need);
    const common = this.#prefixes.get(baseKey(need, base));
    const fitting = common === undefined ? ends : ends.filter((one) => one.prefix === common.prefix);
    const offers = best(fitting.map(({ offer }) => offer));
    if (offers.length === 1 && common && common.votes >= SURE_VOTES)
      return joined(need, offers, "same place behind the base");
    return joined(need, offers, "same end");
  }

  #endsOf(need: C): { offer: C; prefix: string }[] {
    if (literalSteps(need.key) < MIN_WORDS_BEHIND_BASE) return [];
    const own = this.#byRepository.get(need.repository ?? "")?.endingAs(need.key) ?? [];
    return own.length > 0 ? own : this.#shapes.endingAs(need.key);
  }

  #commonPrefixes(needs: readonly C[]): Map<string, CommonPrefix> {
    const votes = new Map<string, Map<string, Set<string>>>();
    for (const need of needs) {
      const { base } = need.details;
      if (need.kind !== "route" || typeof base !== "string") continue;
      const key = baseKey(need, base);
      const counts = votes.get(key) ?? new Map<string, Set<string>>();
      for (const { prefix } of this.#endsOf(need))
        counts.set(prefix, (counts.get(prefix) ?? new Set()).add(need.key));
      votes.set(key, counts);
    }
    const chosen = new Map<string, CommonPrefix>();
    for (const [key, counts] of votes) {
      const [first, second] = [...counts].sort((a, b) => b[1].size - a[1].size);
      if (first && first[1].size > (second?.[1].size ?? 0))
        chosen.set(key, { prefix: first[0], votes: first[1].size });
    }
    return chosen;
  }

  #of(service: KnownService): RouteShapes<C> {
    const known = this.#byOwner.get(service);
    if (known) return known;
    const made = new RouteShapes(this.#routes.filter((offer) => isIn(offer, service)));
    this.#byOwner.set(service, made);
    return made;
  }
}

function baseKey({ repository = "" }: InScope, base: string): string {
  return `${repository}\0${base}`;
}

function methodOf(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

function withPrefix(key: string, prefix: string): string {
  return prefix === "" ? key : routeKey(methodOf(key), joinPaths(prefix, pathOfKey({ key })));
}
