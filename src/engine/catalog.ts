/** Repositories by their names: unique among all that are indexed, whatever their folders are called. */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { changeChoices, type RepositoryChoices, readChoices } from "../catalog/choices.ts";
import { type CatalogEntry, entryOf } from "../catalog/entry.ts";
import { CATALOG_ERRORS } from "../catalog/errors.ts";
import { type RepositoryProfile, readProfile } from "../catalog/profile.ts";
import { resolveScope, type ScopeRequest, type ServiceEdge } from "../catalog/resolve-scope.ts";
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { isRepositoryName, nameRepositories } from "../core/repository-names.ts";
import { askedMember, type Scope } from "../core/scope.ts";
import { loadUserSettings } from "../settings/load-settings.ts";
import { findNamedRepositories } from "../settings/named-repositories.ts";
import type { RepositoryRecord } from "../storage/registry/contract.ts";
import type { Repositories } from "./repositories.ts";

/** Repositories of one name that an error lists. */
const MAX_NAMED = 10;

type ChoiceChange = Parameters<typeof changeChoices>[1];

export class Catalog {
  readonly #repositories: Repositories;
  readonly #env: NodeJS.ProcessEnv;
  /** By path: a profile is some hundred kilobytes of text in a large monorepo, and changes seldom. */
  readonly #profiles = new Map<string, { text: string; profile: RepositoryProfile | null }>();

  constructor(repositories: Repositories, env: NodeJS.ProcessEnv) {
    this.#repositories = repositories;
    this.#env = env;
  }

  async list(): Promise<RepositoryRecord[]> {
    const records = await this.#repositories.list();
    const names = await this.#namesOf(records.map((record) => record.path));
    const named = records.map((record) => ({ ...record, name: names.get(record.path)! }));
    return named.sort((a, b) => compare(a.name, b.name));
  }

  /** Everything that is known of every indexed repository, in the order of their names. */
  async entries(): Promise<CatalogEntry[]> {
    return this.#entriesOf(await this.#repositories.list());
  }

  /**
   * A folder of that path comes first; then a name; then the name of a folder that one repository alone has or has kept;
   * then the repository around a path. `isGoneAllowed`: others are asked as well, and this one is told to be missing.
   */
  async find(nameOrPath: string, from: string, { isGoneAllowed = false } = {}): Promise<string> {
    if (existsSync(resolve(from, nameOrPath))) return this.#repositories.find(nameOrPath, from);
    const records = await this.list();
    const named = records.find(({ name }) => name === nameOrPath) ?? keeperOf(records, nameOrPath);
    if (!named) return this.#repositories.find(nameOrPath, from);
    if (isGoneAllowed || existsSync(named.path)) return named.path;
    throw new AppError(
      "REPOSITORY_GONE",
      `${named.name} was in ${displayPath(named.path)}, which is not there`,
      {
        hint: CATALOG_ERRORS.REPOSITORY_GONE,
      },
    );
  }

  async remove(nameOrPath: string): Promise<RepositoryRecord> {
    return this.#repositories.remove((await this.#pathOf(nameOrPath)) ?? nameOrPath);
  }

  /** The name of a configured scope stands for its members. */
  async scopeOf(namesOrPaths: readonly string[], from: string): Promise<Scope> {
    return this.resolve({ kind: "repository", repositories: namesOrPaths }, from);
  }

