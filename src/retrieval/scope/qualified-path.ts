import { displayPath } from "../../core/rel-path.ts";

/** A file of a scope; `repository` only where the scope has several members. */
export interface ScopePath {
  repository?: string;
  path: string;
}

/** `repository:path` in a scope with several members, the bare path in a scope of one. For display. */
export function qualifiedPath({ repository, path }: ScopePath): string {
  return repository === undefined ? displayPath(path) : `${repository}:${displayPath(path)}`;
}
