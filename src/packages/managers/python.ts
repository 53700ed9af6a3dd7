/** Python: pyproject.toml of any builder, uv workspaces, Poetry, requirements files. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import {
  isTable,
  parseToml,
  type TomlTree,
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
import { normalPythonName } from "../python-names.ts";
import { isFoundByChance } from "../stray-manifests.ts";

const PYPROJECT = "pyproject.toml";
const REQUIREMENTS = /^requirements[\w.-]*\.(?:txt|in)$/;

export const python: PackageManager = {
  id: "python",
  isManifest: (name) =>
    name === PYPROJECT || name === "setup.cfg" || name === "setup.py" || REQUIREMENTS.test(name),
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const declared = new Set<string>();
    const projects = new Map<string, TomlTree>();
    for (const path of tree.paths) {
      if (basename(path) !== PYPROJECT) continue;
      const toml = parseToml(tree.read(path) ?? "");
      projects.set(dirname(path), toml);
      const listed = tomlTable(toml, "tool", "uv", "workspace");
      const patterns = [
        ...tomlStrings(listed.members),
        ...tomlStrings(listed.exclude).map((pattern) => `!${pattern}`),
      ];
      if (patterns.length === 0) continue;
      workspaces.push({ manager: "uv", config: path, patterns, tools: [] });
      const members = membersOf(
        { config: path, base: dirname(path), patterns, basename: PYPROJECT },
        tree.paths,
      );
      problems.push(...members.problems);
      declared.add(dirname(path));
      for (const manifest of members.manifests) declared.add(dirname(manifest));
    }
    const folders = new Set(tree.paths.filter((path) => python.isManifest(basename(path))).map(dirname));
    const packages = [...folders].flatMap((root) => {
      const isDeclared = declared.has(root) || root === "";
      const manifest = manifestOf(tree, root);
      if (manifest === null || (!isDeclared && isFoundByChance(manifest))) return [];
      const found = packageAt(tree, root, manifest, projects.get(root) ?? {}, isDeclared);
      return found ? [declared.has(root) ? { ...found, manager: "uv" } : found] : [];
    });
    return { packages, workspaces, problems };
  },
};

/** The file that says most about a folder. */
function manifestOf(tree: ManifestTree, root: string): string | null {
  const at = (name: string) => (root === "" ? name : `${root}/${name}`);
  for (const name of [PYPROJECT, "setup.cfg", "setup.py"]) if (tree.read(at(name)) !== null) return at(name);
  return tree.paths.find((path) => dirname(path) === root && REQUIREMENTS.test(basename(path))) ?? null;
}

function packageAt(
  tree: ManifestTree,
  root: string,
  manifest: string,
  toml: TomlTree,
  isDeclared: boolean,
): Package | null {
  const project = tomlTable(toml, "project");
  const poetry = tomlTable(toml, "tool", "poetry");
  const setup = setupOf(tree, root);
  const named = tomlString(project.name) ?? tomlString(poetry.name) ?? setup.name;
  // A pyproject.toml that only configures tools is no package, unless something is installed there.
  const requirements = requirementsAt(tree, root);
  if (named === null && requirements.length === 0) return null;
  const name = named ?? (root === "" ? tree.name : basename(root));
  return {
    name: normalPythonName(name),
    ecosystem: "python",
    manager:
      isTable(toml.tool) && "poetry" in toml.tool
        ? "poetry"
        : tree.has(inFolder(root, "uv.lock"))
          ? "uv"
          : "pip",
    language: "python",
    root,
    manifest,
    version: tomlString(project.version) ?? tomlString(poetry.version) ?? setup.version,
    isDeclared,
    isLibrary: named !== null && ("build-system" in toml || !manifest.endsWith(PYPROJECT)),
    dependencies: [
      ...tomlStrings(project.dependencies).flatMap((one) => requirement(one, "runtime")),
      ...setup.dependencies,
      ...Object.values(tomlTable(project, "optional-dependencies")).flatMap((list) =>
        tomlStrings(list).flatMap((one) => requirement(one, "optional")),
      ),
      ...Object.values(tomlTable(toml, "dependency-groups")).flatMap((list) =>
        tomlStrings(list).flatMap((one) => requirement(one, "dev")),
      ),
      ...tomlStrings(tomlTable(toml, "build-system").requires).flatMap((one) => requirement(one, "build")),
      ...hookDependencies(toml),
      ...poetryDependencies(poetry, root),
      ...requirements,
    ].map((one) => withSource(one, tomlTable(toml, "tool", "uv", "sources"), root)),
    aliases: [],
    entries: entriesOf(tree, root, name),
  };
}

