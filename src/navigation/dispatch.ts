/**
 * Calls that reach a member through another: whoever calls what an interface or a base declares may run what
 * implements or overrides it. Computed from links and symbols when asked, so nothing is stored that could be stale.
 */
import type { Handle, Tier } from "../core/edges.ts";
import { comparePaths } from "../core/rel-path.ts";
import type { ViewReader } from "../storage/contract.ts";
import { matchingSignatures } from "./hierarchy/overloads.ts";
import { isContract } from "./hierarchy/structural-types.ts";
import { type PlacedSymbol, SymbolsOfView } from "./hierarchy/symbols-of-view.ts";
import { type ReachedType, TypeHierarchy, weaker } from "./hierarchy/type-hierarchy.ts";
import type { TypeMembers } from "./hierarchy/type-members.ts";
import { isTypeLike, type TypeNode } from "./hierarchy/type-nodes.ts";

/** A member or type that stands above or below the one that was asked about. */
export interface Related {
  symbol: PlacedSymbol;
  /** The weakest link on the way. */
  tier: Tier;
  /** Steps of the hierarchy between the two. */
  distance: number;
  /** All parts of a type; a member alone. */
  parts: readonly Handle[];
  /** The type that ties the two, when neither names the other: `class C extends Impl implements I`. */
  through: Handle | null;
}

export class Dispatch {
  readonly #symbols: SymbolsOfView;
  readonly #types: TypeHierarchy;
  readonly #members: TypeMembers;

  constructor(reader: ViewReader) {
    this.#symbols = new SymbolsOfView(reader);
    this.#types = new TypeHierarchy(this.#symbols);
    this.#members = this.#types.members;
  }

