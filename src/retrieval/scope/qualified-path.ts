import { qualify } from "../../core/qualified-places.ts";
import { displayPath } from "../../core/rel-path.ts";

/** A file of a scope; `repository` only where the scope has several members. */
export interface ScopePath {
  repository?: string | undefined;
  path: string;
}

/** The part of an item that says where it is from. */
export function repositoryOf({ repository }: Pick<ScopePath, "repository">): { repository?: string } {
  return repository === undefined ? {} : { repository };
}

/** What names a file in data, as `qualifiedPath` does for display. */
export function placeOfFile({ repository, path }: ScopePath): string {
  return repository === undefined ? path : qualify(repository, path);
}

/** `repository:path` in a scope with several members, the bare path in a scope of one. For display. */
export function qualifiedPath({ repository, path }: ScopePath): string {
  return repository === undefined ? displayPath(path) : qualify(repository, displayPath(path));
}
