/**
 * Paths as the caller means them. In `src/` a person types `a.ts` for `src/a.ts`; tools know paths from the root alone. A
 * path is tried from the caller's folder first, then from the root.
 */
import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { displayPath } from "../core/rel-path.ts";

/** Inputs that are a path, and inputs that begin with one: `path#name`, `path:12`. */
const PATH_INPUTS = new Set(["file", "why"]);
const HANDLE_INPUTS = new Set(["name", "symbol", "path_to"]);

export interface CallersPaths {
  input: Record<string, unknown>;
  /** What was taken where two files could be meant. */
  notes: string[];
}

/** The tool's input with paths from the root. `folder` is the caller's; outside the root nothing changes. */
export function pathsFromRoot(
  input: Readonly<Record<string, unknown>>,
  root: string,
  folder: string,
): CallersPaths {
  const notes: string[] = [];
  const changed: Record<string, unknown> = { ...input };
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== "string" || value === "") continue;
    const end = PATH_INPUTS.has(name) ? value.length : HANDLE_INPUTS.has(name) ? pathLength(value) : 0;
    if (end === 0) continue;
    const given = value.slice(0, end);
    const taken = fromRoot(given, root, folder);
    if (taken === null || taken === given) continue;
    changed[name] = taken + value.slice(end);
    if (!isAbsolute(given) && isThere(join(root, given)))
      notes.push(
        `${displayPath(given)} is taken for ${displayPath(taken)}, from the working folder; ${displayPath(root)} has one of that name, too: ask there, or give its absolute path`,
      );
  }
  return { input: changed, notes };
}

/** Of the path that a handle or a place begins with. */
function pathLength(text: string): number {
  const hash = text.indexOf("#");
  if (hash >= 0) return hash;
  return /:\d+(?:-\d+)?$/.exec(text)?.index ?? text.length;
}

/** Null when nothing lies there, or it lies outside the root. */
function fromRoot(given: string, root: string, folder: string): string | null {
  const full = resolve(realFolder(folder), given);
  const inside = relative(root, full);
  const isInside = inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  return isInside && isThere(full) ? inside.split(sep).join("/") : null;
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
