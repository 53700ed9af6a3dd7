import { type ReferenceKind, TYPE_KINDS } from "../core/facts.ts";
import type { Entity, ModuleEntity, SymbolEntity } from "./entities.ts";

export type UseKind = ReferenceKind | "import";

/**
 * Of the declarations that share a name, the one that a use of this kind means: types for a type, callables for
 * a call; a definition with a body comes first in document order. Namespaces that exist by name only are no target.
 */
export function pickTarget(entities: readonly Entity[], use: UseKind): Target | null {
  if (entities.length < MANY_DECLARATIONS) return pickAmong(entities, use);
  let byUse = picked.get(entities);
  if (!byUse) {
    byUse = new Map();
    picked.set(entities, byUse);
  }
  let target = byUse.get(use);
  if (target === undefined) {
    target = pickAmong(entities, use);
    byUse.set(use, target);
  }
  return target;
}

type Target = SymbolEntity | ModuleEntity;

/** A file may declare one name thousands of times and use it as often: such a list is looked through once for each kind of use. */
const MANY_DECLARATIONS = 32;
const picked = new WeakMap<readonly Entity[], Map<UseKind, Target | null>>();

function pickAmong(entities: readonly Entity[], use: UseKind): Target | null {
  let best: Target | null = null;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const entity of entities) {
    if (entity.kind === "namespace") continue;
    const rank = rankOf(entity, use);
    if (rank < bestRank) {
      best = entity;
      bestRank = rank;
      if (rank === BEST_RANK) break;
    }
  }
  return best;
}

const BEST_RANK = 0;

function rankOf(entity: SymbolEntity | ModuleEntity, use: UseKind): number {
  if (entity.kind === "module") return 3;
  const { kind, modifiers } = entity.symbol;
  // What only some builds have stands behind every other definition.
  if (modifiers.includes("conditional")) return 2.4;
  // A prototype stands behind the definition it announces.
  if (modifiers.includes("declaration")) return 2.5;
  const isTypeName = TYPE_KINDS.has(kind);
  if (use === "type") return isTypeName ? 0 : 2;
  if (use === "new") return kind === "class" || kind === "struct" ? 0 : isTypeName ? 1 : 2;
  if (use === "call" && (kind === "property" || kind === "variable" || kind === "constant")) return 1.5;
  // A name that is both a value and an interface (declaration merging) is called as a value.
  if (kind === "interface" || kind === "type") return 2;
  if (kind === "namespace") return 1;
  return 0;
}
