import type { PathFilter } from "../retrieval/index.ts";

/** Lets through what lies below one of the folders; absent when every file counts. */
export function folderFilter(folders: readonly string[]): PathFilter | undefined {
  if (folders.length === 0) return undefined;
  return {
    key: JSON.stringify(folders),
    matches: (path) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  };
}
