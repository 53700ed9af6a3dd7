/** Folders of packages as they lie on disk: looked at through a jail around the place they belong to, nothing else read. */
import { join } from "node:path";
import { parseRelPath, type RelPath } from "../../core/rel-path.ts";
import type { LockedPackage } from "../../packages/locks/contract.ts";
import type { SourcePlace } from "../../packages/locks/source-places.ts";
import { normalPythonName } from "../../packages/python-names.ts";
import { openRoot, type RootJail } from "../../workspace/path-jail.ts";

/** Caches hold thousands of packages; a `*` stands for versions of a language and registries. */
const MAX_FOLDERS_OF_STAR = 200;
const MAX_RECORD_BYTES = 4_000_000;
const MAX_MODULES = 4;
/** How many entries of a package are looked at for one that is source. */
const MAX_ENTRIES = 5_000;
const DOTNET_SOURCE = /\.(?:cs|fs|vb)$/;

export interface InstalledFolder {
  /** Real path. */
  folder: string;
  /** What the installer wrote; null where the folder does not say. */
  version: string | null;
}

export type Lookup = { found: InstalledFolder[] } | { missing: string };

export function lookForSources(
  tree: RootJail,
  places: readonly SourcePlace[],
  locked: LockedPackage,
): Lookup {
  let missing = "it is not installed where its package manager puts it";
  for (const { base, path } of places) {
    const jail = base === "tree" ? tree : openIfThere(base.folder);
    if (jail === null) continue;
    for (const at of expand(jail, path)) {
      const folder = realFolder(jail, at);
      if (folder === null) continue;
      if (folder === "outside")
        missing = `${at} is a link that leads out of ${base === "tree" ? "the tree" : "the cache"}`;
      else if (locked.ecosystem === "python") {
        const modules = pythonModules(openRoot(folder), locked.name);
        if (modules.length > 0) return { found: modules };
      } else if (locked.ecosystem === "dotnet" && !hasSource(openRoot(folder), DOTNET_SOURCE)) {
        missing = "its package holds no sources";
      } else return { found: [{ folder, version: manifestVersion(openRoot(folder), locked) }] };
    }
  }
  return { missing };
}

function openIfThere(folder: string): RootJail | null {
  try {
    return openRoot(folder);
  } catch {
    return null;
  }
}

/** Its real path; links of pnpm stay inside of the tree, those of anybody else may lead to a home folder. */
function realFolder(jail: RootJail, path: string): string | "outside" | null {
  const real = openIfThere(join(jail.root, path))?.root;
  if (real === undefined) return null;
  return real.startsWith(jail.root === "/" ? "/" : `${jail.root}/`) ? real : "outside";
}

/** The folders that a path with `*` means, the last by name first: of two versions the newer. */
function expand(jail: RootJail, path: string): string[] {
  const [before, ...rest] = path.split("/*/");
  if (rest.length === 0 && !path.startsWith("*/")) return [path];
  const start = path.startsWith("*/") ? "" : before!;
  const after = path.startsWith("*/") ? path.slice(2) : rest.join("/*/");
  return subfolders(jail, start)
    .reverse()
    .flatMap((name) => expand(jail, start === "" ? `${name}/${after}` : `${start}/${name}/${after}`));
}

function subfolders(jail: RootJail, folder: string): string[] {
  const rel = folder === "" ? "" : parseRelPath(folder);
  const listed = rel === null ? null : jail.list(rel);
  if (!listed?.ok) return [];
  const names = listed.entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  return names.sort().slice(0, MAX_FOLDERS_OF_STAR);
}

/** The folders of one distribution, told by the record that every installer writes beside them. */
function pythonModules(site: RootJail, name: string): InstalledFolder[] {
  const wanted = normalPythonName(name);
  for (const info of subfoldersEnding(site, ".dist-info")) {
    const [, spelled, version] = /^(.+?)-([^-]+)\.dist-info$/.exec(info) ?? [];
    if (spelled === undefined || normalPythonName(spelled) !== wanted) continue;
    const record = parseRelPath(`${info}/RECORD`);
    const text = record && site.read(record, { maxBytes: MAX_RECORD_BYTES });
    if (!text?.ok) continue;
    const tops = text.bytes
      .toString("utf8")
      .split("\n")
      .flatMap((line) => /^([\w-]+)\/.*\.pyi?,/.exec(line)?.[1] ?? []);
    return [...new Set(tops)].slice(0, MAX_MODULES).flatMap((top) => {
      const folder = realFolder(site, top);
      return folder === null || folder === "outside" ? [] : [{ folder, version: version! }];
    });
  }
  return [];
}

function subfoldersEnding(jail: RootJail, ending: string): string[] {
  const listed = jail.list("");
  if (!listed.ok) return [];
  return listed.entries
    .flatMap(({ kind, name }) => (kind === "directory" && name.endsWith(ending) ? [name] : []))
    .sort();
}

/** Of npm the manifest says what is installed; the paths of other managers have the version in them. */
function manifestVersion(folder: RootJail, { ecosystem }: LockedPackage): string | null {
  if (ecosystem !== "npm") return null;
  const read = folder.read("package.json" as RelPath, { maxBytes: MAX_RECORD_BYTES });
  if (!read.ok) return null;
  try {
    const { version } = JSON.parse(read.bytes.toString("utf8")) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

function hasSource(folder: RootJail, source: RegExp): boolean {
  const waiting: (RelPath | "")[] = [""];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined && seen < MAX_ENTRIES; at = waiting.pop()) {
    const listed = folder.list(at);
    if (!listed.ok) continue;
    seen += listed.entries.length;
    for (const { name, kind } of listed.entries) {
      if (kind === "file" && source.test(name)) return true;
      const path = parseRelPath(at === "" ? name : `${at}/${name}`);
      if (kind === "directory" && path !== null) waiting.push(path);
    }
  }
  return false;
}
