/** Rust: crates, and the workspaces that hold them. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import {
  isTable,
  parseToml,
  type TomlTree,
  type TomlValue,
  tomlString,
  tomlStrings,
  tomlTable,
} from "../../core/toml-tree.ts";
import type {
  DependencyKind,
  ManifestTree,
  Package,
  PackageDependency,
  PackageManager,
  Workspace,
} from "../contract.ts";
import { membersOf } from "../members.ts";
import { isFoundByChance } from "../stray-manifests.ts";

const MANIFEST = "Cargo.toml";

const TABLES: readonly [table: string, kind: DependencyKind][] = [
  ["dependencies", "runtime"],
  ["dev-dependencies", "dev"],
  ["build-dependencies", "build"],
];

interface CargoWorkspace {
  base: string;
  shared: TomlTree;
  manifests: Set<string>;
  excluded: Set<string>;
}

export const cargo: PackageManager = {
  id: "cargo",
  isManifest: (name) => name === MANIFEST,
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const manifests = new Map<string, TomlTree>();
    for (const path of tree.paths)
      if (basename(path) === MANIFEST) manifests.set(path, parseToml(tree.read(path) ?? ""));
    const held: CargoWorkspace[] = [];
    for (const [path, toml] of manifests) {
      if (!isTable(toml.workspace)) continue;
      const patterns = tomlStrings(toml.workspace.members);
      const question = { config: path, base: dirname(path), basename: MANIFEST };
      const members = membersOf({ ...question, patterns }, tree.paths);
      const excluded = membersOf({ ...question, patterns: tomlStrings(toml.workspace.exclude) }, tree.paths);
      problems.push(...members.problems, ...excluded.problems);
      workspaces.push({ manager: "cargo", config: path, patterns, tools: [] });
      const workspace: CargoWorkspace = {
        base: dirname(path),
        shared: toml.workspace,
        manifests: new Set([
          ...(isTable(toml.package) ? [path] : []),
          ...members.manifests.filter((one) => !excluded.manifests.includes(one)),
        ]),
        excluded: new Set(excluded.manifests),
      };
      addPathDependencies(workspace, manifests);
      held.push(workspace);
    }
    const packages = [...manifests].flatMap(([path, toml]) => {
      if (!isTable(toml.package)) return [];
      const workspace = held.find((one) => one.manifests.has(path));
      const isDeclared = workspace !== undefined || path === MANIFEST;
      if (!isDeclared && isFoundByChance(path)) return [];
      return [
        crateOf(tree, path, toml, workspace?.shared ?? {}, workspace?.base ?? dirname(path), isDeclared),
      ];
    });
    return { packages, workspaces, problems };
  },
};

/** Crates that members name by a path inside the workspace are members, too. */
function addPathDependencies(workspace: CargoWorkspace, manifests: ReadonlyMap<string, TomlTree>): void {
  const waiting = [...workspace.manifests];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const toml = manifests.get(path) ?? {};
    for (const { folder } of dependenciesOf(toml, workspace.shared, dirname(path), workspace.base)) {
      if (folder === undefined) continue;
      const manifest = folder === "" ? MANIFEST : `${folder}/${MANIFEST}`;
      const isInside =
        workspace.base === "" || folder === workspace.base || folder.startsWith(`${workspace.base}/`);
      if (!isInside || !manifests.has(manifest)) continue;
      if (workspace.manifests.has(manifest) || workspace.excluded.has(manifest)) continue;
      workspace.manifests.add(manifest);
      waiting.push(manifest);
    }
  }
}

function crateOf(
  tree: ManifestTree,
  path: string,
  toml: TomlTree,
  shared: TomlTree,
  base: string,
  isDeclared: boolean,
): Package {
  const root = dirname(path);
  const own = tomlTable(toml, "package");
  const lib = tomlString(tomlTable(toml, "lib").path) ?? "src/lib.rs";
  const entries = [lib, "src/main.rs"].filter((one) => tree.has(joinPath(root, one) ?? ""));
  return {
    name: tomlString(own.name) ?? (root === "" ? tree.name : basename(root)),
    ecosystem: "cargo",
    manager: "cargo",
    language: "rust",
    root,
    manifest: path,
    version: tomlString(own.version) ?? tomlString(tomlTable(shared, "package").version),
    isDeclared,
    isLibrary: entries.includes(lib) && own.publish !== false,
    dependencies: dependenciesOf(toml, shared, root, base),
    aliases: [],
    entries,
  };
}

function dependenciesOf(toml: TomlTree, shared: TomlTree, root: string, base: string): PackageDependency[] {
  const targets = Object.values(tomlTable(toml, "target")).filter(isTable);
  return [toml, ...targets].flatMap((place) =>
    TABLES.flatMap(([table, kind]) =>
      Object.entries(tomlTable(place, table)).map(([name, value]) =>
        dependencyOf(name, value, kind, shared, root, base),
      ),
    ),
  );
}

function dependencyOf(
  name: string,
  value: TomlValue,
  kind: DependencyKind,
  shared: TomlTree,
  root: string,
  base: string,
): PackageDependency {
  if (!isTable(value)) return { name, kind, version: tomlString(value) ?? "" };
  const isOptional = value.optional === true;
  if (value.workspace === true) {
    const inherited = tomlTable(shared, "dependencies")[name];
    // Paths of the workspace start where it does.
    const told =
      inherited === undefined
        ? { name, kind, version: "" }
        : dependencyOf(name, inherited, kind, {}, base, base);
    return isOptional ? { ...told, kind: "optional" } : told;
  }
  const folder = tomlString(value.path);
  const at = folder === null ? null : joinPath(root, folder);
  return {
    name: tomlString(value.package) ?? name,
    kind: isOptional ? "optional" : kind,
    version: tomlString(value.version) ?? "",
    ...(at !== null && { folder: at }),
  };
}
