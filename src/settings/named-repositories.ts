/** From the names in a question to repositories: a scope is its members, a configured repository has a path. */
import type { NamedSettings, RepositorySettings } from "./settings.ts";

export interface NamedRepository {
  name: string;
  /** Null: an indexed repository of this name is meant. */
  path: string | null;
  type: RepositorySettings["type"];
  /** How much its files count beside those of others, 1 for the same. */
  weight: number;
}

/** What is there to look things up in counts less than what is worked on. */
const WEIGHT_OF_TYPE: Partial<Record<RepositorySettings["type"], number>> = {
  reference: 0.6,
  documentation: 0.5,
};

/** In the order of the names; a repository that several of them mean stands once. */
export function findNamedRepositories(names: readonly string[], named: NamedSettings): NamedRepository[] {
  const scopes = new Map(Object.entries(named.scopes));
  const members = names.flatMap((name) => scopes.get(name) ?? [name]);
  return [...new Set(members)].map((name) => repositoryCalled(name, named));
}

function repositoryCalled(name: string, { repositories }: NamedSettings): NamedRepository {
  const found = new Map(Object.entries(repositories)).get(name);
  const type = found?.type ?? "monolithic";
  return {
    name,
    path: found?.path || null,
    type,
    weight: found?.priority || (WEIGHT_OF_TYPE[type] ?? 1),
  };
}