  /** What a member implements or overrides: a call of one of these may run it. Nearest first. */
  async declarationsOf(handle: Handle): Promise<Related[]> {
    const asked = await this.#memberAt(handle);
    if (!asked) return this.#declarationsOfWritten(handle);
    const { member, owner } = asked;
    const found = new Collected(handle);
    const { name } = member.symbol;
    for (const type of await this.#types.above(owner, name))
      if (dispatches(type.node)) await this.#addMembers(found, member, type, null);
    // A heir that does not override it may promise it to further types.
    const isOwn = await this.#declares(owner, name);
    for (const heir of await this.#types.below(owner, { endsAt: isOwn })) {
      if (isOwn(heir.node)) continue;
      const further = { endsAt: (node: TypeNode) => node.key === owner.key };
      for (const type of await this.#types.above(heir.node, name, further))
        if (dispatches(type.node)) await this.#addMembers(found, member, combine(heir, type), heir.node.key);
    }
    return found.sorted();
  }

  /** Members that implement or override this one, or types below this one. Nearest first. */
  async implementationsOf(handle: Handle): Promise<Related[]> {
    const types = await this.#types.nodes.of([handle]);
    const type = types.get(handle);
    if (type) return this.#typesBelow(type);
    const asked = await this.#memberAt(handle);
    if (!asked) return [];
    const { member, owner } = asked;
    const found = new Collected(handle);
    if (!dispatches(owner)) return [];
    for (const below of await this.#types.below(owner)) {
      const added = await this.#addMembers(found, member, below, null);
      if (!added) await this.#addInherited(found, member, owner, below);
    }
    for (const written of await this.#linked(handle, "into"))
      if (!(await this.#members.ownerOf(written.symbol))) found.add(written);
    return found.sorted();
  }

  /** An object that is written in place has no type of its own: its methods are tied by links alone. */
  async #declarationsOfWritten(handle: Handle): Promise<Related[]> {
    const found = new Collected(handle);
    const written = (await this.#symbols.at([handle])).get(handle);
    if (!written || (await this.#members.ownerOf(written))) return [];
    for (const declared of await this.#linked(handle, "from")) {
      found.add(declared);
      for (const above of await this.declarationsOf(declared.symbol.handle))
        found.add({ ...above, tier: weaker(above.tier, declared.tier), distance: above.distance + 1 });
    }
    return found.sorted();
  }

  async #linked(handle: Handle, direction: "from" | "into"): Promise<Related[]> {
    const [sites = []] = await this.#symbols.reader.edges(direction, [handle], ["overrides"]);
    const ends = sites.map(({ edge }) => ({
      end: direction === "from" ? edge.to : edge.from,
      tier: edge.tier,
    }));
    const placed = await this.#symbols.at(ends.map(({ end }) => end));
    return ends.flatMap(({ end, tier }) => {
      const symbol = placed.get(end);
      return symbol ? [{ symbol, tier, distance: 1, parts: [end], through: null }] : [];
    });
  }

  /** Members below this one; none for a type, whose heirs have names of their own. */
  async overridesOf(handle: Handle): Promise<Related[]> {
    return (await this.#memberAt(handle)) ? this.implementationsOf(handle) : [];
  }

  async #typesBelow(type: TypeNode): Promise<Related[]> {
    const below = await this.#types.below(type);
    return below.map(({ node, tier, distance, after }) => ({
      // The part that says what it extends, which need not be the first.
      symbol: node.parts.find((part) => part.symbol.bases.length > 0) ?? node.parts[0]!,
      tier,
      distance,
      parts: node.parts.map(({ handle }) => handle),
      through: after?.node.key ?? null,
    }));
  }

  /** A type without a member of its own has that of its nearest base that is not the one asked about. */
  async #addInherited(
    found: Collected,
    member: PlacedSymbol,
    owner: TypeNode,
    below: ReachedType,
  ): Promise<void> {
    for (const base of await this.#types.above(below.node, member.symbol.name)) {
      const isContract = base.node.parts[0]!.symbol.kind === "interface";
      // What lies above a class that it inherits from is hidden by it.
      if (base.node.key === owner.key && !isContract) return;
      if (base.node.key === owner.key || isContract) continue;
      const isAdded = await this.#addMembers(found, member, combine(below, base), below.node.key);
      if (isAdded) return;
    }
  }

  async #addMembers(
    found: Collected,
    member: PlacedSymbol,
    type: Pick<ReachedType, "node" | "tier" | "distance">,
    through: Handle | null,
  ): Promise<boolean> {
    const named = (await this.#members.named(type.node, member.symbol.name)).filter(isDispatched);
    const fitting = matchingSignatures(member, named);
    const { tier, distance } = type;
    for (const symbol of fitting) found.add({ symbol, tier, distance, parts: [symbol.handle], through });
    return named.length > 0;
  }

  /** Whether a type has a member of this name itself. */
  async #declares(owner: TypeNode, name: string): Promise<(node: TypeNode) => boolean> {
    const heirs = await this.#types.below(owner);
    const declaring = new Set<Handle>();
    for (const { node } of heirs)
      if ((await this.#members.named(node, name)).length > 0) declaring.add(node.key);
    return (node) => declaring.has(node.key);
  }

  async #memberAt(handle: Handle): Promise<{ member: PlacedSymbol; owner: TypeNode } | null> {
    const member = (await this.#symbols.at([handle])).get(handle);
    if (!member || isTypeLike(member) || !isDispatched(member)) return null;
    const owner = await this.#members.ownerOf(member);
    return owner && { member, owner };
  }
}

/** Whether a call of a member of this type may run one of a type below it. */
function dispatches(node: TypeNode): boolean {
  return (node.family.structural?.basesDispatch ?? true) || isContract(node);
}

/** Private and static members are bound when they are compiled. */
function isDispatched({ symbol }: PlacedSymbol): boolean {
  const { modifiers, name } = symbol;
  return !modifiers.includes("private") && !modifiers.includes("static") && !name.startsWith("#");
}

function combine(first: ReachedType, then: ReachedType): ReachedType {
  return { ...then, tier: weaker(first.tier, then.tier), distance: first.distance + then.distance };
}

/** The nearest relation to each symbol, without the one that was asked about. */
class Collected {
  readonly #own: Handle;
  readonly #found = new Map<Handle, Related>();

  constructor(own: Handle) {
    this.#own = own;
  }

  add(related: Related): void {
    const { handle } = related.symbol;
    const known = this.#found.get(handle);
    if (handle !== this.#own && (!known || related.distance < known.distance))
      this.#found.set(handle, related);
  }

  sorted(): Related[] {
    return [...this.#found.values()].sort(
      (a, b) => a.distance - b.distance || comparePaths(a.symbol.handle, b.symbol.handle),
    );
  }
}
