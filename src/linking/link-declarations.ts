import { handleOf } from "../core/edges.ts";
import { type SymbolFact, TYPE_KINDS } from "../core/facts.ts";
import { languageById } from "../languages/detect.ts";
import { dotted } from "../languages/modules/names.ts";
import { handleOfEntity, isCallable, isType, rulesOf, type SymbolEntity } from "./entities.ts";
import type { LinkContext } from "./link-file.ts";
import { takingSoMany } from "./overloads.ts";
import { pickTarget } from "./pick-target.ts";
import { writtenBase } from "./type-names.ts";

type SeesPrototype = NonNullable<ReturnType<typeof rulesOf>["seesPrototype"]>;

/** Edges that declarations make by themselves: inherits, implements, overrides, accepts, extends. */
export function linkDeclarations(context: LinkContext): void {
  const { seesPrototype } = rulesOf(context.file.family);
  const hasComponents = languageById(context.file.language)?.hasComponents ?? false;
  const withMethods = holdersOfMethods(context);
  for (const [at, entity] of context.own.entries()) {
    const symbol = entity.symbol as SymbolFact;
    if (withMethods.has(at)) linkObject(context, entity, symbol);
    if (symbol.bases.length > 0) linkBases(context, entity, symbol);
    if (symbol.kind === "method" || symbol.kind === "property") linkOverridden(context, entity, symbol);
    if (symbol.receiverType !== undefined) linkExtended(context, entity, symbol);
    if (seesPrototype) linkPrototypes(context, entity, symbol, seesPrototype);
    if (hasComponents) linkProps(context, entity, symbol);
  }
}

/** Ordinals of values that are written with methods: objects that stand for a type. */
function holdersOfMethods({ facts }: LinkContext): Set<number> {
  const holders = new Set<number>();
  for (const { kind, parent } of facts.symbols) {
    const holder = kind === "method" ? facts.symbols[parent]?.kind : undefined;
    if (holder === "constant" || holder === "variable") holders.add(parent);
  }
  return holders;
}

/** `const disk: Store = { put() {} }` implements Store. */
function linkObject(context: LinkContext, entity: SymbolEntity, symbol: SymbolFact): void {
  if (symbol.valueType === undefined || symbol.bases.length > 0) return;
  const place = { file: context.file, owner: context.q.parentOf(entity) };
  const meaning = context.resolver.typeNamed(place, symbol.valueType);
  const target = meaning.state === "found" ? pickTarget(meaning.entities, "type") : null;
  if (meaning.state !== "found" || target?.kind !== "symbol" || !TYPE_KINDS.has(target.symbol.kind)) return;
  const tier = meaning.isHeuristic ? "heuristic" : "resolved";
  const from = handleOf(context.file.path, symbol);
  context.edges.add(from, handleOfEntity(target), "implements", tier, symbol.namePosition.line);
}

function linkBases(context: LinkContext, entity: SymbolEntity, symbol: SymbolFact): void {
  const place = { file: context.file, owner: context.q.parentOf(entity) };
  for (const base of symbol.bases) {
    const meaning = context.resolver.typeNamed(place, writtenBase(base));
    if (meaning.state !== "found") continue;
    const target = pickTarget(meaning.entities, "type");
    if (target?.kind !== "symbol") continue;
    const isMixin = target.symbol.kind === "namespace" && context.file.family.typesAreNamespaces;
    if (!isMixin && !TYPE_KINDS.has(target.symbol.kind)) continue;
    const isContract = target.symbol.kind === "interface" || target.symbol.kind === "trait";
    const isOwnContract = symbol.kind === "interface" || symbol.kind === "trait";
    const kind = base.relation === "implements" || (isContract && !isOwnContract) ? "implements" : "inherits";
    const tier = meaning.isHeuristic ? "heuristic" : "resolved";
    context.edges.add(
      handleOf(context.file.path, symbol),
      handleOfEntity(target),
      kind,
      tier,
      symbol.namePosition.line,
    );
  }
}

