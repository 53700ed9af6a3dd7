/** Objects and functions that are written where a type is expected implement it, and their methods its members. */
import { handleOf, type Tier } from "../core/edges.ts";
import type { ObjectFact, SymbolFact } from "../core/facts.ts";
import { handleOfEntity, isType, type SymbolEntity } from "./entities.ts";
import type { LinkContext } from "./link-file.ts";
import { isVariable } from "./meanings.ts";
import { pickTarget } from "./pick-target.ts";

export function linkObjects(context: LinkContext): void {
  for (const object of context.facts.objects) {
    const around = context.own[object.from] ?? null;
    if (around && hasOtherType(around, object)) continue;
    const meaning = context.resolver.typeNamed({ file: context.file, owner: around }, object.type);
    const target = meaning.state === "found" ? pickTarget(meaning.entities, "type") : null;
    if (meaning.state !== "found" || target?.kind !== "symbol" || !isType(target)) continue;
    const tier = meaning.isHeuristic ? "heuristic" : "resolved";
    const from = context.handleAround(object);
    context.edges.add(from, handleOfEntity(target), "implements", tier, object.position.line);
    // Members of a value are found by its type.
    if (!around || !isVariable(around)) linkMembers(context, object, target, tier);
  }
}

/** A type does not become what a value in it is; nor does a value that is declared as something else. */
function hasOtherType(around: SymbolEntity, { type }: ObjectFact): boolean {
  const { valueType } = around.symbol;
  return isType(around) || (isVariable(around) && valueType !== undefined && valueType !== type);
}

function linkMembers(context: LinkContext, object: ObjectFact, type: SymbolEntity, tier: Tier): void {
  const { file, resolver } = context;
  for (const [at, symbol] of context.facts.symbols.entries()) {
    if (symbol.parent !== object.from || symbol.kind !== "method" || !isInside(symbol, object)) continue;
    const member = resolver.members.find(resolver.allParts(type), symbol.name, symbol.arity);
    if (member.state !== "found" || member.isHeuristic) continue;
    const declared = pickTarget(member.entities, "call");
    if (declared?.kind !== "symbol" || declared === context.own[at]) continue;
    const { line } = symbol.namePosition;
    context.edges.add(handleOf(file.path, symbol), handleOfEntity(declared), "overrides", tier, line);
  }
}

function isInside({ namePosition, span }: SymbolFact, { position, endLine }: ObjectFact): boolean {
  const isAfter =
    namePosition.line > position.line ||
    (namePosition.line === position.line && namePosition.column > position.column);
  return isAfter && span.endLine <= endLine;
}
