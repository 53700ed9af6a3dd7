/** What `refine` hooks share: changes of symbols that keep indexes, qualified names and overload numbers right. */
import { type BlobFacts, type LocalFact, type SymbolFact, TYPE_KINDS } from "../core/facts.ts";
import { isVisibleAt } from "../core/local-scopes.ts";

/** `def` in a class is a method: the grammar of some languages has one node for both. */
export function makeMemberFunctionsMethods(symbols: readonly SymbolFact[]): void {
  for (const symbol of symbols) {
    if (symbol.kind !== "function") continue;
    const parent = symbols[symbol.parent];
    if (parent && (TYPE_KINDS.has(parent.kind) || parent.kind === "enum-member")) symbol.kind = "method";
  }
}

/**
 * Makes qualified names and overload numbers anew, after names, parents or receiver types have changed.
 * `prefixes` has what stands before a name in its own declaration, as in Ruby's `class A::B`.
 */
export function requalify(
  symbols: readonly SymbolFact[],
  prefixes: ReadonlyMap<SymbolFact, string> = new Map(),
): void {
  const overloads = new Map<string, number>();
  for (const symbol of symbols) {
    const parent = symbols[symbol.parent];
    const path = parent ? [parent.qualifiedName] : [];
    if (symbol.receiverType && (!parent || parent.kind === "namespace")) path.push(symbol.receiverType);
    const prefix = prefixes.get(symbol);
    if (prefix) path.push(prefix);
    path.push(symbol.name);
    symbol.qualifiedName = path.join(".");
    symbol.overload = overloads.get(symbol.qualifiedName) ?? 0;
    overloads.set(symbol.qualifiedName, symbol.overload + 1);
  }
}

/** Drops symbols; what was inside them moves to their parents. Runs before chunks exist. */
export function removeSymbols(facts: BlobFacts, isRemoved: (symbol: SymbolFact) => boolean): void {
  const moved: number[] = [];
  const kept: SymbolFact[] = [];
  const removed = new Set<number>();
  for (const [at, symbol] of facts.symbols.entries()) {
    const parent = symbol.parent < 0 ? -1 : moved[symbol.parent]!;
    if (isRemoved(symbol)) {
      moved.push(parent);
      removed.add(at);
      continue;
    }
    symbol.parent = parent;
    moved.push(kept.length);
    kept.push(symbol);
  }
  if (kept.length === facts.symbols.length) return;
  for (const use of [...facts.references, ...facts.locals, ...facts.calls])
    use.from = use.from < 0 ? -1 : moved[use.from]!;
  facts.annotations = facts.annotations.filter(({ symbol }) => !removed.has(symbol));
  for (const annotation of facts.annotations)
    annotation.symbol = annotation.symbol < 0 ? -1 : moved[annotation.symbol]!;
  facts.symbols = kept;
  requalify(kept);
}

/** A name that a local shadows says nothing to other files. Drops such reads, and bare calls when `withCalls`. */
export function dropUsesOfLocals(facts: BlobFacts, { withCalls = false } = {}): void {
  const ranges = new Map<string, LocalFact[]>();
  for (const local of facts.locals) {
    const known = ranges.get(local.name);
    if (known) known.push(local);
    else ranges.set(local.name, [local]);
  }
  facts.references = facts.references.filter(({ kind, name, receiver, position }) => {
    if (receiver !== undefined || !(kind === "read" || (withCalls && kind === "call"))) return true;
    return !ranges.get(name)?.some((local) => isVisibleAt(local, position));
  });
}

/** `void Shop::draw()` and `class A::B` name themselves through a path, which is no use of anything else. */
export function dropOwnNames(facts: BlobFacts): void {
  facts.references = facts.references.filter(({ kind, name, from, position }) => {
    const symbol = facts.symbols[from];
    const isOwn = symbol?.name === name && symbol.namePosition.line === position.line;
    return !isOwn || (kind !== "read" && kind !== "type");
  });
}
