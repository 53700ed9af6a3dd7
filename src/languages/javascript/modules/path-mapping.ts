/** The path mapping that governs a folder: the nearest tsconfig or jsconfig, what it extends and refers to. */
import { foldersUp, joinPath } from "../../../core/join-path.ts";
import { dirname } from "../../../core/rel-path.ts";
import type { ModuleQuestions } from "../../modules/contract.ts";
import type { TypeScriptConfig } from "./read-tsconfig.ts";

interface PathMapping {
  /** Folder for specifiers that are not relative; null when unset. */
  baseUrl: string | null;
  /** Patterns with at most one `*`, targets relative to the root. */
  paths: { prefix: string; suffix: string; isPattern: boolean; targets: string[] }[];
}

const MAX_EXTENDS = 16;

export function pathMappingOf(q: ModuleQuestions, folder: string): PathMapping[] {
  return q.remember(`tsconfig\0${folder}`, () => {
    for (const at of foldersUp(folder)) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        const path = at === "" ? name : `${at}/${name}`;
        if (configAt(q, path)) return mappingsOf(q, path);
      }
    }
    return [];
  });
}

/** The config's own mapping, or those of the projects it refers to when it only holds them together. */
function mappingsOf(q: ModuleQuestions, path: string): PathMapping[] {
  const own = readMapping(q, path, new Set());
  if (own) return [own];
  return configAt(q, path)!.references.flatMap((reference) => {
    const target = joinPath(dirname(path), reference);
    if (target === null) return [];
    const file = target.endsWith(".json")
      ? target
      : target === ""
        ? "tsconfig.json"
        : `${target}/tsconfig.json`;
    const mapping = file === path ? null : readMapping(q, file, new Set());
    return mapping ? [mapping] : [];
  });
}

/** Mapping of one config with what it inherits; null when neither it nor its bases set one. */
function readMapping(q: ModuleQuestions, path: string, seen: Set<string>): PathMapping | null {
  if (seen.has(path) || seen.size > MAX_EXTENDS) return null;
  seen.add(path);
  const config = configAt(q, path);
  if (!config) return null;
  const folder = dirname(path);
  let inherited: PathMapping | null = null;
  for (const base of config.extends) {
    const target = resolveExtends(q, folder, base);
    if (target !== null) inherited = readMapping(q, target, seen) ?? inherited;
  }
  if (config.baseUrl === undefined && config.paths === undefined) return inherited;
  const baseUrl =
    config.baseUrl === undefined ? (inherited?.baseUrl ?? null) : joinPath(folder, config.baseUrl);
  if (config.paths === undefined) return { baseUrl, paths: inherited?.paths ?? [] };
  return { baseUrl, paths: readPaths(config.paths, baseUrl ?? folder) };
}

function configAt(q: ModuleQuestions, path: string): TypeScriptConfig | null {
  return q.config<TypeScriptConfig>(path, "typescript");
}

/** Only files inside the root count; a package's config is found when the package is part of the view. */
function resolveExtends(q: ModuleQuestions, folder: string, base: string): string | null {
  if (base.startsWith(".")) {
    const target = joinPath(folder, base);
    if (target === null) return null;
    return target.endsWith(".json") ? target : `${target}.json`;
  }
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(base) ?? [];
  const home = name === undefined ? undefined : q.packagesNamed(name)[0];
  if (!home) return null;
  const target = joinPath(dirname(home.path), rest ?? "tsconfig.json");
  return target === null || target.endsWith(".json") ? target : `${target}.json`;
}

function readPaths(paths: Record<string, string[]>, folder: string): PathMapping["paths"] {
  return Object.entries(paths).map(([pattern, targets]) => {
    const star = pattern.indexOf("*");
    return {
      prefix: star < 0 ? pattern : pattern.slice(0, star),
      suffix: star < 0 ? "" : pattern.slice(star + 1),
      isPattern: star >= 0,
      targets: targets.flatMap((target) => {
        const joined = joinPath(folder, target);
        return joined === null ? [] : [joined];
      }),
    };
  });
}

/** Root-relative paths that a specifier may stand for, best first. */
export function mapSpecifier(mapping: PathMapping, specifier: string): string[] {
  const out: string[] = [];
  const fitting = mapping.paths
    .filter(({ prefix, suffix, isPattern }) =>
      isPattern
        ? specifier.length >= prefix.length + suffix.length &&
          specifier.startsWith(prefix) &&
          specifier.endsWith(suffix)
        : specifier === prefix,
    )
    .sort((a, b) => Number(a.isPattern) - Number(b.isPattern) || b.prefix.length - a.prefix.length);
  const best = fitting[0];
  if (best) {
    const middle = specifier.slice(best.prefix.length, specifier.length - best.suffix.length);
    for (const target of best.targets) out.push(best.isPattern ? target.replace("*", () => middle) : target);
  }
  if (mapping.baseUrl !== null) {
    const joined = joinPath(mapping.baseUrl, specifier);
    if (joined !== null) out.push(joined);
  }
  return out;
}
