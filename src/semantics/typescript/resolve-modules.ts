import ts from "typescript";
import { dirname } from "../../core/rel-path.ts";
import type { ProjectConfigs, ResolutionRules } from "./project-config.ts";
import { isCompilerSource, VIEW_ROOT, type ViewFiles, viewPath, virtualPath } from "./view-files.ts";
import { WorkspacePackages } from "./workspace-packages.ts";

interface RuleSet {
  options: ts.CompilerOptions;
  cache: ts.ModuleResolutionCache;
}

/**
 * What module specifiers mean. Each file follows the rules of its nearest tsconfig although all files are in one
 * program: that keeps one identity per symbol across packages.
 */
export class ModuleResolver {
  readonly configs: ProjectConfigs;
  readonly #files: ViewFiles;
  readonly #packages: WorkspacePackages;
  readonly #host: ts.ModuleResolutionHost;
  readonly #base: ts.CompilerOptions;
  readonly #ruleSets = new Map<string, RuleSet>();
  /** Importing path → specifier → path in the view. */
  readonly #resolved = new Map<string, Map<string, string | null>>();

  constructor(
    files: ViewFiles,
    base: ts.CompilerOptions,
    configs: ProjectConfigs,
    host: ts.ModuleResolutionHost,
  ) {
    this.#files = files;
    this.#base = base;
    this.#host = host;
    this.configs = configs;
    this.#packages = new WorkspacePackages(files);
  }

  /** Path in the view that a specifier means in a file, or null. */
  resolve(specifier: string, from: string): string | null {
    let known = this.#resolved.get(from);
    if (!known) {
      known = new Map();
      this.#resolved.set(from, known);
    }
    let target = known.get(specifier);
    if (target === undefined) {
      target = this.#resolveNow(specifier, from);
      known.set(specifier, target);
    }
    return target;
  }

  /** Every resolved import of a file; complete once the file is part of a program. */
  importsOf(path: string): Iterable<string> {
    const targets = this.#resolved.get(path)?.values() ?? [];
    return [...targets].filter((target) => target !== null);
  }

  #resolveNow(specifier: string, from: string): string | null {
    if (specifier.length > 1_000 || specifier.includes("\0")) return null;
    const { options, cache } = this.#rulesFor(from);
    const found = ts.resolveModuleName(
      specifier,
      virtualPath(from),
      options,
      this.#host,
      cache,
    ).resolvedModule;
    const path = found ? viewPath(found.resolvedFileName) : null;
    if (path !== null && this.#files.has(path) && isCompilerSource(path)) return path;
    return specifier.startsWith(".") ? null : this.#packages.resolve(specifier);
  }

  #rulesFor(from: string): RuleSet {
    const rules = this.configs.forFolder(dirname(from))?.rules;
    const key = rules ? JSON.stringify(rules) : "";
    let known = this.#ruleSets.get(key);
    if (!known) {
      const options = { ...this.#base, ...(rules ? optionsOf(rules) : {}) };
      known = { options, cache: ts.createModuleResolutionCache(VIEW_ROOT, (name) => name, options) };
      this.#ruleSets.set(key, known);
    }
    return known;
  }
}

function optionsOf(rules: ResolutionRules): ts.CompilerOptions {
  const options: ts.CompilerOptions = {};
  if (Object.keys(rules.paths).length > 0) options.paths = rules.paths;
  if (rules.rootDirs.length > 0) options.rootDirs = rules.rootDirs;
  if (rules.customConditions.length > 0) options.customConditions = rules.customConditions;
  if (rules.moduleSuffixes.length > 0) options.moduleSuffixes = rules.moduleSuffixes;
  return options;
}
