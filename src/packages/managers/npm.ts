/** npm, pnpm, yarn, bun, Lerna, Rush and Nx: packages with a package.json, and what lists them. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, comparePaths, dirname } from "../../core/rel-path.ts";
import { type ExportsMap, PACKAGE_JSON } from "../../languages/javascript/modules/read-package.ts";
import { asObject, strings } from "../../languages/modules/json-values.ts";
import { parseJsonWithComments } from "../../languages/modules/json-with-comments.ts";
import type {
  DependencyKind,
  ManifestTree,
  Package,
  PackageDependency,
  PackageManager,
  Workspace,
} from "../contract.ts";
import { membersOf, patternProblem, unreadable } from "../members.ts";
import { isFoundByChance } from "../stray-manifests.ts";
import { yamlList } from "../yaml-list.ts";
import { aliasesOf, isAliasConfig } from "./npm-aliases.ts";
import { withCatalogs } from "./npm-catalogs.ts";

const MANIFEST = "package.json";
const PNPM = "pnpm-workspace.yaml";
const CONFIGS = new Set([MANIFEST, PNPM, "lerna.json", "rush.json", "nx.json", "turbo.json", "project.json"]);

const FIELDS: readonly [field: string, kind: DependencyKind][] = [
  ["dependencies", "runtime"],
  ["devDependencies", "dev"],
  ["peerDependencies", "peer"],
  ["optionalDependencies", "optional"],
];

export const npm: PackageManager = {
  id: "npm",
  isManifest: (name) => CONFIGS.has(name) || isAliasConfig(name),
  find(tree) {
    const problems: Problem[] = [];
    const workspaces = findWorkspaces(tree, problems);
    const declared = new Map<string, Workspace>();
    for (const { workspace, manifests } of workspaces)
      for (const manifest of manifests) if (!declared.has(manifest)) declared.set(manifest, workspace);
    const packages = tree.paths
      .filter((path) => basename(path) === MANIFEST)
      .flatMap((path) => {
        const workspace = declared.get(path);
        const isRoot =
          path === MANIFEST || workspaces.some((one) => dirname(one.workspace.config) === dirname(path));
        if (!workspace && !isRoot && isFoundByChance(path)) return [];
        const found = readManifest(tree, path, problems);
        if (!found) return [];
        const isDeclared = workspace !== undefined || isRoot;
        // A manifest that only says `"type": "module"` marks a folder; it is no package.
        if (!isDeclared && found.json.name === undefined) return [];
        return [
          packageOf(tree, path, found, workspace?.manager ?? managerAt(tree, dirname(path)), isDeclared),
        ];
      });
    const projects = nxProjects(tree, new Set(packages.map(({ root }) => root)), problems);
    const listing = workspaces.map(({ workspace }) => workspace);
    return {
      packages: [...withCatalogs(tree, packages, listing), ...projects],
      workspaces: listing,
      problems,
    };
  },
};

type Json = Record<string, unknown>;

interface ReadManifest {
  json: Json;
  text: string;
}

function readManifest(tree: ManifestTree, path: string, problems: Problem[]): ReadManifest | null {
  const text = tree.read(path);
  if (text === null) return null;
  const value = parseJsonWithComments(text);
  if (value === undefined) {
    problems.push(unreadable(path, "is not JSON"));
    return null;
  }
  return { json: asObject(value), text };
}

interface FoundWorkspace {
  workspace: Workspace;
  manifests: string[];
}

function findWorkspaces(tree: ManifestTree, problems: Problem[]): FoundWorkspace[] {
  const found: FoundWorkspace[] = [];
  for (const path of tree.paths) {
    if (path.split("/").includes("node_modules")) continue;
    const asked = listedBy(tree, path, problems);
    if (!asked) continue;
    const base = dirname(path);
    const { manifests, problems: wrong } = membersOf(
      { config: path, base, patterns: asked.patterns, basename: MANIFEST },
      tree.paths,
    );
    problems.push(...wrong);
    const tools = ["nx", "turbo"].filter((tool) => tree.has(inFolder(base, `${tool}.json`)));
    found.push({
      workspace: { manager: asked.manager, config: path, patterns: asked.patterns, tools },
      manifests,
    });
  }
  // What pnpm lists is what counts where package.json has a list for other tools, too.
  const order = [PNPM, "rush.json", MANIFEST, "lerna.json"];
  return found.sort(
    (a, b) =>
      order.indexOf(basename(a.workspace.config)) - order.indexOf(basename(b.workspace.config)) ||
      comparePaths(a.workspace.config, b.workspace.config),
  );
}

function listedBy(
  tree: ManifestTree,
  path: string,
  problems: Problem[],
): { manager: string; patterns: string[] } | null {
  const name = basename(path);
  if (name === PNPM) {
    const patterns = yamlList(tree.read(path) ?? "", "packages");
    return patterns.length > 0 ? { manager: "pnpm", patterns } : null;
  }
  if (name !== MANIFEST && name !== "lerna.json" && name !== "rush.json") return null;
  const value = parseJsonWithComments(tree.read(path) ?? "");
  const json = asObject(value);
  if (name === "rush.json") {
    const projects = Array.isArray(json.projects) ? json.projects : [];
    const patterns = projects.flatMap((one) => strings(asObject(one).projectFolder));
    return patterns.length > 0 ? { manager: "rush", patterns } : null;
  }
  if (name === "lerna.json") {
    const patterns = strings(json.packages);
    return patterns.length > 0 ? { manager: "lerna", patterns } : null;
  }
  const { workspaces } = json;
  const patterns = Array.isArray(workspaces) ? strings(workspaces) : strings(asObject(workspaces).packages);
  if (patterns.length === 0) return null;
  if (Array.isArray(workspaces) && workspaces.length > patterns.length)
    problems.push(patternProblem(path, "lists workspaces that are no text"));
  return { manager: managerAt(tree, dirname(path), json), patterns };
}

/** Who installs what lies in a folder: the one that the nearest manifest above names, or whose lock file lies there. */
function managerAt(tree: ManifestTree, folder: string, own?: Json): string {
  const above = folder === "" ? [""] : ["", folder];
  for (const at of above.reverse()) {
    const json =
      at === folder && own ? own : asObject(parseJsonWithComments(tree.read(inFolder(at, MANIFEST)) ?? ""));
    const named = /^(npm|pnpm|yarn|bun)@/.exec(String(json.packageManager ?? ""))?.[1];
    if (named) return named;
    for (const [file, manager] of LOCKS) if (tree.has(inFolder(at, file))) return manager;
  }
  return "npm";
}

