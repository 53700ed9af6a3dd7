/** Versions that a workspace sets once for all of its packages, which ask for them as `catalog:` or `catalog:name`. */
import { dirname } from "../../core/rel-path.ts";
import { asObject } from "../../languages/modules/json-values.ts";
import { parseJsonWithComments } from "../../languages/modules/json-with-comments.ts";
import type { ManifestTree, Package, Workspace } from "../contract.ts";

/** By the name of the catalog, `default` for the one without; then by package. */
type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

const DEFAULT = "default";

/** The same packages, with what the catalogs of their workspaces say. */
export function withCatalogs(
  tree: ManifestTree,
  packages: readonly Package[],
  workspaces: readonly Workspace[],
): Package[] {
  const known = workspaces.map(({ config }) => ({
    folder: dirname(config),
    catalogs: config.endsWith(".yaml")
      ? catalogsOfYaml(tree.read(config) ?? "")
      : catalogsOfJson(tree.read(config) ?? ""),
  }));
  const filled = known.filter(({ catalogs }) => catalogs.size > 0);
  if (filled.length === 0) return [...packages];
  return packages.map((one) => {
    const around = filled.find(
      ({ folder }) => folder === "" || one.root === folder || one.root.startsWith(`${folder}/`),
    );
    if (!around) return one;
    const dependencies = one.dependencies.map((dependency) => {
      const [, named] = /^catalog:(.*)$/.exec(dependency.version) ?? [];
      if (named === undefined) return dependency;
      const version = around.catalogs.get(named.trim() || DEFAULT)?.get(dependency.name);
      return version === undefined ? dependency : { ...dependency, version };
    });
    return { ...one, dependencies };
  });
}

/** bun keeps them beside the list of workspaces, or at the top. */
function catalogsOfJson(text: string): Catalogs {
  const json = asObject(parseJsonWithComments(text));
  const found = new Map<string, Map<string, string>>();
  for (const place of [json, asObject(json.workspaces)]) {
    for (const [name, catalog] of [
      [DEFAULT, place.catalog] as const,
      ...Object.entries(asObject(place.catalogs)),
    ])
      for (const [dependency, version] of Object.entries(asObject(catalog)))
        if (typeof version === "string") add(found, name, dependency, version);
  }
  return found;
}

const ENTRY = /^( +)(?:"([^"]+)"|'([^']+)'|([^\s:'"#][^:]*?))\s*:\s*(.*)$/;

/** `catalog:` with entries below it, and `catalogs:` with a level of names between. */
function catalogsOfYaml(text: string): Catalogs {
  const found = new Map<string, Map<string, string>>();
  let section: string | undefined;
  let name = DEFAULT;
  let depth = 0;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    if (!line.startsWith(" ")) {
      section = /^(catalogs?)\s*:\s*(?:#.*)?$/.exec(line)?.[1];
      name = DEFAULT;
      depth = 0;
      continue;
    }
    const [, indent, double, single, word, rest] = ENTRY.exec(line) ?? [];
    if (section === undefined || indent === undefined) continue;
    const key = double ?? single ?? word!;
    if (depth === 0) depth = indent.length;
    if (section === "catalogs" && indent.length === depth) name = key;
    else add(found, name, key, scalar(rest!));
  }
  return found;
}

function scalar(text: string): string {
  const quoted = /^(?:"([^"]*)"|'([^']*)')/.exec(text);
  return quoted ? (quoted[1] ?? quoted[2]!) : text.replace(/\s+#.*$/, "").trim();
}

function add(
  found: Map<string, Map<string, string>>,
  name: string,
  dependency: string,
  version: string,
): void {
  const known = found.get(name);
  if (known) known.set(dependency, version);
  else found.set(name, new Map([[dependency, version]]));
}
