/** Which of several signatures of one name a call means, as far as the number of its arguments tells. */
import { TYPE_KINDS } from "../core/facts.ts";
import { type Entity, isCallable, type SymbolEntity } from "./entities.ts";

/** Whether a member can be called with so many arguments. What is not known may be. */
export function mayTake(member: SymbolEntity, argumentCount: number): boolean {
  const { symbol, file } = member;
  if (isCallable(member)) return symbol.arity === undefined || symbol.arity === argumentCount;
  if (TYPE_KINDS.has(symbol.kind)) return true;
  return file.family.variableHidesMethod(file.language, symbol.valueType);
}

/** Those that take so many arguments, and what is no function; all of them when none does. */
export function takingSoMany(
  entities: readonly Entity[],
  argumentCount: number | undefined,
): readonly Entity[] {
  if (argumentCount === undefined || entities.length < 2) return entities;
  let byCount = fittingOf.get(entities);
  if (!byCount) {
    byCount = new Map();
    fittingOf.set(entities, byCount);
  }
  let fitting = byCount.get(argumentCount);
  if (!fitting) {
    fitting = filterFitting(entities, argumentCount);
    byCount.set(argumentCount, fitting);
  }
  return fitting;
}

/** A file may declare one name thousands of times and use it as often. */
const fittingOf = new WeakMap<readonly Entity[], Map<number, readonly Entity[]>>();

function filterFitting(entities: readonly Entity[], argumentCount: number): readonly Entity[] {
  const fitting = entities.filter((entity) => !isCallable(entity) || mayTake(entity, argumentCount));
  return fitting.some(isCallable) ? fitting : entities;
}
