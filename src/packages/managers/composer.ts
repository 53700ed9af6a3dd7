/** PHP: composer packages, and those of the same tree that they name by their path. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import { asObject, strings } from "../../languages/modules/json-values.ts";
import { parseJsonWithComments } from "../../languages/modules/json-with-comments.ts";
import type {
  DependencyKind,
  Package,
  PackageAlias,
  PackageDependency,
  PackageManager,
  Workspace,
} from "../contract.ts";
import { membersOf, unreadable } from "../members.ts";
import { isFoundByChance } from "../stray-manifests.ts";

const MANIFEST = "composer.json";

export const composer: PackageManager = {
  id: "composer",
  isManifest: (name) => name === MANIFEST,
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const manifests = new Map<string, Record<string, unknown>>();
    for (const path of tree.paths) {
      if (basename(path) !== MANIFEST) continue;
      const value = parseJsonWithComments(tree.read(path) ?? "");
      if (value === undefined) problems.push(unreadable(path, "is not JSON"));
      else manifests.set(path, asObject(value));
    }
    const declared = new Set<string>([MANIFEST]);
    for (const [path, json] of manifests) {
      const repositories = Object.values(asObject(json.repositories ?? {}));
      const listed = Array.isArray(json.repositories) ? json.repositories : repositories;
      const patterns = listed.map(asObject).flatMap(({ type, url }) => (type === "path" ? strings(url) : []));
      if (patterns.length === 0) continue;
      workspaces.push({ manager: "composer", config: path, patterns, tools: [] });
      const members = membersOf(
        { config: path, base: dirname(path), patterns, basename: MANIFEST },
        tree.paths,
      );
      problems.push(...members.problems);
      for (const manifest of members.manifests) declared.add(manifest);
    }
    const packages = [...manifests].flatMap(([path, json]): Package[] => {
      const isDeclared = declared.has(path);
      if (!isDeclared && (isFoundByChance(path) || typeof json.name !== "string")) return [];
      const root = dirname(path);
      return [
        {
          name: typeof json.name === "string" ? json.name : root === "" ? tree.name : basename(root),
          ecosystem: "composer",
          manager: "composer",
          language: "php",
          root,
          manifest: path,
          version: typeof json.version === "string" ? json.version : null,
          isDeclared,
          isLibrary: (json.type ?? "library") === "library",
          dependencies: [
            ...requirements(json.require, "runtime"),
            ...requirements(json["require-dev"], "dev"),
          ],
          aliases: autoloaded(json, root),
          entries: [],
        },
      ];
    });
    return { packages, workspaces, problems };
  },
};

/** `php` and extensions are no packages. */
function requirements(field: unknown, kind: DependencyKind): PackageDependency[] {
  return Object.entries(asObject(field)).flatMap(([name, version]) =>
    name.includes("/") && typeof version === "string" ? [{ name, kind, version }] : [],
  );
}

function autoloaded(json: Record<string, unknown>, root: string): PackageAlias[] {
  return Object.entries(asObject(asObject(json.autoload)["psr-4"])).map(([pattern, folders]) => ({
    kind: "autoload",
    pattern,
    targets: strings(folders).flatMap((one) => joinPath(root, one) ?? []),
  }));
}
