/** Keys of routes compared by their shapes: `GET /users/42` fits `GET /users/{}`. */
import type { Contract } from "../frameworks/contract.ts";

/** A step that differs from call to call. */
const PARAMETER = "{}";

interface Shape {
  method: string;
  steps: readonly string[];
}

interface Shaped<C> {
  shape: Shape;
  offer: C;
}

/** Some servers do not tell `/Users` from `/users`, and no two routes differ in that alone. */
function shapeOf(key: string): Shape {
  const space = key.indexOf(" ");
  return {
    method: key.slice(0, space),
    steps: key
      .slice(space + 1)
      .toLowerCase()
      .split("/")
      .slice(1),
  };
}

/** Routes by their number of steps and their last step, so that a need is compared with few of them. */
export class RouteShapes<C extends Pick<Contract, "key">> {
  readonly #byLength: Map<number, Shaped<C>[]>;
  readonly #byLast: Map<string, Shaped<C>[]>;

  constructor(routes: readonly C[]) {
    const shaped = routes.map((offer) => ({ shape: shapeOf(offer.key), offer }));
    this.#byLength = grouped(shaped, ({ shape }) => shape.steps.length);
    this.#byLast = grouped(shaped, ({ shape }) => shape.steps.at(-1) ?? "");
  }

  /** Those with the most literal steps win: `/users/me` before `/users/{}`. */
  like(key: string): C[] {
    const wanted = shapeOf(key);
    const fitting = (this.#byLength.get(wanted.steps.length) ?? []).filter(({ shape }) =>
      fits(wanted, shape),
    );
    return mostLiteral(fitting);
  }

  /** The whole of the need is the end of the offer; what stands before it there is the prefix. Most literal ends win. */
  endingAs(key: string): { offer: C; prefix: string }[] {
    const wanted = shapeOf(key);
    const last = wanted.steps.at(-1) ?? "";
    if (wanted.steps.every((step) => step === PARAMETER || step === "")) return [];
    const candidates = [
      ...(this.#byLast.get(last) ?? []),
      ...(last === PARAMETER ? [] : (this.#byLast.get(PARAMETER) ?? [])),
    ];
    const ends = candidates.flatMap(({ shape, offer }) => {
      const extra = shape.steps.length - wanted.steps.length;
      const end = { ...shape, steps: shape.steps.slice(extra) };
      const prefix = shape.steps.slice(0, extra).join("/");
      return extra >= 0 && fits(wanted, end) && sharesWord(wanted, end)
        ? [{ shape: end, offer: { offer, prefix } }]
        : [];
    });
    return mostLiteral(ends);
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

/** What takes any word says nothing of the one that is asked for. */
function sharesWord(wanted: Shape, offered: Shape): boolean {
  return wanted.steps.some((step, at) => step !== PARAMETER && step !== "" && step === offered.steps[at]);
}

/** How many steps of a key are words. */
export function literalSteps(key: string): number {
  return shapeOf(key).steps.filter((step) => step !== PARAMETER && step !== "").length;
}

function mostLiteral<C>(fitting: readonly Shaped<C>[]): C[] {
  const literals = fitting.map(({ shape }) => shape.steps.filter((step) => step !== PARAMETER).length);
  const most = Math.max(...literals);
  return fitting.filter((_, at) => literals[at] === most).map(({ offer }) => offer);
}

export function grouped<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
