/** Paths are stored as TEXT; one with bytes that are not UTF-8 as BLOB, so that it still names exactly one file. */
import { pathBytes, pathFromBytes, type RelPath } from "../../core/rel-path.ts";

export type StoredPath = string | Buffer;

export function encodePath(path: RelPath): StoredPath {
  return path.isWellFormed() && !path.includes("\0") ? path : pathBytes(path);
}

export function decodePath(stored: StoredPath): RelPath {
  return (typeof stored === "string" ? stored : pathFromBytes(stored)) as RelPath;
}
