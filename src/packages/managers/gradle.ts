/** Gradle: the projects that a settings file includes, as far as it says so literally. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import type {
  DependencyKind,
  ManifestTree,
  Package,
  PackageDependency,
  PackageManager,
  Workspace,
} from "../contract.ts";
import { patternProblem } from "../members.ts";

const SETTINGS = new Set(["settings.gradle", "settings.gradle.kts"]);
const BUILDS = ["build.gradle", "build.gradle.kts"];
const MAX_PROJECTS = 5_000;

export const gradle: PackageManager = {
  id: "jvm",
  isManifest: (name) => SETTINGS.has(name) || BUILDS.includes(name),
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const packages: Package[] = [];
    for (const path of tree.paths) {
      if (!SETTINGS.has(basename(path)) || path.includes("/buildSrc/")) continue;
      const text = withoutComments(tree.read(path) ?? "");
      const base = dirname(path);
      const names = includedBy(text).slice(0, MAX_PROJECTS);
      workspaces.push({ manager: "gradle", config: path, patterns: names, tools: [] });
      const folders = new Map<string, string>([[":", base]]);
      for (const name of names) {
        const moved = movedTo(text, name);
        const folder = joinPath(base, moved ?? name.replace(/^:/, "").replaceAll(":", "/"));
        if (folder === null) problems.push(patternProblem(path, "includes a project outside of the tree"));
        else folders.set(name, folder);
      }
      const rootName = /rootProject\.name\s*=\s*["']([^"']+)["']/.exec(text)?.[1];
      for (const [name, folder] of folders)
        packages.push(projectAt(tree, name === ":" ? (rootName ?? tree.name) : name, folder, path, folders));
    }
    return { packages, workspaces, problems };
  },
};

/** `include(":a", ":b:c")`, `include ':a', ':b'`, over several lines. A nested project includes those around it. */
function includedBy(text: string): string[] {
  const names = new Set<string>();
  for (const [, list] of text.matchAll(/\binclude\s*\(?\s*((?:["'][^"'\n]+["']\s*,?\s*)+)/g)) {
    for (const [, name] of list!.matchAll(/["']([^"'\n]+)["']/g)) {
      const parts = name!.split(":").filter(Boolean);
      for (let length = 1; length <= parts.length; length++)
        names.add(`:${parts.slice(0, length).join(":")}`);
    }
  }
  return [...names];
}

function movedTo(text: string, name: string): string | null {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(
    `project\\(\\s*["']${escaped}["']\\s*\\)\\.projectDir\\s*=\\s*(?:new\\s+)?[fF]ile\\(\\s*(?:rootDir\\s*,\\s*|settingsDir\\s*,\\s*)?["']([^"'$]+)["']`,
  );
  return pattern.exec(text)?.[1] ?? null;
}

function projectAt(
  tree: ManifestTree,
  name: string,
  root: string,
  settings: string,
  folders: ReadonlyMap<string, string>,
): Package {
  const build = BUILDS.map((one) => (root === "" ? one : `${root}/${one}`)).find(
    (one) => tree.read(one) !== null,
  );
  const text = build === undefined ? "" : withoutComments(tree.read(build) ?? "");
  const isKotlin = build?.endsWith(".kts") || /org\.jetbrains\.kotlin|kotlin\(/.test(text);
  return {
    name,
    ecosystem: "jvm",
    manager: "gradle",
    language: isKotlin ? "kotlin" : "java",
    root,
    manifest: build ?? settings,
    version: /^\s*version\s*=?\s*["']([^"'$]+)["']/m.exec(text)?.[1] ?? null,
    isDeclared: true,
    isLibrary: /\bjava-library\b|\bmaven-publish\b|com\.android\.library/.test(text),
    dependencies: dependenciesIn(text, folders),
    aliases: [],
    entries: [],
  };
}

const CONFIGURATION =
  /\b(api|implementation|compileOnly|runtimeOnly|annotationProcessor|kapt|ksp|test\w*|androidTest\w*|debugImplementation|commonMain\w*)\s*\(?\s*(?:platform\()?\s*(?:project\(\s*(?:path\s*[:=]\s*)?["']([^"']+)["']|["']([\w.-]+:[\w.-]+)(?::([^"'@]+))?["'])/g;

function dependenciesIn(text: string, folders: ReadonlyMap<string, string>): PackageDependency[] {
  return [...text.matchAll(CONFIGURATION)].map(([, word, project, module, version]) => {
    const kind = kindOf(word!);
    if (project === undefined) return { name: module!, kind, version: version ?? "" };
    const folder = folders.get(project);
    return { name: project, kind, version: "", ...(folder !== undefined && { folder }) };
  });
}

function kindOf(word: string): DependencyKind {
  if (/^(?:test|androidTest)/.test(word)) return "dev";
  if (word === "compileOnly") return "peer";
  return /^(?:annotationProcessor|kapt|ksp)$/.test(word) ? "build" : "runtime";
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, "$1");
}
