/** Needs and the offers that meet them, joined when asked: nothing of it is stored, so nothing of it can be stale. */
import type { Tier } from "../core/edges.ts";
import type { Contract } from "../frameworks/contract.ts";

/** How an offer was found to meet a need, strongest first. */
export type JoinReason =
  | "same key"
  /** A literal stands where the offer has a parameter, or the offer takes any method. */
  | "same shape"
  /** What stands before the path is not known: a variable holds it. */
  | "same end";

export interface JoinedNeed {
  need: Contract;
  /** In the given order; empty when nobody in the scope offers it, several when nothing tells which is meant. */
  offers: Contract[];
  reason: JoinReason | null;
  /** The weakest of what the join stands on. */
  tier: Tier | null;
}

export function joinContracts(needs: readonly Contract[], offers: readonly Contract[]): JoinedNeed[] {
  const byKey = grouped(offers, joinKey);
  const shapes = new RouteShapes(offers.filter(({ kind }) => kind === "route"));
  return needs.map((need) => {
    const same = byKey.get(joinKey(need)) ?? [];
    if (need.kind !== "route") return joined(need, same, "same key");
    // Behind an unknown base the same key may be another path.
    if (need.details.base !== undefined) return joined(need, shapes.endingAs(need.key), "same end");
    if (same.length > 0) return joined(need, same, "same key");
    return joined(need, shapes.like(need.key), "same shape");
  });
}

function joined(need: Contract, offers: Contract[], reason: JoinReason): JoinedNeed {
  if (offers.length === 0) return { need, offers, reason: null, tier: null };
  const isGuess =
    reason === "same end" ||
    offers.length > 1 ||
    need.tier === "heuristic" ||
    offers[0]!.tier === "heuristic";
  return { need, offers, reason, tier: isGuess ? "heuristic" : "resolved" };
}

function joinKey({ kind, key }: Contract): string {
  return `${kind} ${key}`;
}

/** A step that differs from call to call. */
const PARAMETER = "{}";

interface Shape {
  method: string;
  steps: readonly string[];
}

function shapeOf(key: string): Shape {
  const space = key.indexOf(" ");
  return {
    method: key.slice(0, space),
    steps: key
      .slice(space + 1)
      .split("/")
      .slice(1),
  };
}

/** Routes by their number of steps and their last step, so that a need is compared with few of them. */
class RouteShapes {
  readonly #byLength: Map<number, { shape: Shape; offer: Contract }[]>;
  readonly #byLast: Map<string, { shape: Shape; offer: Contract }[]>;

  constructor(routes: readonly Contract[]) {
    const shaped = routes.map((offer) => ({ shape: shapeOf(offer.key), offer }));
    this.#byLength = grouped(shaped, ({ shape }) => shape.steps.length);
    this.#byLast = grouped(shaped, ({ shape }) => shape.steps.at(-1) ?? "");
  }

  /** Those with the most literal steps win: `/users/me` before `/users/{}`. */
  like(key: string): Contract[] {
    const wanted = shapeOf(key);
    const fitting = (this.#byLength.get(wanted.steps.length) ?? []).filter(({ shape }) =>
      fits(wanted, shape),
    );
    return mostLiteral(fitting);
  }

  /** The whole of the need is the end of the offer, and something stands in front of it or not. */
  endingAs(key: string): Contract[] {
    const wanted = shapeOf(key);
    const last = wanted.steps.at(-1) ?? "";
    if (wanted.steps.every((step) => step === PARAMETER || step === "")) return [];
    const candidates = [
      ...(this.#byLast.get(last) ?? []),
      ...(last === PARAMETER ? [] : (this.#byLast.get(PARAMETER) ?? [])),
    ];
    const fitting = candidates.filter(({ shape }) => {
      const extra = shape.steps.length - wanted.steps.length;
      return extra >= 0 && fits(wanted, { ...shape, steps: shape.steps.slice(extra) });
    });
    const best = mostLiteral(fitting);
    const shortest = Math.min(...best.map((offer) => shapeOf(offer.key).steps.length));
    return best.filter((offer) => shapeOf(offer.key).steps.length === shortest);
  }
}

/** A parameter of the need meets only parameters: which literal it stands for is not known. */
function fits(wanted: Shape, offered: Shape): boolean {
  const isMethod = wanted.method === offered.method || wanted.method === "*" || offered.method === "*";
  return (
    isMethod &&
    wanted.steps.every((step, at) => step === offered.steps[at] || offered.steps[at] === PARAMETER)
  );
}

function mostLiteral(fitting: readonly { shape: Shape; offer: Contract }[]): Contract[] {
  const literals = fitting.map(({ shape }) => shape.steps.filter((step) => step !== PARAMETER).length);
  const most = Math.max(...literals);
  return fitting.filter((_, at) => literals[at] === most).map(({ offer }) => offer);
}

function grouped<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
