/**
 * What we take from tsconfig files: where modules are found, and the few options that change what a name means.
 * Everything else (plugins, type roots, emit, project output) is not read at all. `extends` is followed only to
 * files of the view.
 */
import ts from "typescript";
import { joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import type { PackageProblem } from "../contract.ts";
import { type ViewFiles, virtualPath } from "./view-files.ts";

const MAX_EXTENDS = 12;
const MAX_PATTERNS = 2_000;
const MAX_PROBLEMS = 200;

/** Module resolution of the files below one tsconfig. */
export interface ResolutionRules {
  /** Pattern → absolute virtual substitutions. */
  paths: Record<string, string[]>;
  rootDirs: string[];
  customConditions: string[];
  moduleSuffixes: string[];
}

export interface ReadConfig {
  rules: ResolutionRules;
  /** Options of the checker itself; those of the outermost configuration count for the whole program. */
  checking: ts.CompilerOptions;
}

const CHECKING_FLAGS = [
  "strict",
  "strictNullChecks",
  "strictFunctionTypes",
  "strictBindCallApply",
  "strictPropertyInitialization",
  "noImplicitAny",
  "noImplicitThis",
  "useUnknownInCatchVariables",
  "exactOptionalPropertyTypes",
  "noUncheckedIndexedAccess",
  "experimentalDecorators",
  "useDefineForClassFields",
  "noPropertyAccessFromIndexSignature",
] as const;

interface RawConfig {
  path: string;
  json: Record<string, unknown>;
}

/** Finds and reads the configuration that counts for a file; each is read once. */
export class ProjectConfigs {
  readonly #files: ViewFiles;
  readonly #ofFolder = new Map<string, ReadConfig | null>();

  readonly #problems = new Map<string, PackageProblem>();

  constructor(files: ViewFiles) {
    this.#files = files;
  }

  /** Of the configurations that were read so far. */
  get problems(): PackageProblem[] {
    return [...this.#problems.values()];
  }

  /** The nearest tsconfig.json or jsconfig.json at or above the folder; null when there is none. */
  forFolder(folder: string): ReadConfig | null {
    const known = this.#ofFolder.get(folder);
    if (known !== undefined) return known;
    const prefix = folder === "" ? "" : `${folder}/`;
    const name = ["tsconfig.json", "jsconfig.json"].find((base) => this.#files.has(prefix + base));
    let config: ReadConfig | null = null;
    if (name !== undefined) config = this.#readWhole(prefix + name);
    else if (folder !== "") config = this.forFolder(dirname(folder));
    this.#ofFolder.set(folder, config);
    return config;
  }

  #readWhole(path: string): ReadConfig {
    const chain = this.#chainOf(path, MAX_EXTENDS);
    const config: ReadConfig = { rules: rulesOf(chain), checking: checkingOf(chain) };
    // A solution file only points at the real projects (`tsconfig.app.json`); their paths are what counts.
    for (const reference of this.#references(chain[0])) {
      const { paths } = rulesOf(this.#chainOf(reference, MAX_EXTENDS));
      config.rules.paths = { ...paths, ...config.rules.paths };
    }
    return config;
  }

  /** The configuration and what it extends, nearest first. */
  #chainOf(path: string, depth: number): RawConfig[] {
    const text = this.#files.read(path)?.text;
    if (text === undefined || depth === 0) return [];
    const { config, error } = ts.parseConfigFileTextToJson(path, text) as {
      config?: unknown;
      error?: ts.Diagnostic;
    };
    if (error) this.#note(path, `cannot be read from ${placeIn(text, error)}; what can be read of it counts`);
    if (!isRecord(config)) return [];
    const chain: RawConfig[] = [{ path, json: config }];
    const bases = Array.isArray(config.extends) ? config.extends.slice(0, 20) : [config.extends];
    for (const base of bases.reverse()) {
      const target = typeof base === "string" ? this.#find(dirname(path), base) : null;
      if (typeof base === "string" && target === null)
        this.#note(path, `extends ${base.slice(0, 200)}, which is no file of the repository`);
      if (target !== null && target !== path) chain.push(...this.#chainOf(target, depth - 1));
    }
    return chain.slice(0, 50);
  }

  #references(config: RawConfig | undefined): string[] {
    const list = config?.json.references;
    if (!config || !Array.isArray(list)) return [];
    const found: string[] = [];
    for (const entry of list.slice(0, 200)) {
      if (!isRecord(entry) || typeof entry.path !== "string") continue;
      const target = this.#find(
        dirname(config.path),
        entry.path.startsWith(".") ? entry.path : `./${entry.path}`,
      );
      // Only siblings of the solution file: other folders have a nearest configuration of their own.
      if (target !== null && dirname(target) === dirname(config.path)) found.push(target);
    }
    return found;
  }

  #note(path: string, message: string): void {
    if (this.#problems.size < MAX_PROBLEMS) this.#problems.set(`${path}\0${message}`, { path, message });
  }

  /** A configuration named relative to a folder; packages are not looked up, there are none. */
  #find(folder: string, name: string): string | null {
    if (!/^\.{1,2}(?:\/|$)/.test(name)) return null;
    const path = joinPath(folder, name);
    if (path === null) return null;
    return [path, `${path}.json`, `${path}/tsconfig.json`].find((at) => this.#files.has(at)) ?? null;
  }
}

/** `line 3: ',' expected` */
function placeIn(text: string, { start = 0, messageText }: ts.Diagnostic): string {
  const line = text.slice(0, start).split("\n").length;
  return `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 200)}`;
}

function compilerOptions(config: RawConfig): Record<string, unknown> {
  return isRecord(config.json.compilerOptions) ? config.json.compilerOptions : {};
}

function rulesOf(chain: readonly RawConfig[]): ResolutionRules {
  const rules: ResolutionRules = { paths: {}, rootDirs: [], customConditions: [], moduleSuffixes: [] };
  const withPaths = chain.find((config) => isRecord(compilerOptions(config).paths));
  const withBase = chain.find((config) => typeof compilerOptions(config).baseUrl === "string");
  const base = withBase && joinPath(dirname(withBase.path), compilerOptions(withBase).baseUrl as string);
  if (withPaths) {
    const from = base ?? dirname(withPaths.path);
    const patterns = Object.entries(compilerOptions(withPaths).paths as Record<string, unknown>);
    for (const [pattern, targets] of patterns.slice(0, MAX_PATTERNS)) {
      const inside = strings(targets).map((target) => substitution(from, target));
      const kept = inside.filter((target) => target !== null);
      if (kept.length > 0 && pattern.split("*").length <= 2) rules.paths[pattern] = kept;
    }
  }
  // `baseUrl` means that a bare name may be a path below it.
  if (typeof base === "string") rules.paths["*"] ??= [`${virtualPath(base)}/*`];
  for (const config of chain) {
    const options = compilerOptions(config);
    const folder = dirname(config.path);
    if (rules.rootDirs.length === 0) {
      rules.rootDirs = strings(options.rootDirs).flatMap((dir) => {
        const inside = joinPath(folder, dir);
        return inside === null ? [] : [virtualPath(inside)];
      });
    }
    if (rules.customConditions.length === 0) rules.customConditions = strings(options.customConditions);
    if (rules.moduleSuffixes.length === 0) rules.moduleSuffixes = strings(options.moduleSuffixes);
  }
  return rules;
}

/** Where a pattern leads, when that is inside the root and has at most one star. */
function substitution(folder: string, target: string): string | null {
  if (target.startsWith("/") || target.split("*").length > 2) return null;
  const path = joinPath(folder, target);
  return path === null ? null : virtualPath(path);
}

function checkingOf(chain: readonly RawConfig[]): ts.CompilerOptions {
  const options: ts.CompilerOptions = {};
  for (const config of [...chain].reverse()) {
    const written = compilerOptions(config);
    for (const flag of CHECKING_FLAGS) {
      if (typeof written[flag] === "boolean") options[flag] = written[flag];
    }
  }
  return options;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").slice(0, 200) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
