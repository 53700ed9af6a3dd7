/** Other names for folders of an npm package: tsconfig paths, subpath imports, literal aliases of bundlers. */
import { joinPath } from "../../core/join-path.ts";
import type { ExportsMap } from "../../languages/javascript/modules/read-package.ts";
import { TSCONFIG } from "../../languages/javascript/modules/read-tsconfig.ts";
import { asObject } from "../../languages/modules/json-values.ts";
import type { ManifestTree, PackageAlias } from "../contract.ts";

const TSCONFIGS = ["tsconfig.json", "tsconfig.base.json", "jsconfig.json"];
const BUNDLER = /^(?:vite|vitest|webpack|rollup|metro|babel)\.config\.[cm]?[jt]s$/;
const MAX_ALIASES = 500;

export function isAliasConfig(name: string): boolean {
  return TSCONFIGS.includes(name) || BUNDLER.test(name);
}

export function aliasesOf(tree: ManifestTree, root: string, json: Record<string, unknown>): PackageAlias[] {
  const inRoot = (name: string) => (root === "" ? name : `${root}/${name}`);
  const below = (target: string) => {
    const joined = joinPath(root, target);
    return joined === null ? [] : [joined];
  };
  const aliases: PackageAlias[] = [];
  for (const name of TSCONFIGS) {
    const text = tree.read(inRoot(name));
    const config = text === null ? null : TSCONFIG.read(text, name);
    if (!config?.paths) continue;
    for (const [pattern, targets] of Object.entries(config.paths)) {
      const base = config.baseUrl ?? ".";
      aliases.push({ kind: "tsconfig", pattern, targets: targets.flatMap((one) => below(`${base}/${one}`)) });
    }
  }
  for (const [pattern, map] of Object.entries(asObject(json.imports)))
    aliases.push({ kind: "imports", pattern, targets: leaves(map as ExportsMap, 0).flatMap(below) });
  for (const path of tree.paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (BUNDLER.test(name) && path === inRoot(name))
      aliases.push(...literalAliases(tree.read(path) ?? "", below));
  }
  return aliases.slice(0, MAX_ALIASES);
}

function leaves(map: ExportsMap, depth: number): string[] {
  if (typeof map === "string") return [map];
  if (map === null || typeof map !== "object" || depth > 8) return [];
  return [...new Set(Object.values(map).flatMap((one) => (one === null ? [] : leaves(one, depth + 1))))];
}

/**
 * `alias: { "@": "./src" }`, also through `path.resolve(__dirname, "./src")` and `new URL("./src", import.meta.url)`.
 * What is computed in any other way is left out.
 */
function literalAliases(text: string, below: (target: string) => string[]): PackageAlias[] {
  const block = /\balias\s*:\s*\{([^{}]{0,10000})\}/.exec(text)?.[1];
  if (block === undefined) return [];
  const entry = /(?:^|[,{\n])\s*(?:"([^"\n]+)"|'([^'\n]+)'|([\w$]+))\s*:\s*([^\n]*)/g;
  return [...block.matchAll(entry)].flatMap(([, double, single, word, value]) => {
    const target = literalPath(value!);
    const pattern = double ?? single ?? word!;
    return target === null ? [] : [{ kind: "bundler" as const, pattern, targets: below(target) }];
  });
}

function literalPath(value: string): string | null {
  const plain = /^["'](\.{0,2}\/[^"']*)["']/.exec(value)?.[1];
  if (plain !== undefined) return plain.replace(/^\//, "./");
  const resolved =
    /^(?:path\.)?(?:resolve|join)\(\s*(?:__dirname|import\.meta\.dirname)\s*,\s*["']([^"']*)["']\s*\)/.exec(
      value,
    )?.[1];
  return resolved ?? /new URL\(\s*["']([^"']*)["']\s*,\s*import\.meta\.url\s*\)/.exec(value)?.[1] ?? null;
}
