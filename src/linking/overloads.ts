/** Which of several signatures of one name a call means, as far as the number of its arguments tells. */
import { TYPE_KINDS } from "../core/facts.ts";
import { type Entity, isCallable, isType, type SymbolEntity } from "./entities.ts";

/** Whether a member can be called with so many arguments. What is not known may be. */
export function mayTake(member: SymbolEntity, argumentCount: number): boolean {
  const { symbol, file } = member;
  if (isCallable(member)) {
    const { arity, required = arity } = symbol;
    return arity === undefined || (argumentCount <= arity && argumentCount >= required!);
  }
  if (TYPE_KINDS.has(symbol.kind)) return true;
  return file.family.variableHidesMethod(file.language, symbol.valueType);
}

/** A file may declare one name thousands of times and use it as often: so long a list is not looked through for each use. */
export const MOST_COMPARED = 64;

/** Of what is told apart by it, that with so many type parameters; all of it when none has. */
export function ofTypeArity<T extends Entity>(
  entities: readonly T[],
  count: number | undefined,
): readonly T[] {
  if (count === undefined || entities.length < 2 || entities.length > MOST_COMPARED) return entities;
  const fitting = entities.filter((entity) => !isOfOtherTypeArity(entity, count));
  return fitting.length > 0 ? fitting : entities;
}

/** What a call without any argument may mean: type arguments are told by others. */
export function withoutTypeParameters(entities: readonly Entity[]): readonly Entity[] {
  if (entities.length > MOST_COMPARED) return entities;
  const plain = entities.filter((entity) => entity.kind !== "symbol" || !entity.symbol.typeArity);
  return plain.length > 0 ? plain : entities;
}

export function isOfOtherTypeArity(entity: Entity, count: number): boolean {
  if (entity.kind !== "symbol") return false;
  const { typeArity } = entity.symbol;
  // Type arguments of a call may be left out.
  return typeArity !== undefined && typeArity !== count && (count > 0 || isType(entity));
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
