/**
 * The packages of one tree: what each manager's manifests say. Every manager is one file in managers/ with one pure
 * function over the manifests, and its line in managers/all.ts.
 */
import type { Problem } from "../core/errors.ts";

/** Where a name is looked up: two packages of one ecosystem and name are the same thing to whoever depends on it. */
export type Ecosystem = "npm" | "python" | "go" | "cargo" | "jvm" | "dotnet" | "composer" | "hex";

export const DEPENDENCY_KINDS = ["runtime", "dev", "peer", "optional", "build"] as const;
export type DependencyKind = (typeof DEPENDENCY_KINDS)[number];

export interface PackageDependency {
  /** As its ecosystem spells it, normalised where several spellings mean one package. */
  name: string;
  kind: DependencyKind;
  /** The range as written; empty when none is. */
  version: string;
  /** Folder of this tree that the manifest names instead of, or beside, a version. */
  folder?: string;
}

export interface PackageAlias {
  kind: "tsconfig" | "imports" | "bundler" | "autoload";
  /** `@/*`, `#lib`, `App\`. */
  pattern: string;
  /** From the root of the tree. */
  targets: string[];
}

export interface Package {
  name: string;
  ecosystem: Ecosystem;
  /** Who installs or builds it: npm, pnpm, yarn, bun, lerna, rush, uv, poetry, pip, go, cargo, maven, gradle … */
  manager: string;
  /** The language that its manager is for. */
  language: string;
  /** Folder from the root of the tree, "" for the root itself. */
  root: string;
  manifest: string;
  version: string | null;
  /** A workspace lists it, or it is the root of the tree; otherwise its manifest was merely found. */
  isDeclared: boolean;
  /** It is made to be used by others: published, or with an entry that they import. */
  isLibrary: boolean;
  dependencies: PackageDependency[];
  aliases: PackageAlias[];
  /** Files that others get when they ask for the package, from its own folder, as written. */
  entries: string[];
}

/** What holds packages together. */
export interface Workspace {
  manager: string;
  /** The file that says so. */
  config: string;
  patterns: string[];
  /** Task runners over it: nx, turbo. */
  tools: string[];
}

export interface FoundPackages {
  packages: Package[];
  workspaces: Workspace[];
  /** Manifests that cannot be read or ask for something outside of the tree: they cost themselves. */
  problems: Problem[];
}

/** The manifests of a tree, and which other files are there. */
export interface ManifestTree {
  /** What the tree is called: a package whose manifest has no name, at the root, is called so. */
  readonly name: string;
  /** Manifests, ascending. */
  readonly paths: readonly string[];
  /** Text of a manifest; null when it cannot be read. */
  read(path: string): string | null;
  /** Whether a file of the tree has this path, indexed or not. */
  has(path: string): boolean;
}

export interface PackageManager {
  id: Ecosystem;
  /** Which files its function reads. */
  isManifest(basename: string): boolean;
  /** Must be total. */
  find(tree: ManifestTree): FoundPackages;
}