/** A member that a base declares too; the nearest declaration counts. */
function linkOverridden(context: LinkContext, entity: SymbolEntity, symbol: SymbolFact): void {
  const { q, resolver } = context;
  const parent = q.parentOf(entity);
  const type = parent && isType(parent) ? [parent] : outsideType(context, entity);
  if (type.length === 0) return;
  const bases = resolver.members.bases(resolver.allParts(type[0]!));
  if (bases.state !== "found") return;
  const meaning = resolver.members.find(bases.entities, symbol.name, symbol.arity);
  // What only shares the name is another overload.
  if (meaning.state !== "found" || meaning.isHeuristic) return;
  const target = pickTarget(takingSoMany(meaning.entities, symbol.arity), "call");
  if (target?.kind !== "symbol" || !isMember(target)) return;
  const to = handleOfEntity(target);
  const from = handleOf(context.file.path, symbol);
  if (to !== from) context.edges.add(from, to, "overrides", "resolved", symbol.namePosition.line);
}

/** A definition implements the prototypes that announce it, as headers of C do. */
function linkPrototypes(
  context: LinkContext,
  entity: SymbolEntity,
  symbol: SymbolFact,
  seesPrototype: SeesPrototype,
): void {
  if (!isCallable(entity) || symbol.modifiers.includes("declaration") || symbol.scope !== "exported") return;
  for (const other of context.q.globals(context.file.family.id, dotted(symbol.qualifiedName))) {
    if (other.file.path === context.file.path || !other.symbol.modifiers.includes("declaration")) continue;
    if (!seesPrototype(context.q, context.file, other)) continue;
    const from = handleOf(context.file.path, symbol);
    context.edges.add(from, handleOfEntity(other), "implements", "resolved", symbol.namePosition.line);
  }
}

function outsideType(context: LinkContext, entity: SymbolEntity): SymbolEntity[] {
  const meaning = context.resolver.receiverTypeOf(entity);
  return meaning.state === "found" ? meaning.entities.filter(isType) : [];
}

function isMember(entity: SymbolEntity): boolean {
  return entity.symbol.kind === "method" || entity.symbol.kind === "property";
}

function linkExtended(context: LinkContext, entity: SymbolEntity, symbol: SymbolFact): void {
  if (!context.file.family.receiverExtends) return;
  const place = { file: context.file, owner: context.q.parentOf(entity) };
  const meaning = context.resolver.typeNamed(place, symbol.receiverType!);
  if (meaning.state !== "found") return;
  const target = pickTarget(meaning.entities, "type");
  if (target?.kind !== "symbol") return;
  context.edges.add(
    handleOf(context.file.path, symbol),
    handleOfEntity(target),
    "extends",
    "resolved",
    symbol.namePosition.line,
  );
}

const COMPONENT_TYPE =
  /^:?\s*(?:React\.)?(?:FC|FunctionComponent|VFC|ComponentType|ForwardRefExoticComponent)<(.+)>$/s;

/** A React component accepts the type of its props. */
function linkProps(context: LinkContext, entity: SymbolEntity, symbol: SymbolFact): void {
  if (!/^[A-Z]/.test(symbol.name) || symbol.parent >= 0) return;
  const annotated = symbol.valueType === undefined ? undefined : COMPONENT_TYPE.exec(symbol.valueType)?.[1];
  const type = symbol.kind === "function" ? (symbol.parameters[0]?.type ?? annotated) : annotated;
  if (type === undefined) return;
  const meaning = context.resolver.typeNamed({ file: context.file, owner: entity }, type);
  if (meaning.state !== "found") return;
  const target = pickTarget(meaning.entities, "type");
  if (target?.kind !== "symbol" || !TYPE_KINDS.has(target.symbol.kind)) return;
  context.edges.add(
    handleOf(context.file.path, symbol),
    handleOfEntity(target),
    "accepts",
    "resolved",
    symbol.namePosition.line,
  );
}
