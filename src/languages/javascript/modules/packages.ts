/** Packages of a workspace: `exports` and `imports` maps, entry fields, and sources behind built files. */
import { foldersUp, joinPath, sharedDepth } from "../../../core/join-path.ts";
import { dirname } from "../../../core/rel-path.ts";
import type { ModuleQuestions, ScopedFile } from "../../modules/contract.ts";
import { probeJsPath } from "./probe-files.ts";
import type { ExportsMap, PackageConfig } from "./read-package.ts";

/** Tried in this order; sources before what is built from them. */
const CONDITIONS = [
  "source",
  "development",
  "types",
  "import",
  "module",
  "node",
  "require",
  "browser",
  "default",
];

function splitSpecifier(specifier: string): { name: string; subpath: string } | null {
  const match = /^((?:@[^/]+\/)?[^/@][^/]*)(?:\/(.*))?$/.exec(specifier);
  return match ? { name: match[1]!, subpath: match[2] ?? "" } : null;
}

/** The file of a package of this view, the one nearest to the importer when several carry the name. */
export function resolvePackage(q: ModuleQuestions, fromFolder: string, specifier: string): ScopedFile | null {
  const parts = splitSpecifier(specifier);
  if (!parts) return null;
  const homes = [...q.packagesNamed(parts.name)].sort(
    (a, b) =>
      sharedDepth(dirname(b.path), fromFolder) - sharedDepth(dirname(a.path), fromFolder) ||
      a.path.length - b.path.length,
  );
  for (const home of homes) {
    const folder = dirname(home.path);
    const hit = resolveInPackage(q, folder, home.digest as PackageConfig, parts.subpath);
    if (hit) return hit;
  }
  return null;
}

function resolveInPackage(
  q: ModuleQuestions,
  folder: string,
  config: PackageConfig,
  subpath: string,
): ScopedFile | null {
  if (config.exports !== undefined) {
    const key = subpath === "" ? "." : `./${subpath}`;
    for (const target of targetsOf(config.exports, key)) {
      const hit = probeTarget(q, folder, target);
      if (hit) return hit;
    }
  }
  if (subpath === "") {
    for (const entry of config.entries) {
      const hit = probeTarget(q, folder, entry);
      if (hit) return hit;
    }
  }
  for (const base of ["", "src", "lib"]) {
    const path = joinPath(folder, `${base}/${subpath}`);
    const hit = path === null || path === "" ? null : probeJsPath(q, path);
    if (hit) return hit;
  }
  return null;
}

/** `#name` through the nearest package.json's `imports`. */
export function resolveSubpathImport(
  q: ModuleQuestions,
  fromFolder: string,
  specifier: string,
): ScopedFile | null {
  for (const folder of foldersUp(fromFolder)) {
    const path = folder === "" ? "package.json" : `${folder}/package.json`;
    const config = q.config<PackageConfig>(path, "package");
    if (!config) continue;
    for (const target of config.imports === undefined ? [] : targetsOf(config.imports, specifier)) {
      const hit = target.startsWith(".") ? probeTarget(q, folder, target) : resolvePackage(q, folder, target);
      if (hit) return hit;
    }
    return null;
  }
  return null;
}

/** A target names a built file as a rule; its source lies at the same place below `src` or beside. */
function probeTarget(q: ModuleQuestions, folder: string, target: string): ScopedFile | null {
  const plain = target.replace(/^\.\//, "");
  const source = plain.replace(
    /^(?:dist|lib|build|out|esm|cjs|es|types|typings)(?:\/(?:esm|cjs|es|types|src))?\//,
    "",
  );
  const stem = source.replace(/\.d\.[mc]?ts$|\.[mc]?[jt]sx?$/, "");
  const candidates = source === plain ? [plain] : [plain, `src/${stem}`, stem];
  for (const candidate of candidates) {
    const path = joinPath(folder, candidate);
    const hit = path === null || path === "" ? null : probeJsPath(q, path);
    if (hit) return hit;
  }
  return null;
}

/** All targets that a map gives for a key, conditions in our order. */
function targetsOf(map: ExportsMap, key: string): string[] {
  if (typeof map === "string" || map === null || Array.isArray(map)) return key === "." ? leaves(map) : [];
  const keys = Object.keys(map);
  if (!keys.some((name) => name.startsWith(".") || name.startsWith("#"))) {
    return key === "." ? leaves(map) : [];
  }
  if (map[key] !== undefined) return leaves(map[key]);
  const patterns = keys.filter((name) => name.includes("*")).sort((a, b) => b.length - a.length);
  for (const pattern of patterns) {
    const [prefix, suffix] = pattern.split("*") as [string, string];
    if (!key.startsWith(prefix) || !key.endsWith(suffix) || key.length < prefix.length + suffix.length)
      continue;
    const middle = key.slice(prefix.length, key.length - suffix.length);
    return leaves(map[pattern]!).map((target) => target.replaceAll("*", () => middle));
  }
  return [];
}

function leaves(map: ExportsMap): string[] {
  if (typeof map === "string") return [map];
  if (map === null) return [];
  if (Array.isArray(map)) return map.flatMap(leaves);
  if (typeof map !== "object") return [];
  return CONDITIONS.flatMap((condition) => (map[condition] === undefined ? [] : leaves(map[condition])));
}