  /** Repositories of the request may be given by paths and by names of configured scopes, indexed or not. */
  async resolve(request: ScopeRequest, from: string, calls: readonly ServiceEdge[] = []): Promise<Scope> {
    const asNamed = findNamedRepositories(request.repositories, loadUserSettings(this.#env));
    const isGoneAllowed = asNamed.length > 1;
    const find = ({ name, path }: (typeof asNamed)[number]) =>
      this.find(path ?? name, from, { isGoneAllowed });
    const found = await Promise.all(asNamed.map(find));
    const roots = [...new Set(found)];
    if (request.kind === "repository" && roots.length === 0)
      throw new AppError("REPOSITORY_UNKNOWN", "no repository was named", {
        hint: CATALOG_ERRORS.REPOSITORY_UNKNOWN,
      });
    const records = await this.#repositories.list();
    const isWhole = request.kind !== "repository";
    const known = new Set(records.map(({ path }) => path));
    const asked = [
      ...records.filter(({ path }) => isWhole || roots.includes(path)),
      ...roots.filter((root) => !known.has(root)).map(unindexed),
    ];
    // Names are unique among all, so they are given among all.
    const entries = await this.#entriesOf(asked, [...known]);
    const nameAt = new Map(entries.map(({ path, name }) => [path, name]));
    const named = { ...request, repositories: roots.map((root) => nameAt.get(root)!) };
    return resolveScope(entries, named, calls);
  }

  /** Whether sources of dependencies were indexed for the repository at a root. */
  async hasSourcesOf(root: string): Promise<boolean> {
    const choices = await this.#repositories.notes("choices");
    return [...choices.values()].some((text) => readChoices(text).dependency?.of.includes(root));
  }

  async choices(root: string): Promise<RepositoryChoices> {
    return this.#repositories.choicesOf(root);
  }

  /** Takes effect with the next update. A name that another repository has is refused. */
  async choose(root: string, change: ChoiceChange): Promise<RepositoryChoices> {
    if (change.name) await this.#checkName(root, change.name);
    const after = changeChoices(await this.choices(root), change);
    await this.#repositories.putChoices(root, after);
    return after;
  }

  async #checkName(root: string, name: string): Promise<void> {
    if (!isRepositoryName(name))
      throw new AppError(
        "REPOSITORY_NAME_TAKEN",
        `${JSON.stringify(name)} cannot be the name of a repository`,
        {
          hint: "Two to 64 letters, digits, `.`, `_` and `-`, the first one a letter or a digit.",
        },
      );
    const other = (await this.list()).find((record) => record.name === name && record.path !== root);
    const isScope = Object.hasOwn(loadUserSettings(this.#env).scopes, name);
    if (!other && !isScope) return;
    throw new AppError(
      "REPOSITORY_NAME_TAKEN",
      `${name} is the name of ${other ? "another repository" : "a scope"}`,
      {
        hint: CATALOG_ERRORS.REPOSITORY_NAME_TAKEN,
      },
    );
  }

  async #entriesOf(
    records: readonly RepositoryRecord[],
    others: readonly string[] = [],
  ): Promise<CatalogEntry[]> {
    const names = await this.#namesOf([...records.map(({ path }) => path), ...others]);
    const profiles = await this.#repositories.notes("profile");
    const choices = await this.#repositories.notes("choices");
    const configured = this.#configuredPaths();
    const entries = records.map((record) =>
      entryOf({
        record,
        name: names.get(record.path)!,
        profile: this.#profileOf(record.path, profiles.get(record.path)),
        choices: readChoices(choices.get(record.path)),
        configured: configured.get(record.path)?.settings ?? null,
      }),
    );
    return entries.sort((a, b) => compare(a.name, b.name));
  }

  #profileOf(path: string, text: string | undefined): RepositoryProfile | null {
    if (text === undefined) return null;
    const known = this.#profiles.get(path);
    if (known?.text === text) return known.profile;
    const profile = readProfile(text);
    this.#profiles.set(path, { text, profile });
    return profile;
  }

  /** What was chosen, then what the settings call it, then the folder's name. */
  async #namesOf(roots: readonly string[]): Promise<Map<string, string>> {
    const given = new Map<string, string>();
    for (const [path, { name }] of this.#configuredPaths()) given.set(path, name);
    for (const [path, text] of await this.#repositories.notes("choices")) {
      const { name } = readChoices(text);
      if (name !== undefined) given.set(path, name);
    }
    return nameRepositories(roots, given);
  }

  #configuredPaths() {
    const { repositories } = loadUserSettings(this.#env);
    return new Map(
      Object.entries(repositories).map(([name, settings]) => [settings.path, { name, settings }]),
    );
  }

  async #pathOf(name: string): Promise<string | undefined> {
    return (await this.list()).find((record) => record.name === name)?.path;
  }
}

/** Of several with folders of one name, the one whose folder is there; null when none has it, refused when several do. */
function keeperOf(records: readonly RepositoryRecord[], folder: string): RepositoryRecord | null {
  const alike = records.filter(({ path }) => basename(path) === folder);
  const [kept, ...others] = alike.filter(({ path }) => existsSync(path));
  if (kept && others.length === 0) return kept;
  if (alike.length < 2) return alike[0] ?? null;
  const named = alike.slice(0, MAX_NAMED).map(({ name, path }) => `${name} (${displayPath(path)})`);
  throw new AppError(
    "REPOSITORY_UNKNOWN",
    `${alike.length} repositories lie in folders called ${displayPath(folder)}`,
    { hint: `ask for one of them: ${named.join(", ")}${alike.length > MAX_NAMED ? " and others" : ""}` },
  );
}

/** A folder that is asked about and indexed by the question. */
function unindexed(path: string): RepositoryRecord {
  const times = { createdAt: 0, updatedAt: 0 };
  return { id: 0, name: "", path, type: "", place: "", stores: {}, generation: 0, revision: null, ...times };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The scope of the one repository at a folder. */
export function scopeOfRoot(root: string): Scope {
  return [askedMember(root, nameRepositories([root]).get(root)!)];
}
