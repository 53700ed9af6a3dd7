/**
 * Which sources of a view make a program together. A package is what its tsconfig claims: every source below it that no
 * nearer one claims, whatever it includes, because importers of a file often lie outside its own list (tests, samples). Sources
 * that none claims are a package, too. Why small packages share a program: docs/design/013-one-program-per-package.md.
 */
import type ts from "typescript";
import { foldersUp } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import type { ProjectConfigs, ReadConfig } from "./project-config.ts";
import { isDeclarationFile } from "./view-files.ts";

/** A package of fewer sources is checked with the one around it, unless it declares something for all of its files. */
const MIN_SOURCES = 100;
/** A module's declarations are its own, but for those of `declare global`. */
const IS_MODULE = /^(?:import|export)\b/m;
const DECLARES = /^\s*declare\b/m;
const DECLARES_GLOBAL = /^\s*declare\s+global\b/m;

export interface ProgramShare {
  /** Folder of the package that it is named for; the root where small ones are on their own. */
  key: string;
  checking: ts.CompilerOptions;
  sources: string[];
  /** Packages around its own, whose global declarations it may use though it imports nothing of them. */
  around: Set<string>;
  /** Folders elsewhere that its tsconfig files name; the same holds for what lies below. */
  alsoReads: Set<string>;
}

export interface Division {
  shares: ProgramShare[];
  /** Folder of the package of each source. */
  packageOf: ReadonlyMap<string, string>;
}

interface Package {
  folder: string;
  config: ReadConfig | null;
  sources: string[];
}

/** Sources must be sorted; so are those of each share. */
export function divideView(
  sources: readonly string[],
  configs: ProjectConfigs,
  readText: (path: string) => string | undefined,
  minSources = MIN_SOURCES,
): Division {
  const packages = new Map<string, Package>();
  const packageOf = new Map<string, string>();
  for (const path of sources) {
    const config = configs.forFolder(dirname(path));
    const folder = config?.folder ?? "";
    packageOf.set(path, folder);
    const known = packages.get(folder);
    if (known) known.sources.push(path);
    else packages.set(folder, { folder, config, sources: [path] });
  }
  const declares = (path: string) => isDeclarationFile(path) && declaresForAllIn(readText(path) ?? "");
  const standAlone = new Set(
    [...packages.values()]
      .filter(({ sources: own }) => own.length >= minSources || own.some(declares))
      .map(({ folder }) => folder),
  );
  const isHome = (folder: string) => folder === "" || standAlone.has(folder);
  const shares = new Map<string, ProgramShare>();
  for (const path of sources) {
    const folder = packageOf.get(path)!;
    const key = [...foldersUp(folder)].find(isHome)!;
    let share = shares.get(key);
    if (!share) {
      const checking = configs.forFolder(key)?.checking ?? {};
      share = { key, checking, sources: [], around: new Set(foldersUp(key)), alsoReads: new Set() };
      shares.set(key, share);
    }
    share.sources.push(path);
    for (const one of packages.get(folder)!.config?.alsoReads ?? []) share.alsoReads.add(one);
  }
  return { shares: [...shares.values()], packageOf };
}

function declaresForAllIn(text: string): boolean {
  return IS_MODULE.test(text) ? DECLARES_GLOBAL.test(text) : DECLARES.test(text);
}