const LOCKS: readonly [file: string, manager: string][] = [
  [PNPM, "pnpm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

function packageOf(
  tree: ManifestTree,
  path: string,
  { json, text }: ReadManifest,
  manager: string,
  isDeclared: boolean,
): Package {
  const root = dirname(path);
  const { entries, exports } = PACKAGE_JSON.read(text, MANIFEST) as {
    entries: string[];
    exports?: ExportsMap;
  };
  const name = typeof json.name === "string" && json.name !== "" ? json.name : nameOfFolder(tree, root);
  return {
    name,
    ecosystem: "npm",
    manager,
    language: tree.has(inFolder(root, "tsconfig.json")) ? "typescript" : "javascript",
    root,
    manifest: path,
    version: typeof json.version === "string" ? json.version : null,
    isDeclared,
    isLibrary: json.private !== true && (entries.length > 0 || exports !== undefined),
    dependencies: FIELDS.flatMap(([field, kind]) => dependenciesIn(json[field], kind, root)),
    aliases: aliasesOf(tree, root, json),
    entries: [...new Set([...mainExports(exports), ...entries])],
  };
}

function nameOfFolder(tree: ManifestTree, root: string): string {
  return root === "" ? tree.name : basename(root);
}

function dependenciesIn(field: unknown, kind: DependencyKind, root: string): PackageDependency[] {
  return Object.entries(asObject(field)).flatMap(([name, range]): PackageDependency[] => {
    if (typeof range !== "string") return [];
    // `"alias": "npm:real@^1"` is the real package under another name.
    const real = /^npm:((?:@[^/@]+\/)?[^/@]+)@?(.*)$/.exec(range);
    const folder = /^(?:file|link|portal):(.*)$/.exec(range)?.[1];
    const at = folder === undefined ? null : joinPath(root, folder);
    return [
      {
        name: real?.[1] ?? name,
        kind,
        version: real ? real[2]! : range,
        ...(at !== null && { folder: at }),
      },
    ];
  });
}

/** Targets of the package itself, not of its subpaths. */
function mainExports(map: ExportsMap | undefined): string[] {
  if (map === undefined || map === null) return [];
  if (typeof map === "string") return [map];
  const main = Array.isArray(map) || map["."] === undefined ? map : map["."];
  return leavesOf(main, 0);
}

function leavesOf(map: ExportsMap, depth: number): string[] {
  if (typeof map === "string") return [map];
  if (map === null || typeof map !== "object" || depth > 8) return [];
  const inner = Array.isArray(map)
    ? map
    : Object.entries(map).flatMap(([key, value]) => (key.startsWith(".") ? [] : [value]));
  return inner.flatMap((one) => leavesOf(one, depth + 1));
}

/** Nx projects that have no package.json of their own. */
function nxProjects(tree: ManifestTree, known: ReadonlySet<string>, problems: Problem[]): Package[] {
  if (!tree.has("nx.json")) return [];
  return tree.paths.flatMap((path) => {
    const root = dirname(path);
    if (basename(path) !== "project.json" || known.has(root) || isFoundByChance(path)) return [];
    const found = readManifest(tree, path, problems);
    if (!found || (found.json.sourceRoot ?? found.json.targets) === undefined) return [];
    const { name, implicitDependencies } = found.json;
    const dependencies = strings(implicitDependencies).map(
      (one): PackageDependency => ({ name: one, kind: "build", version: "" }),
    );
    return [
      {
        name: typeof name === "string" ? name : nameOfFolder(tree, root),
        ecosystem: "npm" as const,
        manager: "nx",
        language: "typescript",
        root,
        manifest: path,
        version: null,
        isDeclared: true,
        isLibrary: false,
        dependencies,
        aliases: aliasesOf(tree, root, {}),
        entries: [],
      },
    ];
  });
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
