/** Repositories by their names: unique among all that are indexed, whatever their folders are called. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "../core/errors.ts";
import { nameRepositories } from "../core/repository-names.ts";
import { askedMember, MAX_MEMBERS, type Scope } from "../core/scope.ts";
import { loadUserSettings } from "../settings/load-settings.ts";
import { findNamedRepositories } from "../settings/named-repositories.ts";
import { ENGINE_ERRORS } from "./errors.ts";
import type { Repositories, RepositoryRecord } from "./repositories.ts";

export class Catalog {
  readonly #repositories: Repositories;
  readonly #env: NodeJS.ProcessEnv;

  constructor(repositories: Repositories, env: NodeJS.ProcessEnv) {
    this.#repositories = repositories;
    this.#env = env;
  }

  async list(): Promise<RepositoryRecord[]> {
    const records = await this.#repositories.list();
    const names = nameRepositories(records.map((record) => record.path));
    return records.map((record) => ({ ...record, name: names.get(record.path)! }));
  }

  /** A folder of that path comes first; then a name; then the repository around a path. */
  async find(nameOrPath: string, from: string): Promise<string> {
    const named = existsSync(resolve(from, nameOrPath)) ? undefined : await this.#pathOf(nameOrPath);
    return named ?? this.#repositories.find(nameOrPath, from);
  }

  async remove(nameOrPath: string): Promise<RepositoryRecord> {
    return this.#repositories.remove((await this.#pathOf(nameOrPath)) ?? nameOrPath);
  }

  /** The name of a configured scope stands for its members. */
  async scopeOf(namesOrPaths: readonly string[], from: string): Promise<Scope> {
    const named = findNamedRepositories(namesOrPaths, loadUserSettings(this.#env));
    const found = await Promise.all(named.map(({ name, path }) => this.find(path ?? name, from)));
    const weights = new Map(found.map((root, at) => [root, named[at]!.weight]));
    const roots = [...weights.keys()];
    if (roots.length > MAX_MEMBERS)
      throw new AppError("SCOPE_TOO_LARGE", `${roots.length} repositories were asked at once`, {
        hint: ENGINE_ERRORS.SCOPE_TOO_LARGE,
      });
    const records = await this.#repositories.list();
    const names = nameRepositories([...records.map((record) => record.path), ...roots]);
    const [first, ...others] = roots.map((root) => ({
      ...askedMember(root, names.get(root)!),
      weight: weights.get(root)!,
    }));
    if (!first)
      throw new AppError("REPOSITORY_UNKNOWN", "no repository was named", {
        hint: ENGINE_ERRORS.REPOSITORY_UNKNOWN,
      });
    return [first, ...others];
  }

  async #pathOf(name: string): Promise<string | undefined> {
    return (await this.list()).find((record) => record.name === name)?.path;
  }
}

/** The scope of the one repository at a folder. */
export function scopeOfRoot(root: string): Scope {
  return [askedMember(root, nameRepositories([root]).get(root)!)];
}
