/**
 * Packages of the repository itself, by name, and the source file that stands behind their entry points. What a
 * package publishes (`dist/index.js`) is built from sources that lie in the view; those are what a reader wants.
 */

import { joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import type { ViewFiles } from "./view-files.ts";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"];
const BUILT_FOLDERS = new Set(["dist", "lib", "build", "out", "esm", "cjs", "es", "types", "dist-types"]);
const SOURCE_FOLDERS = ["src", "lib", "source", ""];
const CONDITIONS = ["source", "types", "import", "module", "default", "node", "browser", "require"];

const MAX_SAME_NAME = 20;

interface WorkspacePackage {
  folder: string;
  manifest: Record<string, unknown>;
}

export class WorkspacePackages {
  readonly #files: ViewFiles;
  readonly #byName = new Map<string, WorkspacePackage[]>();
  readonly #memory = new Map<string, string | null>();

  constructor(files: ViewFiles) {
    this.#files = files;
    const manifests = [...files.paths].filter((path) => /(?:^|\/)package\.json$/.test(path));
    // Fixtures and templates repeat names, and a repository may be called like its main package: the one nearest
    // to the root that has the file is the real one.
    manifests.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
    for (const path of manifests) {
      const manifest = parseObject(files.read(path)?.text);
      const name = manifest?.name;
      if (!manifest || typeof name !== "string") continue;
      const found = this.#byName.get(name) ?? [];
      found.push({ folder: dirname(path), manifest });
      this.#byName.set(name, found);
    }
  }

  get names(): string[] {
    return [...this.#byName.keys()];
  }

  /** Source file that `name` or `name/sub/path` means; null when no package of the repository has the name. */
  resolve(specifier: string): string | null {
    const known = this.#memory.get(specifier);
    if (known !== undefined) return known;
    const parts = specifier.split("/");
    const length = specifier.startsWith("@") ? 2 : 1;
    const named = this.#byName.get(parts.slice(0, length).join("/")) ?? [];
    let path: string | null = null;
    for (const found of named.slice(0, MAX_SAME_NAME)) {
      path ??= this.#entryOf(found, parts.slice(length).join("/"));
    }
    this.#memory.set(specifier, path);
    return path;
  }

  #entryOf({ folder, manifest }: WorkspacePackage, subPath: string): string | null {
    const published = [...exportTargets(manifest.exports, subPath === "" ? "." : `./${subPath}`)];
    if (subPath === "")
      published.push(...texts(manifest.source, manifest.types, manifest.module, manifest.main));
    for (const target of published) {
      const path = this.#sourceOf(folder, target);
      if (path !== null) return path;
    }
    const plain = subPath === "" ? ["index", "main"] : [subPath, `${subPath}/index`];
    for (const source of SOURCE_FOLDERS) {
      for (const name of plain) {
        const path = this.#probe(folder, source === "" ? name : `${source}/${name}`);
        if (path !== null) return path;
      }
    }
    return null;
  }

  /** A published file, or the source it is built from: `dist/a/b.d.ts` → `a/b`, `src/a/b`, `src/b`. */
  #sourceOf(folder: string, target: string): string | null {
    const exact = joinPath(folder, target);
    if (exact !== null && this.#files.has(exact) && EXTENSIONS.some((ending) => exact.endsWith(ending))) {
      return exact;
    }
    let stem = target.replace(/^\.\//, "").replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
    const tried = new Set<string>();
    for (;;) {
      for (const source of SOURCE_FOLDERS) {
        const place = source === "" ? stem : `${source}/${stem}`;
        if (tried.has(place)) continue;
        tried.add(place);
        const path = this.#probe(folder, place);
        if (path !== null) return path;
      }
      const slash = stem.indexOf("/");
      if (slash < 0 || !BUILT_FOLDERS.has(stem.slice(0, slash))) return null;
      stem = stem.slice(slash + 1);
    }
  }

  #probe(folder: string, name: string): string | null {
    const path = joinPath(folder, name);
    if (path === null) return null;
    const stem = path.replace(/\.(?:[cm]?js|jsx)$/, "");
    for (const start of [stem, `${stem}/index`]) {
      const found = EXTENSIONS.find((ending) => this.#files.has(start + ending));
      if (found !== undefined) return start + found;
    }
    return null;
  }
}

/** Files that an `exports` map gives for a sub-path, the most source-like condition first. */
function exportTargets(exports: unknown, subPath: string): string[] {
  if (exports === undefined || exports === null) return [];
  const isMap = typeof exports === "object" && Object.keys(exports).some((key) => key.startsWith("."));
  if (!isMap) return subPath === "." ? conditionTargets(exports, 0) : [];
  const map = exports as Record<string, unknown>;
  if (subPath in map) return conditionTargets(map[subPath], 0);
  for (const [pattern, target] of Object.entries(map)) {
    const star = pattern.indexOf("*");
    if (star < 0) continue;
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    const isMatch =
      subPath.startsWith(before) && subPath.endsWith(after) && subPath.length >= pattern.length - 1;
    if (!isMatch) continue;
    const middle = subPath.slice(before.length, subPath.length - after.length);
    return conditionTargets(target, 0).map((text) => text.replaceAll("*", () => middle));
  }
  return [];
}

function conditionTargets(target: unknown, depth: number): string[] {
  if (typeof target === "string") return [target];
  if (typeof target !== "object" || target === null || depth > 6) return [];
  const entries = Array.isArray(target)
    ? target.map((item, at) => [String(at), item] as const)
    : Object.entries(target);
  const rank = (key: string): number =>
    (CONDITIONS.indexOf(key) + CONDITIONS.length + 1) % (CONDITIONS.length + 1);
  return [...entries]
    .sort((a, b) => rank(a[0]) - rank(b[0]))
    .flatMap(([, item]) => conditionTargets(item, depth + 1));
}

function texts(...values: unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function parseObject(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
