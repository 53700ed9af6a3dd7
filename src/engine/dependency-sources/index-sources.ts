/**
 * Sources of dependencies as reference repositories of the catalog: those the setting lists are indexed in the version that
 * is installed, those that it lists no more, or that another version replaced, are forgotten again.
 */
import type { RepositoryChoices } from "../../catalog/choices.ts";
import { isRepositoryName } from "../../core/repository-names.ts";
import { openRoot } from "../../workspace/path-jail.ts";
import type { Engine, UpdateOptions } from "../contract.ts";
import { type DependencySource, findDependencySources, MAX_SOURCES } from "./find-sources.ts";

export type SourceState = "indexed" | "unchanged" | "missing" | "left-out" | "failed";

export interface IndexedSource extends DependencySource {
  state: SourceState;
  /** In the catalog; null when it is not there. */
  name: string | null;
}

export interface SourcesReport {
  sources: IndexedSource[];
  /** Names of references that nothing needs any more. */
  forgotten: string[];
}

export type SourcesDoor = Pick<Engine, "catalog" | "choices" | "choose" | "update" | "remove">;

export interface SourcesOf {
  root: string;
  /** The setting `dependencySources`. */
  listed: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** What the setting names in this tree, indexed or not; nothing is written. */
export async function listSources(
  door: SourcesDoor,
  { root, listed, env }: SourcesOf,
): Promise<IndexedSource[]> {
  const entries = await door.catalog();
  const packages = entries.find(({ path }) => path === root)?.packages ?? [];
  const found = findDependencySources({ tree: openRoot(root), packages, listed, env });
  return found.map((source, at): IndexedSource => {
    const entry = entries.find(({ path }) => path === source.folder);
    const isThere = entry !== undefined && entry.version?.text === source.version;
    const state =
      source.folder === null ? "missing" : isThere ? "unchanged" : at < MAX_SOURCES ? "indexed" : "left-out";
    return { ...source, state, name: entry?.name ?? null };
  });
}

export async function indexSources(
  door: SourcesDoor,
  of: SourcesOf,
  options: UpdateOptions = {},
): Promise<SourcesReport> {
  const planned = await listSources(door, of);
  const sources: IndexedSource[] = [];
  for (const source of planned) sources.push(await settle(door, of.root, source, options));
  return {
    sources,
    forgotten: await forgetOthers(door, of.root, new Set(sources.map(({ folder }) => folder))),
  };
}

async function settle(
  door: SourcesDoor,
  root: string,
  source: IndexedSource,
  options: UpdateOptions,
): Promise<IndexedSource> {
  const { folder, ecosystem, version, state } = source;
  if (folder === null || state === "left-out") return source;
  const before = await door.choices(folder);
  // What somebody entered by hand stays what they made of it.
  if (state === "unchanged" && !before.dependency) return source;
  const users = [...new Set([...(before.dependency?.of ?? []), root])].sort();
  const name = before.name ?? (await freeName(door, source));
  const choices: RepositoryChoices = {
    type: "reference",
    version,
    dependency: { ecosystem, package: source.package, of: users },
    // A published package is what its authors built.
    indexing: { includesBuildOutput: true },
  };
  if (state === "unchanged") {
    await door.choose(folder, { dependency: choices.dependency });
    return source;
  }
  try {
    await door.choose(folder, { ...choices, ...(name !== null && { name }) });
    await door.update(folder, options);
  } catch (error) {
    // One that cannot be read is no reason to leave the others out; being stopped is.
    if (options.signal?.aborted) throw error;
    return { ...source, state: "failed", note: error instanceof Error ? error.message : String(error) };
  }
  const entry = (await door.catalog()).find(({ path }) => path === folder);
  return { ...source, name: entry?.name ?? null };
}

/** The package's own name where it can be one and is free; null leaves it to the name of the folder. */
async function freeName(door: SourcesDoor, source: DependencySource): Promise<string | null> {
  const plain = source.package.replace(/^@/, "").replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  const taken = new Set((await door.catalog()).map(({ name }) => name));
  const names = [plain, `${plain}-${source.ecosystem}`, `${plain}-${source.version}`];
  return names.find((name) => isRepositoryName(name) && !taken.has(name)) ?? null;
}

async function forgetOthers(
  door: SourcesDoor,
  root: string,
  kept: ReadonlySet<string | null>,
): Promise<string[]> {
  const forgotten: string[] = [];
  for (const { path, name, dependency } of await door.catalog()) {
    if (!dependency?.of.includes(root) || kept.has(path)) continue;
    const of = dependency.of.filter((one) => one !== root);
    if (of.length > 0) await door.choose(path, { dependency: { ...dependency, of } });
    else {
      await door.remove(path);
      await door.choose(path, { type: null, version: null, dependency: null, indexing: null, name: null });
      forgotten.push(name);
    }
  }
  return forgotten;
}
