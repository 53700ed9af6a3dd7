/** Single files of a git folder, read without following links and without waiting. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { RelPath } from "../core/rel-path.ts";
import { openRoot } from "./path-jail.ts";

/** Generous for a configuration with thousands of branches. */
const SMALL_FILE_BYTES = 4 * 1024 * 1024;

/** The text of a file in a git folder; null when it is not there, not a file, or too large. */
export function readText(folder: string, name: string): string | null {
  const read = openRoot(folder, { includesGitFolder: true }).read(name as RelPath, {
    maxBytes: SMALL_FILE_BYTES,
  });
  return read.ok ? read.bytes.toString("utf8") : null;
}

/** The same of a file that may be a link, such as an included configuration. */
export function readGitFile(path: string): string | null {
  try {
    const real = realpathSync.native(path);
    return readText(dirname(real), basename(real));
  } catch {
    return null;
  }
}

/**
 * Whether `objects/info/alternates` names a place: what git then serves may be another's content. Places inside are
 * refused as well, for they can name others in turn.
 */
export function borrowsObjects(commonDir: string): boolean {
  const objects = join(commonDir, "objects");
  for (const name of ["info", "pack"]) {
    if (lstatSync(join(objects, name), { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  }
  try {
    lstatSync(join(objects, "info/alternates"));
  } catch {
    return false;
  }
  const text = readText(objects, "info/alternates");
  return text === null || text.split("\n").some((line) => line !== "" && !line.startsWith("#"));
}
