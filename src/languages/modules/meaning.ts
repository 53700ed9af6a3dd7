import type { Entity, Meaning, ModuleRules, ScopedFile } from "./contract.ts";

export const EXTERNAL = { state: "external" } as const satisfies Meaning;
/** No guess is worth an edge, and it is no proof that something else is meant. */
export const UNPROVEN_EXTERNAL = { state: "external", isUnproven: true } as const satisfies Meaning;
export const UNKNOWN = { state: "unknown" } as const satisfies Meaning;

export function found<F extends ScopedFile>(entities: readonly Entity<F>[]): Meaning<F> {
  return entities.length === 0 ? UNKNOWN : { state: "found", entities };
}

/** For families whose imports are not followed. */
export const NO_RULES: ModuleRules = {
  imported: () => EXTERNAL,
  ambient: () => UNKNOWN,
  moduleMember: () => EXTERNAL,
  importedFiles: () => [],
};
