/** From the names in a question to repositories: a scope is its members, a configured repository has a path. */
import type { NamedSettings } from "./settings.ts";

export interface NamedRepository {
  name: string;
  /** Null: an indexed repository of this name is meant. */
  path: string | null;
}

/** In the order of the names; a repository that several of them mean stands once. */
export function findNamedRepositories(names: readonly string[], named: NamedSettings): NamedRepository[] {
  const scopes = new Map(Object.entries(named.scopes));
  const members = names.flatMap((name) => scopes.get(name) ?? [name]);
  return [...new Set(members)].map((name) => repositoryCalled(name, named));
}

function repositoryCalled(name: string, { repositories }: NamedSettings): NamedRepository {
  const found = new Map(Object.entries(repositories)).get(name);
  return { name, path: found?.path || null };
}
