/** Elixir: mix projects, and umbrellas over them, as far as mix.exs says it literally. */
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import type { DependencyKind, Package, PackageDependency, PackageManager, Workspace } from "../contract.ts";
import { isFoundByChance } from "../stray-manifests.ts";

const MANIFEST = "mix.exs";

export const elixir: PackageManager = {
  id: "hex",
  isManifest: (name) => name === MANIFEST,
  find(tree) {
    const workspaces: Workspace[] = [];
    const texts = new Map<string, string>();
    for (const path of tree.paths)
      if (basename(path) === MANIFEST) texts.set(path, (tree.read(path) ?? "").replace(/^\s*#.*$/gm, ""));
    const umbrellas: string[] = [];
    for (const [path, text] of texts) {
      const apps = /\bapps_path:\s*"([^"]+)"/.exec(text)?.[1];
      const folder = apps === undefined ? null : joinPath(dirname(path), apps);
      if (folder === null) continue;
      umbrellas.push(folder);
      workspaces.push({ manager: "mix", config: path, patterns: [`${apps}/*`], tools: [] });
    }
    const packages = [...texts].flatMap(([path, text]): Package[] => {
      const root = dirname(path);
      const inUmbrella = umbrellas.find((folder) => dirname(root) === folder);
      const isDeclared = path === MANIFEST || inUmbrella !== undefined;
      if (!isDeclared && isFoundByChance(path)) return [];
      const app = /\bapp:\s*:(\w+)/.exec(text)?.[1];
      return [
        {
          name: app ?? (root === "" ? tree.name : basename(root)),
          ecosystem: "hex",
          manager: "mix",
          language: "elixir",
          root,
          manifest: path,
          version: /\bversion:\s*"([^"]+)"/.exec(text)?.[1] ?? /@version\s+"([^"]+)"/.exec(text)?.[1] ?? null,
          isDeclared,
          isLibrary: /\bpackage:/.test(text),
          dependencies: dependenciesIn(text, root, inUmbrella),
          aliases: [],
          entries:
            app === undefined ? [] : [`lib/${app}.ex`].filter((one) => tree.has(joinPath(root, one) ?? "")),
        },
      ];
    });
    return { packages, workspaces, problems: [] };
  },
};

function dependenciesIn(text: string, root: string, umbrella: string | undefined): PackageDependency[] {
  const entries = text.matchAll(/\{\s*:(\w+)\s*,\s*(?:"([^"]*)"\s*)?,?\s*([^{}]*)\}/g);
  return [...entries].flatMap(([, name, version, options]): PackageDependency[] => {
    const isDependency = version !== undefined || /\b(?:in_umbrella|path|git|github):/.test(options!);
    if (!isDependency) return [];
    const path = /\bpath:\s*"([^"]+)"/.exec(options!)?.[1];
    const at =
      path !== undefined
        ? joinPath(root, path)
        : umbrella !== undefined && /\bin_umbrella:\s*true/.test(options!)
          ? `${umbrella}/${name}`
          : null;
    return [
      { name: name!, kind: kindOf(options!), version: version ?? "", ...(at !== null && { folder: at }) },
    ];
  });
}

function kindOf(options: string): DependencyKind {
  if (/\bonly:\s*(?::test|:dev|\[)/.test(options) && !/:prod/.test(options)) return "dev";
  if (/\bruntime:\s*false/.test(options)) return "build";
  return /\boptional:\s*true/.test(options) ? "optional" : "runtime";
}
