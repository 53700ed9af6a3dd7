/** Which types stand above and below others, transitively, with the weakest proof on the way. */
import { type EdgeKind, type Handle, TIERS, type Tier } from "../../core/edges.ts";
import type { SymbolsOfView } from "./symbols-of-view.ts";
import { type TypeNode, TypeNodes } from "./type-nodes.ts";

export interface ReachedType {
  node: TypeNode;
  /** The weakest link on the way. */
  tier: Tier;
  /** Steps from the start. */
  distance: number;
  /** The type it was reached from; null for one step from the start. */
  after: ReachedType | null;
}

export interface WalkBounds {
  /** Types that are reached, but not walked beyond. */
  endsAt?: (node: TypeNode) => boolean;
}

const HERITAGE: readonly EdgeKind[] = ["inherits", "implements"];

/** More types than any person looks through; a walk ends there. */
const MAX_TYPES = 5_000;

export class TypeHierarchy {
  readonly nodes: TypeNodes;
  readonly #symbols: SymbolsOfView;
  readonly #steps = new Map<string, { node: TypeNode; tier: Tier }[]>();

  constructor(symbols: SymbolsOfView) {
    this.#symbols = symbols;
    this.nodes = new TypeNodes(symbols);
  }

  /** Nearest first; the start itself is not among them. */
  above(start: TypeNode, bounds?: WalkBounds): Promise<ReachedType[]> {
    return this.#walk(start, "from", bounds);
  }

  below(start: TypeNode, bounds?: WalkBounds): Promise<ReachedType[]> {
    return this.#walk(start, "into", bounds);
  }

  async #walk(
    start: TypeNode,
    direction: "from" | "into",
    { endsAt }: WalkBounds = {},
  ): Promise<ReachedType[]> {
    const seen = new Set<Handle>([start.key]);
    const reached: ReachedType[] = [];
    let level: (ReachedType | null)[] = [null];
    for (let distance = 1; level.length > 0 && reached.length < MAX_TYPES; distance++) {
      await this.#readSteps(
        level.map((after) => after?.node ?? start),
        direction,
      );
      const next: ReachedType[] = [];
      for (const after of level) {
        for (const { node, tier } of this.#steps.get(stepKey(after?.node ?? start, direction))!) {
          if (seen.has(node.key)) continue;
          seen.add(node.key);
          const one = { node, tier: weaker(tier, after?.tier ?? "compiler"), distance, after };
          reached.push(one);
          if (!endsAt?.(node)) next.push(one);
        }
      }
      level = next;
    }
    return reached;
  }

  async #readSteps(from: readonly TypeNode[], direction: "from" | "into"): Promise<void> {
    const unknown = from.filter((node) => !this.#steps.has(stepKey(node, direction)));
    const handles = unknown.flatMap(({ parts }) => parts.map(({ handle }) => handle));
    const sites = await this.#symbols.reader.edges(direction, handles, HERITAGE);
    const ends = sites.map((found) =>
      found.map(({ edge }) => ({ handle: direction === "from" ? edge.to : edge.from, tier: edge.tier })),
    );
    const nodes = await this.nodes.of(ends.flat().map(({ handle }) => handle));
    let at = 0;
    for (const node of unknown) {
      const best = new Map<Handle, { node: TypeNode; tier: Tier }>();
      for (const { handle, tier } of node.parts.flatMap(() => ends[at++]!)) {
        const other = nodes.get(handle);
        if (!other || other.key === node.key) continue;
        const known = best.get(other.key);
        if (!known || TIERS.indexOf(tier) < TIERS.indexOf(known.tier))
          best.set(other.key, { node: other, tier });
      }
      this.#steps.set(stepKey(node, direction), [...best.values()]);
    }
  }
}

function stepKey(node: TypeNode, direction: "from" | "into"): string {
  return `${direction} ${node.key}`;
}

export function weaker(a: Tier, b: Tier): Tier {
  return TIERS.indexOf(a) > TIERS.indexOf(b) ? a : b;
}
