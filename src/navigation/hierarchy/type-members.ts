/** From types to their members and back, by names and places. */
import type { SymbolFact } from "../../core/facts.ts";
import { simpleTypeName } from "../../linking/questions-keys.ts";
import type { PlacedSymbol, SymbolsOfView } from "./symbols-of-view.ts";
import { isTypeLike, type TypeNode, type TypeNodes } from "./type-nodes.ts";

const MEMBER_KINDS: ReadonlySet<SymbolFact["kind"]> = new Set(["method", "property", "function"]);

export class TypeMembers {
  readonly #symbols: SymbolsOfView;
  readonly #nodes: TypeNodes;
  /** Name of a member → qualified name of what holds it → members. */
  readonly #byOwner = new Map<string, Map<string, PlacedSymbol[]>>();

  constructor(symbols: SymbolsOfView, nodes: TypeNodes) {
    this.#symbols = symbols;
    this.#nodes = nodes;
  }

  /** The type that a member belongs to; null for what is no member of one. */
  async ownerOf(member: PlacedSymbol): Promise<TypeNode | null> {
    const { symbol, path } = member;
    if (!MEMBER_KINDS.has(symbol.kind)) return null;
    if (symbol.parent >= 0) {
      const parent = (await this.#symbols.beside(member))[symbol.parent]!;
      return (await this.#nodes.of([parent.handle])).get(parent.handle) ?? null;
    }
    const owner = ownerName(symbol);
    if (symbol.receiverType === undefined || owner === null || member.family.receiverExtends) return null;
    const name = owner.slice(owner.lastIndexOf(".") + 1);
    const named = (await this.#symbols.named([name])).get(name)!;
    const types = named.filter((type) => isTypeLike(type) && type.symbol.qualifiedName === owner);
    const nearest =
      types.find((type) => type.path === path) ??
      types.find((type) => type.family === member.family && type.packageName === member.packageName) ??
      (types.length === 1 ? types[0] : undefined);
    return nearest ? ((await this.#nodes.of([nearest.handle])).get(nearest.handle) ?? null) : null;
  }

  /** Members of this name that the type declares itself, wherever they are written. */
  async named(node: TypeNode, name: string): Promise<PlacedSymbol[]> {
    const byOwner = this.#byOwner.get(name) ?? (await this.#groupByOwner(name));
    const owners = new Set(node.parts.map(({ symbol }) => symbol.qualifiedName));
    return [...owners].flatMap(
      (owner) => byOwner.get(owner)?.filter((hit) => isMemberOf(hit, owner, node)) ?? [],
    );
  }

  async #groupByOwner(name: string): Promise<Map<string, PlacedSymbol[]>> {
    const groups = new Map<string, PlacedSymbol[]>();
    for (const hit of (await this.#symbols.named([name])).get(name)!) {
      const owner = ownerName(hit.symbol);
      if (owner === null || !MEMBER_KINDS.has(hit.symbol.kind)) continue;
      const group = groups.get(owner);
      if (group) group.push(hit);
      else groups.set(owner, [hit]);
    }
    this.#byOwner.set(name, groups);
    return groups;
  }
}

/** `owner` is the qualified name of what holds it, and of a part of the type. */
function isMemberOf(hit: PlacedSymbol, owner: string, node: TypeNode): boolean {
  if (hit.family !== node.family || hit.ownerArity !== node.typeArity) return false;
  if (node.parts.some((part) => part.path === hit.path && part.symbol.qualifiedName === owner)) return true;
  if (node.family.hasOpenTypes && hit.packageName === node.packageName) return true;
  const { receiverType, parent } = hit.symbol;
  // Extension functions are bound when they are compiled and override nothing.
  return (
    node.family.hasOutsideMembers &&
    !node.family.receiverExtends &&
    receiverType !== undefined &&
    parent < 0 &&
    simpleTypeName(receiverType) === node.name
  );
}

/** What stands before the last name. */
function ownerName({ qualifiedName, name }: SymbolFact): string | null {
  return qualifiedName.length > name.length ? qualifiedName.slice(0, -name.length - 1) : null;
}
