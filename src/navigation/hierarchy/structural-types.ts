/** Which types implement which contracts by having their members, where a language asks for no more (Go, protocols). */
import type { Handle, Tier } from "../../core/edges.ts";
import type { SymbolFact } from "../../core/facts.ts";
import type { StructuralRules } from "../../languages/structural.ts";
import type { PlacedSymbol, SymbolsOfView } from "./symbols-of-view.ts";
import type { TypeMembers } from "./type-members.ts";
import type { TypeNode } from "./type-nodes.ts";

export interface StructuralStep {
  node: TypeNode;
  tier: Tier;
}

/** A member that a contract asks for. */
interface Asked {
  symbol: SymbolFact;
  contract: SymbolFact;
  /** Only types of the same package have members that are not exported. */
  packageName: string | null;
}

interface AskedMembers {
  members: Asked[];
  /** False when a base of the contract is not known. */
  isComplete: boolean;
}

/** Types that are written as bases, transitively, without the start; what a type has beside its own members. */
type BasesOf = (node: TypeNode) => Promise<readonly TypeNode[]>;
type HeirsOf = BasesOf;

export class StructuralTypes {
  readonly #symbols: SymbolsOfView;
  readonly #members: TypeMembers;
  readonly #basesOf: BasesOf;
  readonly #heirsOf: HeirsOf;
  readonly #asked = new Map<Handle, AskedMembers>();

  constructor(symbols: SymbolsOfView, members: TypeMembers, basesOf: BasesOf, heirsOf: HeirsOf) {
    this.#symbols = symbols;
    this.#members = members;
    this.#basesOf = basesOf;
    this.#heirsOf = heirsOf;
  }

  /** Types that have every member of a contract. */
  async implementers(contract: TypeNode): Promise<StructuralStep[]> {
    const rules = contract.family.structural;
    if (!rules || !isContract(contract)) return [];
    const asked = await this.#askedBy(contract);
    const rarest = await this.#rarest(asked.members);
    if (!rarest) return [];
    const candidates = new Map<Handle, TypeNode>();
    for (const hit of (await this.#symbols.named([rarest.symbol.name])).get(rarest.symbol.name)!) {
      if (hit.family !== contract.family || !mayFit(rules, rarest, hit)) continue;
      const owner = await this.#members.ownerOf(hit);
      if (!owner || candidates.has(owner.key)) continue;
      for (const node of [owner, ...(await this.#heirsOf(owner))]) candidates.set(node.key, node);
    }
    const steps: StructuralStep[] = [];
    for (const node of candidates.values()) {
      const tier = isContract(node) ? null : await this.#satisfies(node, asked, rules);
      if (tier) steps.push({ node, tier });
    }
    return steps;
  }

  /** Contracts that ask for a member of this name and that the type implements. */
  async contracts(type: TypeNode, memberName: string): Promise<StructuralStep[]> {
    const rules = type.family.structural;
    if (!rules || isContract(type)) return [];
    const steps = new Map<Handle, StructuralStep>();
    for (const hit of (await this.#symbols.named([memberName])).get(memberName)!) {
      if (hit.family !== type.family) continue;
      const owner = await this.#members.ownerOf(hit);
      if (!owner || steps.has(owner.key) || !isContract(owner)) continue;
      const tier = await this.#satisfies(type, await this.#askedBy(owner), rules);
      if (tier) steps.set(owner.key, { node: owner, tier });
    }
    return [...steps.values()];
  }

  async #satisfies(type: TypeNode, asked: AskedMembers, rules: StructuralRules): Promise<Tier | null> {
    let isSure = asked.isComplete;
    for (const member of asked.members) {
      const given = await this.#memberOf(type, member.symbol.name);
      const fits = given.filter((one) => mayFit(rules, member, one));
      if (fits.length === 0) return null;
      isSure &&= fits.some(({ symbol }) => rules.fits(member.symbol, symbol, member.contract) === "surely");
    }
    return isSure ? "resolved" : "heuristic";
  }

  /** Own members hide those of bases. */
  async #memberOf(type: TypeNode, name: string): Promise<PlacedSymbol[]> {
    for (const node of [type, ...(await this.#basesOf(type))]) {
      const members = (await this.#members.named(node, name)).filter(
        ({ symbol }) => symbol.kind !== "property",
      );
      if (members.length > 0) return members;
    }
    return [];
  }

  async #rarest(members: readonly Asked[]): Promise<Asked | null> {
    const named = await this.#symbols.named(members.map(({ symbol }) => symbol.name));
    const counted = members.map((asked) => ({ asked, count: named.get(asked.symbol.name)!.length }));
    return counted.sort((a, b) => a.count - b.count)[0]?.asked ?? null;
  }

  /** Everything a contract and its bases ask for. */
  async #askedBy(contract: TypeNode): Promise<AskedMembers> {
    const known = this.#asked.get(contract.key);
    if (known) return known;
    const members: Asked[] = [];
    let isComplete = true;
    const inView = await this.#basesOf(contract);
    for (const node of [contract, ...inView]) {
      const part = node.parts[0]!;
      for (const { symbol, handle, packageName } of await this.#symbols.beside(part)) {
        if (symbol.parent !== part.ordinal || symbol.kind !== "method") continue;
        const isOpen = symbol.scope === "exported" || !node.family.packageIsFolder;
        if (handle) members.push({ symbol, contract: part.symbol, packageName: isOpen ? null : packageName });
      }
      const outside = outsideMembers(part.symbol, node.family.structural!, inView);
      members.push(
        ...outside.members.map((symbol) => ({ symbol, contract: part.symbol, packageName: null })),
      );
      isComplete &&= outside.isComplete;
    }
    const asked = { members, isComplete };
    this.#asked.set(contract.key, asked);
    return asked;
  }
}

export function isContract(node: TypeNode): boolean {
  const { symbol, family } = node.parts[0]!;
  return family.structural?.isContract(symbol) ?? false;
}

function mayFit(rules: StructuralRules, asked: Asked, given: PlacedSymbol): boolean {
  if (asked.packageName !== null && asked.packageName !== given.packageName) return false;
  return rules.fits(asked.symbol, given.symbol, asked.contract) !== "no";
}

/** Members of bases outside the view, as far as they are known by name. */
function outsideMembers(
  contract: SymbolFact,
  rules: StructuralRules,
  inView: readonly TypeNode[],
): { members: SymbolFact[]; isComplete: boolean } {
  const members: SymbolFact[] = [];
  let isComplete = true;
  for (const { name } of contract.bases) {
    if (inView.some((node) => node.name === name.split(".").at(-1))) continue;
    const signatures = rules.outside.get(name);
    isComplete &&= signatures !== undefined;
    for (const signature of signatures ?? [])
      members.push({
        ...contract,
        kind: "method",
        name: signature.slice(0, signature.indexOf("(")),
        signature,
      });
  }
  return { members, isComplete };
}
