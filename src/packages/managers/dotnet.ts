/** .NET: projects, and the solutions that list them. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import type { ManifestTree, Package, PackageDependency, PackageManager, Workspace } from "../contract.ts";
import { patternProblem } from "../members.ts";
import { isFoundByChance } from "../stray-manifests.ts";
import { childText, elementsNamed, parseXml } from "../xml-tree.ts";

const PROJECT = /\.(cs|fs|vb)proj$/;
const SOLUTION = /\.slnx?$/;
const CENTRAL = "Directory.Packages.props";
const LANGUAGES: Readonly<Record<string, string>> = { cs: "csharp", fs: "fsharp", vb: "vb" };

export const dotnet: PackageManager = {
  id: "dotnet",
  isManifest: (name) => PROJECT.test(name) || SOLUTION.test(name) || name === CENTRAL,
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const declared = new Set<string>();
    for (const path of tree.paths) {
      if (!SOLUTION.test(path)) continue;
      const listed = projectsOf(path, tree.read(path) ?? "");
      workspaces.push({ manager: "dotnet", config: path, patterns: listed, tools: [] });
      for (const one of listed) {
        const project = joinPath(dirname(path), one);
        if (project === null) problems.push(patternProblem(path, "lists a project outside of the tree"));
        else declared.add(project);
      }
    }
    const central = centralVersions(tree);
    const packages = tree.paths.flatMap((path): Package[] => {
      if (!PROJECT.test(path)) return [];
      const isDeclared = declared.has(path);
      return !isDeclared && isFoundByChance(path) ? [] : [projectOf(tree, path, central, isDeclared)];
    });
    return { packages, workspaces, problems };
  },
};

/** Paths as the solution writes them, with slashes. */
function projectsOf(path: string, text: string): string[] {
  const written = path.endsWith("x")
    ? elementsNamed(parseXml(text), "Project").map(({ attributes }) => attributes.Path ?? "")
    : [...text.matchAll(/^\s*Project\("[^"]*"\)\s*=\s*"[^"]*",\s*"([^"]+)"/gm)].map((match) => match[1]!);
  return written.map((one) => one.replaceAll("\\", "/")).filter((one) => PROJECT.test(one));
}

function projectOf(
  tree: ManifestTree,
  path: string,
  central: ReadonlyMap<string, string>,
  isDeclared: boolean,
): Package {
  const xml = parseXml(tree.read(path) ?? "");
  const groups = elementsNamed(xml, "PropertyGroup");
  const property = (name: string) =>
    groups.map((group) => childText(group, name)).find((text) => text !== "" && !text.includes("$("));
  const packages = elementsNamed(xml, "PackageReference").flatMap(
    ({ attributes, children }): PackageDependency[] => {
      const name = attributes.Include ?? attributes.Update;
      if (name === undefined) return [];
      const isPrivate =
        (attributes.PrivateAssets ?? children.find((one) => one.name === "PrivateAssets")?.text) === "all";
      const version =
        attributes.Version ??
        children.find((one) => one.name === "Version")?.text.trim() ??
        central.get(name.toLowerCase());
      return [{ name, kind: isPrivate ? "build" : "runtime", version: version ?? "" }];
    },
  );
  const projects = elementsNamed(xml, "ProjectReference").flatMap(({ attributes }): PackageDependency[] => {
    const target = joinPath(dirname(path), (attributes.Include ?? "").replaceAll("\\", "/"));
    if (target === null || !PROJECT.test(target)) return [];
    return [{ name: stemOf(target), kind: "runtime", version: "", folder: dirname(target) }];
  });
  return {
    name: property("PackageId") ?? property("AssemblyName") ?? stemOf(path),
    ecosystem: "dotnet",
    manager: "dotnet",
    language: LANGUAGES[PROJECT.exec(path)![1]!]!,
    root: dirname(path),
    manifest: path,
    version: property("Version") ?? property("VersionPrefix") ?? null,
    isDeclared,
    isLibrary: property("PackageId") !== undefined || property("OutputType") === undefined,
    dependencies: [...packages, ...projects],
    aliases: [],
    entries: [],
  };
}

/** Versions that one file sets for all projects. */
function centralVersions(tree: ManifestTree): Map<string, string> {
  const versions = new Map<string, string>();
  for (const path of tree.paths) {
    if (basename(path) !== CENTRAL) continue;
    for (const { attributes } of elementsNamed(parseXml(tree.read(path) ?? ""), "PackageVersion"))
      if (attributes.Include && attributes.Version)
        versions.set(attributes.Include.toLowerCase(), attributes.Version);
  }
  return versions;
}

function stemOf(path: string): string {
  return basename(path).replace(PROJECT, "");
}
