/**
 * Where package managers put the sources of what they install. Pure: names of folders, of which some are there. `*`
 * stands for any one folder, in a part of its own.
 */
import type { LockedPackage } from "./contract.ts";

export interface SourcePlace {
  /** A folder below this one alone is taken: what a link leads out of it is not what the manager put there. */
  base: "tree" | { folder: string };
  /** From the base. */
  path: string;
}

export interface PlaceQuestion {
  locked: LockedPackage;
  /** Folder of the lock, from the root of the tree. */
  folder: string;
  /** Folders of packages that depend on it, from the root of the tree. */
  dependents: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/** One component of a path: a lock is somebody's text, and must not lead elsewhere. */
const PART = /^(?!\.{1,2}$)[\w.+~!@-]+$/;
const VIRTUAL_ENVIRONMENTS = [".venv", "venv", "env"];
const SITE_PACKAGES = "lib/*/site-packages";

/** In the order in which they are looked at. */
export function sourcePlaces(question: PlaceQuestion): SourcePlace[] {
  const { name, version } = question.locked;
  const parts = [...name.split("/"), version];
  return parts.every((part) => PART.test(part)) ? placesOf(question) : [];
}

function placesOf({ locked, folder, dependents, env, home }: PlaceQuestion): SourcePlace[] {
  const { ecosystem, name, version } = locked;
  const inTree = (...paths: string[]): SourcePlace[] =>
    [...new Set([folder, "", ...dependents])].flatMap((at) =>
      paths.map((path) => ({ base: "tree" as const, path: at === "" ? path : `${at}/${path}` })),
    );
  switch (ecosystem) {
    case "npm":
      return inTree(`node_modules/${name}`);
    case "composer":
      return inTree(`vendor/${name}`);
    case "hex":
      return inTree(`deps/${name}`);
    case "go": {
      const cache = env.GOMODCACHE || `${(env.GOPATH || `${home}/go`).split(":")[0]}/pkg/mod`;
      // Capital letters are written as `!` and the small one, for file systems that do not tell them apart.
      const escaped = name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
      return [...inTree(`vendor/${name}`), { base: { folder: cache }, path: `${escaped}@${version}` }];
    }
    case "cargo": {
      const registry = `${env.CARGO_HOME || `${home}/.cargo`}/registry/src`;
      return [
        ...inTree(`vendor/${name}-${version}`, `vendor/${name}`),
        { base: { folder: registry }, path: `*/${name}-${version}` },
      ];
    }
    case "dotnet": {
      const packages = env.NUGET_PACKAGES || `${home}/.nuget/packages`;
      return [{ base: { folder: packages }, path: `${name.toLowerCase()}/${version.toLowerCase()}` }];
    }
    case "rubygems":
      return [
        ...inTree(`vendor/bundle/ruby/*/gems/${name}-${version}`, `vendor/gems/${name}-${version}`),
        ...gemFolders(env, home).map((base) => ({ base: { folder: base }, path: `gems/${name}-${version}` })),
        { base: { folder: "/var/lib/gems" }, path: `*/gems/${name}-${version}` },
        { base: { folder: `${home}/.gem/ruby` }, path: `*/gems/${name}-${version}` },
        { base: { folder: `${home}/.rbenv/versions` }, path: `*/lib/ruby/gems/*/gems/${name}-${version}` },
        { base: { folder: `${home}/.rvm/gems` }, path: `*/gems/${name}-${version}` },
      ];
    case "python":
      // The folder of all packages: which of its folders belong to this one is told by what the installer wrote there.
      return [
        ...inTree(
          ...VIRTUAL_ENVIRONMENTS.flatMap((one) => [`${one}/${SITE_PACKAGES}`, `${one}/Lib/site-packages`]),
        ),
        ...(env.VIRTUAL_ENV ? [{ base: { folder: env.VIRTUAL_ENV }, path: SITE_PACKAGES }] : []),
      ];
    case "jvm":
      return [];
  }
}

function gemFolders(env: PlaceQuestion["env"], home: string): string[] {
  const named = [env.GEM_HOME ?? "", ...(env.GEM_PATH ?? "").split(":")];
  return [...new Set([...named, `${home}/.gem`, "/usr/share/rubygems-integration/all"])].filter(Boolean);
}
