/** Which types stand above and below others, transitively, with the weakest proof on the way. */
import { type EdgeKind, type Handle, TIERS, type Tier } from "../../core/edges.ts";
import { StructuralTypes } from "./structural-types.ts";
import type { SymbolsOfView } from "./symbols-of-view.ts";
import { TypeMembers } from "./type-members.ts";
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

type Direction = "from" | "into";
type Step = { node: TypeNode; tier: Tier };
/** Steps beside those that are written. */
type ReadMore = (node: TypeNode) => Promise<readonly Step[]>;

const HERITAGE: readonly EdgeKind[] = ["inherits", "implements"];

/** More types than any person looks through; a walk ends there. */
const MAX_TYPES = 5_000;

export class TypeHierarchy {
  readonly nodes: TypeNodes;
  readonly members: TypeMembers;
  readonly #symbols: SymbolsOfView;
  readonly #structural: StructuralTypes;
  readonly #steps = new Map<string, Step[]>();
  readonly #implementers = new Map<Handle, readonly Step[]>();

  constructor(symbols: SymbolsOfView) {
    this.#symbols = symbols;
    this.nodes = new TypeNodes(symbols);
    this.members = new TypeMembers(symbols, this.nodes);
    const written = async (start: TypeNode, direction: Direction) =>
      (await this.#walk(start, direction)).map(({ node }) => node);
    this.#structural = new StructuralTypes(
      symbols,
      this.members,
      (node) => written(node, "from"),
      (node) => written(node, "into"),
    );
  }

  /** Nearest first; the start itself is not among them. Of contracts that nobody names, those that ask for the member. */
  above(start: TypeNode, member: string, bounds?: WalkBounds): Promise<ReachedType[]> {
    return this.#walk(start, "from", bounds, (node) => this.#structural.contracts(node, member));
  }

  below(start: TypeNode, bounds?: WalkBounds): Promise<ReachedType[]> {
    return this.#walk(start, "into", bounds, (node) => this.#implementersOf(node));
  }

  async #implementersOf(node: TypeNode): Promise<readonly Step[]> {
    const known = this.#implementers.get(node.key);
    if (known) return known;
    const found = await this.#structural.implementers(node);
    this.#implementers.set(node.key, found);
    return found;
  }

  async #walk(
    start: TypeNode,
    direction: Direction,
    { endsAt }: WalkBounds = {},
    readMore?: ReadMore,
  ): Promise<ReachedType[]> {
    const seen = new Set<Handle>([start.key]);
    const reached: ReachedType[] = [];
    let level: (ReachedType | null)[] = [null];
    for (let distance = 1; level.length > 0 && reached.length < MAX_TYPES; distance++) {
      const walked = level.map((after) => after?.node ?? start);
      await this.#readSteps(walked, direction);
      const next: ReachedType[] = [];
      for (const [at, after] of level.entries()) {
        const node = walked[at]!;
        const more = node.family.structural && readMore ? await readMore(node) : [];
        for (const step of [...this.#steps.get(stepKey(node, direction))!, ...more]) {
          if (seen.has(step.node.key)) continue;
          seen.add(step.node.key);
          const tier = weaker(step.tier, after?.tier ?? "compiler");
          const one = { node: step.node, tier, distance, after };
          reached.push(one);
          if (!endsAt?.(step.node)) next.push(one);
        }
      }
      level = next;
    }
    return reached;
  }

  async #readSteps(from: readonly TypeNode[], direction: Direction): Promise<void> {
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

function stepKey(node: TypeNode, direction: Direction): string {
  return `${direction} ${node.key}`;
}

export function weaker(a: Tier, b: Tier): Tier {
  return TIERS.indexOf(a) > TIERS.indexOf(b) ? a : b;
}
