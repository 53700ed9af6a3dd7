/**
 * What a change of a view may have changed for others. A file must be linked again when its own facts or path
 * changed, or when one of its `dependencies` is among these keys; every other file's links stay as they are.
 */
import { keysOfBarrels } from "./barrels.ts";
import { keysOfConfigChange, type LinkEnvironment } from "./environment.ts";
import { keysOfChange } from "./questions-keys.ts";
import type { FileSurface } from "./surface.ts";

export interface SurfaceChange {
  /** null: there was no such file. */
  before: FileSurface | null;
  /** null: there is no such file any more. */
  after: FileSurface | null;
}

export interface ConfigChange {
  path: string;
  before: string | null;
  after: string | null;
}

/** `env` is the view after the changes; `others` are keys that changed for another reason. */
export function changedKeys(
  env: LinkEnvironment,
  surfaces: Iterable<SurfaceChange>,
  configs: Iterable<ConfigChange> = [],
  others: Iterable<number> = [],
): Set<number> {
  const keys = new Set<number>(others);
  for (const { before, after } of surfaces) for (const key of keysOfChange(before, after)) keys.add(key);
  for (const { path, before, after } of configs) {
    for (const key of keysOfConfigChange(path, before, after)) keys.add(key);
  }
  if (keys.size > 0) for (const key of keysOfBarrels(env, keys)) keys.add(key);
  return keys;
}

/** True when links with these dependencies may be out of date. */
export function mustRelink(dependencies: Iterable<number>, changed: ReadonlySet<number>): boolean {
  for (const key of dependencies) if (changed.has(key)) return true;
  return false;
}
