import { type Handle, handleOf } from "../core/edges.ts";
import { TYPE_KINDS } from "../core/facts.ts";
import type { Family } from "./families.ts";
import type { FileScope } from "./file-scope.ts";
import type { SurfaceSymbol } from "./surface.ts";

/** What a name can mean inside a view. */
export type Entity = SymbolEntity | ModuleEntity | NamespaceEntity;

/** One per symbol of a file scope, made by it. */
export interface SymbolEntity {
  kind: "symbol";
  file: FileScope;
  symbol: SurfaceSymbol;
  /** Made at first use. */
  handle: Handle | null;
}

/** A whole file seen as a module. */
export interface ModuleEntity {
  kind: "module";
  file: FileScope;
}

/** A package or namespace that many files may share; it exists by its name alone. */
export interface NamespaceEntity {
  kind: "namespace";
  family: Family;
  name: string;
}

/**
 * `found`: these definitions, all parts of one thing (overloads, partial types, declaration and definition).
 * `external`: certainly outside the view. `unknown`: syntax does not tell.
 */
export type Meaning =
  | { state: "found"; entities: readonly Entity[]; isHeuristic?: boolean }
  | { state: "external" }
  | { state: "unknown" };

export const EXTERNAL: Meaning = { state: "external" };
export const UNKNOWN: Meaning = { state: "unknown" };

export function found(entities: readonly Entity[]): Meaning {
  return entities.length === 0 ? UNKNOWN : { state: "found", entities };
}

export function isType(entity: Entity): entity is SymbolEntity {
  return entity.kind === "symbol" && TYPE_KINDS.has(entity.symbol.kind);
}

export function isCallable(entity: Entity): entity is SymbolEntity {
  return (
    entity.kind === "symbol" &&
    (entity.symbol.kind === "function" ||
      entity.symbol.kind === "method" ||
      entity.symbol.kind === "constructor" ||
      entity.symbol.kind === "macro")
  );
}

export function handleOfEntity(entity: SymbolEntity | ModuleEntity): Handle {
  if (entity.kind === "module") return handleOf(entity.file.path);
  entity.handle ??= handleOf(entity.file.path, entity.symbol);
  return entity.handle;
}
