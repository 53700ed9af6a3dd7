/** Maven: projects of pom.xml files, and the modules that they list. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import type { DependencyKind, Package, PackageDependency, PackageManager, Workspace } from "../contract.ts";
import { patternProblem } from "../members.ts";
import { isFoundByChance } from "../stray-manifests.ts";
import { childNamed, childText, elementsNamed, parseXml, type XmlElement } from "../xml-tree.ts";
import { MavenValues } from "./maven-values.ts";

const MANIFEST = "pom.xml";

export const maven: PackageManager = {
  id: "jvm",
  isManifest: (name) => name === MANIFEST,
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const projects = new Map<string, XmlElement>();
    for (const path of tree.paths) {
      if (basename(path) !== MANIFEST) continue;
      const project = childNamed(parseXml(tree.read(path) ?? ""), "project");
      if (project) projects.set(path, project);
    }
    const declared = new Set<string>([MANIFEST]);
    for (const [path, project] of projects) {
      const modules = elementsNamed(project, "modules").flatMap(({ children }) =>
        children.map(({ text }) => text.trim()),
      );
      if (modules.length === 0) continue;
      workspaces.push({ manager: "maven", config: path, patterns: modules, tools: [] });
      for (const module of modules) {
        const folder = joinPath(dirname(path), module);
        if (folder === null) problems.push(patternProblem(path, "names a module outside of the tree"));
        else declared.add(folder.endsWith(".xml") ? folder : inFolder(folder, MANIFEST));
      }
    }
    const values = new MavenValues(projects);
    const packages = [...projects].flatMap(([path, project]): Package[] => {
      const isDeclared = declared.has(path);
      if (!isDeclared && isFoundByChance(path)) return [];
      return [
        {
          name: `${values.groupOf(path)}:${childText(project, "artifactId")}`,
          ecosystem: "jvm",
          manager: "maven",
          language: "java",
          root: dirname(path),
          manifest: path,
          version: values.versionOf(path) || null,
          isDeclared,
          isLibrary: /^(?:jar|bundle|)$/.test(childText(project, "packaging")),
          dependencies: dependenciesOf(path, project, values),
          aliases: [],
          entries: [],
        },
      ];
    });
    return { packages, workspaces, problems };
  },
};

const SCOPES: Readonly<Record<string, DependencyKind>> = { test: "dev", provided: "peer", system: "peer" };

function dependenciesOf(path: string, project: XmlElement, values: MavenValues): PackageDependency[] {
  const lists = [project, ...elementsNamed(project, "profile")].flatMap(({ children }) =>
    children.filter(({ name }) => name === "dependencies"),
  );
  return lists.flatMap(({ children }) =>
    children.map((one): PackageDependency => {
      const name = values.nameOf(path, one);
      const isOptional = childText(one, "optional") === "true";
      return {
        name,
        kind: isOptional ? "optional" : (SCOPES[childText(one, "scope")] ?? "runtime"),
        version: values.fill(path, childText(one, "version")) || values.managedVersion(path, name),
      };
    }),
  );
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
