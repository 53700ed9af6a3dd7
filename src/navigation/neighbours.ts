/** The neighbours of symbols for one relation: by an edge of their own, through dispatch, and down a hierarchy. */
import type { Edge, EdgeKind, Handle } from "../core/edges.ts";
import type { GraphReader, ViewReader } from "../storage/contract.ts";
import { graphOf } from "../storage/graph/from-records.ts";
import { Dispatch, type Related } from "./dispatch.ts";
import { weaker } from "./hierarchy/type-hierarchy.ts";
import { isTypeLike } from "./hierarchy/type-nodes.ts";
import { DISPATCHED_USES, RELATIONS, type Relation } from "./relations.ts";
import { withoutSuperCalls } from "./super-calls.ts";

/**
 * How a neighbour is reached that has no edge of its own to the symbol. `dispatch`: a call of a declaration may run
 * what implements it. `override`: a call of what overrides it, which a change of its signature reaches. `inheritance`: a
 * type further down the hierarchy. `contract`: a call that leaves the code, and who answers it.
 */
export type Via = "dispatch" | "override" | "inheritance" | "contract";

export interface Neighbour {
  handle: Handle;
  edge: Edge;
  via?: Via;
  /** For `dispatch` and `override` the declaration that is called; for `inheritance` the type between, where there is one. */
  through?: Handle;
}

export class Neighbours {
  readonly #reader: ViewReader;
  readonly #relation: Relation;
  readonly #graph: GraphReader;
  readonly #dispatch: Dispatch;

  constructor(reader: ViewReader, relation: Relation) {
    this.#reader = reader;
    this.#relation = relation;
    this.#graph = graphOf(reader);
    this.#dispatch = new Dispatch(reader);
  }

  /** Of each handle; `dispatches` is false where the handles are parts of a larger thing that is asked about. */
  async of(handles: readonly Handle[], dispatches: boolean): Promise<ReadonlyMap<Handle, Neighbour[]>> {
    const { direction, kinds } = RELATIONS[this.#relation];
    const found = await this.#edgesOf(handles, direction, kinds);
    if (!dispatches) return found;
    for (const [handle, neighbours] of found) neighbours.push(...(await this.#indirect(handle, neighbours)));
    return found;
  }

  /** Uses of what overrides or implements each of the handles. */
  async ofOverrides(handles: readonly Handle[]): Promise<Map<Handle, Neighbour[]>> {
    const found = new Map<Handle, Neighbour[]>();
    const kinds = usesOf(this.#relation);
    for (const handle of kinds ? handles : []) {
      const overrides = await this.#dispatch.overridesOf(handle);
      found.set(handle, await this.#usesThrough(overrides, kinds!, "override"));
    }
    return found;
  }

  async #edgesOf(
    handles: readonly Handle[],
    direction: "into" | "from",
    kinds: readonly EdgeKind[],
  ): Promise<Map<Handle, Neighbour[]>> {
    const asked = { handles, direction, kinds, depth: 1, fanOut: Number.POSITIVE_INFINITY };
    const steps = await this.#graph.neighbours(asked);
    return new Map(
      steps.map(({ of, edges }) => [
        of,
        edges.map(({ edge }) => ({ handle: direction === "into" ? edge.from : edge.to, edge })),
      ]),
    );
  }

  async #indirect(handle: Handle, direct: readonly Neighbour[]): Promise<Neighbour[]> {
    switch (this.#relation) {
      case "callers":
      case "references":
      case "dependents":
        return this.#usesOfDeclarations(handle, usesOf(this.#relation)!);
      case "callees":
        // Only what has no body of its own hands the call on.
        return direct.length === 0 ? this.#implementing(handle) : [];
      case "implementations":
        return this.#further(handle, direct);
      case "dependencies":
        return [];
    }
  }

  async #usesOfDeclarations(handle: Handle, kinds: readonly EdgeKind[]): Promise<Neighbour[]> {
    return this.#usesThrough(await this.#dispatch.declarationsOf(handle), kinds, "dispatch");
  }

  async #usesThrough(
    declarations: readonly Related[],
    kinds: readonly EdgeKind[],
    via: "dispatch" | "override",
  ): Promise<Neighbour[]> {
    const uses = await this.#edgesOf(
      declarations.map(({ symbol }) => symbol.handle),
      "into",
      kinds,
    );
    const found: Neighbour[] = [];
    for (const { symbol, tier } of declarations) {
      const own = uses.get(symbol.handle)!;
      const calls = via === "dispatch" ? await withoutSuperCalls(this.#reader, symbol, own) : own;
      for (const { handle: user, edge } of calls)
        found.push({
          handle: user,
          edge: { ...edge, tier: weaker(edge.tier, tier) },
          via,
          through: symbol.handle,
        });
    }
    return found;
  }

  /** Those that no edge names: further down, or tied by a type between. */
  async #further(handle: Handle, direct: readonly Neighbour[]): Promise<Neighbour[]> {
    const known = new Set(direct.map((neighbour) => neighbour.handle));
    const found = await this.#dispatch.implementationsOf(handle);
    return found
      .filter(({ parts }) => !parts.some((part) => known.has(part)))
      .map((related) => implementing(handle, related, "inheritance"));
  }

  async #implementing(handle: Handle): Promise<Neighbour[]> {
    const found = await this.#dispatch.implementationsOf(handle);
    return found.map((related) => implementing(handle, related, "dispatch"));
  }
}

function usesOf(relation: Relation): readonly EdgeKind[] | null {
  return relation in DISPATCHED_USES ? DISPATCHED_USES[relation as keyof typeof DISPATCHED_USES] : null;
}

function implementing(of: Handle, { symbol, tier, through }: Related, via: Via): Neighbour {
  const edge: Edge = {
    from: symbol.handle,
    to: of,
    kind: isTypeLike(symbol) ? "implements" : "overrides",
    tier,
    lines: [symbol.symbol.namePosition.line],
  };
  return { handle: symbol.handle, edge, via, through: through ?? (via === "dispatch" ? of : undefined) };
}
