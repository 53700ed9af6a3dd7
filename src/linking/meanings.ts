/** What can be told of a meaning, or of the entities in it, without asking anyone. */
import { TYPE_KINDS } from "../core/facts.ts";
import { type Entity, isCallable, isType, type Meaning, type SymbolEntity } from "./entities.ts";
import type { FileScope } from "./file-scope.ts";
import { looksLikeTypeParameter, typePathOf } from "./type-names.ts";

/** What something outside the view gives back may well be of the view: `map.get(key)`, `container.resolve(Cart)`. */
export function givenBack(meaning: Meaning): Meaning {
  return meaning.state === "external" ? { ...meaning, isUnproven: true } : meaning;
}

const named = new WeakMap<readonly SymbolEntity[], readonly SymbolEntity[]>();

/**
 * What a bare name inside a symbol may mean. Inside a class its name means the class, not the constructor that is called like it.
 * The same list is given each time: a file may declare one name thousands of times and use it as often.
 */
export function namedInside(symbols: readonly SymbolEntity[]): readonly SymbolEntity[] {
  if (symbols.length === 0) return symbols;
  let inside = named.get(symbols);
  if (!inside) {
    inside = symbols.filter(({ symbol }) => symbol.parent >= 0 && symbol.kind !== "constructor");
    named.set(symbols, inside);
  }
  return inside;
}

/** What of the names inside of a symbol is seen by its bare name there. */
export function visibleInside(
  owner: SymbolEntity,
  inner: readonly SymbolEntity[],
  onlyTypes: boolean,
): readonly SymbolEntity[] {
  if (inner.length === 0) return inner;
  const { hasImplicitThis, seesNestedTypes } = owner.file.family;
  if (hasImplicitThis) return onlyTypes ? inner.filter(isTypeOrNamespace) : inner;
  if (isType(owner)) return inner.filter(({ symbol }) => seesNestedTypes && TYPE_KINDS.has(symbol.kind));
  // Fields of a struct or object that is written out in a function are no names of the function.
  return inner.filter(({ symbol }) => symbol.kind !== "property");
}

/** What stands on a guess is one. */
export function asGuess(meaning: Meaning): Meaning {
  return meaning.state === "found" ? { ...meaning, isHeuristic: true } : meaning;
}

/** What is reached through a guess is one. */
export function asSureAs(origin: Meaning, reached: Meaning): Meaning {
  return origin.state === "found" && origin.isHeuristic ? asGuess(reached) : reached;
}

export function isPrototype({ symbol }: SymbolEntity): boolean {
  return symbol.modifiers.includes("declaration");
}

export function isTypeOrNamespace({ symbol }: SymbolEntity): boolean {
  return symbol.kind === "namespace" || TYPE_KINDS.has(symbol.kind);
}

export function isVariable({ symbol }: SymbolEntity): boolean {
  return symbol.kind === "constant" || symbol.kind === "variable";
}

/** `interface Node` and `const Node: NodeFactory` share a name: as a value it is the constant. */
export function valueBesideTypes(entities: readonly Entity[]): SymbolEntity | undefined {
  if (entities.length < 2) return undefined;
  let value: SymbolEntity | undefined;
  for (const entity of entities) {
    if (entity.kind !== "symbol") return undefined;
    const { kind, valueType } = entity.symbol;
    if ((kind === "constant" || kind === "variable") && valueType !== undefined) value ??= entity;
    else if (kind !== "interface" && kind !== "type") return undefined;
  }
  return value;
}

/** Of a static and an instance property of one name, the one that says its type. */
export function hasKnownType(entity: Entity): boolean {
  if (entity.kind !== "symbol") return false;
  const { kind, valueType } = entity.symbol;
  return TYPE_KINDS.has(kind) || valueType !== undefined;
}

/** `Cart.new` gives a Cart unless the class says otherwise. */
export function makesInstance(file: FileScope, name: string): boolean {
  return name === "new" && file.family.newMakesInstance;
}

export function isMadeByNew(meaning: Meaning): boolean {
  const first = meaning.state === "found" ? meaning.entities[0] : undefined;
  return first?.kind === "symbol" && first.file.family.newMakesInstance && isType(first);
}

/** False for a namespace that exists by its name only. */
export function hasDefinition(meaning: Meaning): boolean {
  return meaning.state === "found" && meaning.entities.some((entity) => entity.kind !== "namespace");
}

export function returnsTypeParameter(called: Meaning): boolean {
  const entity = called.state === "found" ? called.entities.find(isCallable) : undefined;
  const returned = entity?.symbol.returnType;
  const path = returned === undefined ? null : typePathOf(returned, entity!.file.family);
  return path?.length === 1 && looksLikeTypeParameter(path[0]!.replace(/^_/, ""));
}