/** What the hook that puts versions of a workspace's members into each other's dependencies lists in place of `project`. */
function hookDependencies(toml: TomlTree): PackageDependency[] {
  const hook = tomlTable(toml, "tool", "hatch", "metadata", "hooks", "uv-dynamic-versioning");
  const optional = Object.values(tomlTable(hook, "optional-dependencies")).flatMap(tomlStrings);
  return [
    ...tomlStrings(hook.dependencies).flatMap((one) => requirement(one, "runtime")),
    ...optional.flatMap((one) => requirement(one, "optional")),
  ];
}

/** The folder or module that is imported by the package's name. */
function entriesOf(tree: ManifestTree, root: string, name: string): string[] {
  const module = name.replaceAll(/[-.]/g, "_");
  const names = [...new Set([module, module.toLowerCase()])];
  return names
    .flatMap((one) => [`${one}/__init__.py`, `src/${one}/__init__.py`, `${one}.py`, `src/${one}.py`])
    .filter((path) => tree.has(inFolder(root, path)));
}

function setupOf(tree: ManifestTree, root: string) {
  const cfg = tree.read(inFolder(root, "setup.cfg")) ?? "";
  const script = tree.read(inFolder(root, "setup.py")) ?? "";
  const inCfg = (key: string) => new RegExp(`^${key}\\s*=\\s*([\\w.-]+)\\s*$`, "m").exec(cfg)?.[1];
  const inScript = (key: string) => new RegExp(`\\b${key}\\s*=\\s*["']([\\w.-]+)["']`).exec(script)?.[1];
  const required = /^install_requires\s*=[^\S\n]*((?:\n[ \t]+[^\n]*)*)/m.exec(cfg)?.[1] ?? "";
  const listed = /\binstall_requires\s*=\s*\[([^\]]{0,20000})\]/.exec(script)?.[1] ?? "";
  const quoted = [...listed.matchAll(/"([^"\n]+)"|'([^'\n]+)'/g)].map((match) => match[1] ?? match[2]!);
  return {
    name: inCfg("name") ?? inScript("name") ?? null,
    version: inCfg("version") ?? inScript("version") ?? null,
    dependencies: [...required.split("\n"), ...quoted].flatMap((one) => requirement(one, "runtime")),
  };
}

function requirementsAt(tree: ManifestTree, root: string): PackageDependency[] {
  return tree.paths
    .filter((path) => dirname(path) === root && REQUIREMENTS.test(basename(path)))
    .flatMap((path) => {
      const kind: DependencyKind = /dev|test|lint|doc/.test(basename(path)) ? "dev" : "runtime";
      return (tree.read(path) ?? "")
        .split("\n")
        .flatMap((line) => requirement(line.replace(/(^|\s)#.*$/, ""), kind));
    });
}

/** One line of PEP 508: `name[extra]>=1; marker`, `name @ address`. */
function requirement(text: string, kind: DependencyKind): PackageDependency[] {
  const [, name, rest] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;]*)/.exec(text) ?? [];
  if (name === undefined || text.trim().startsWith("-")) return [];
  return [{ name: normalPythonName(name), kind, version: rest!.trim().replace(/^\(|\)$/g, "") }];
}

function poetryDependencies(poetry: TomlTree, root: string): PackageDependency[] {
  const groups = Object.entries(tomlTable(poetry, "group")).map(
    ([name, group]) =>
      [name === "main" ? "runtime" : "dev", isTable(group) ? tomlTable(group, "dependencies") : {}] as const,
  );
  const tables: (readonly [DependencyKind, TomlTree])[] = [
    ["runtime", tomlTable(poetry, "dependencies")],
    ["dev", tomlTable(poetry, "dev-dependencies")],
    ...groups,
  ];
  return tables.flatMap(([kind, table]) =>
    Object.entries(table).flatMap(([name, value]): PackageDependency[] => {
      if (name === "python") return [];
      if (!isTable(value)) return [{ name: normalPythonName(name), kind, version: tomlString(value) ?? "" }];
      const folder = tomlString(value.path);
      const at = folder === null ? null : joinPath(root, folder);
      return [
        {
          name: normalPythonName(name),
          kind: value.optional === true ? "optional" : kind,
          version: tomlString(value.version) ?? "",
          ...(at !== null && { folder: at }),
        },
      ];
    }),
  );
}

/** uv says beside the dependencies that some lie in the tree. */
function withSource(dependency: PackageDependency, sources: TomlTree, root: string): PackageDependency {
  const source = Object.entries(sources).find(([name]) => normalPythonName(name) === dependency.name)?.[1];
  const folder = isTable(source) ? tomlString(source.path) : null;
  const at = folder === null ? null : joinPath(root, folder);
  return at === null ? dependency : { ...dependency, folder: at };
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
