/** What names of a file mean in other files of the view: by its imports, and where the linker found that they lead. */
import type { Edge } from "../core/edges.ts";
import type { ImportFact } from "../core/facts.ts";
import { pathOfHandle } from "../core/handles.ts";
import { basename, dirname, type RelPath } from "../core/rel-path.ts";
import type { WrittenName } from "../frameworks/contract.ts";

export interface NamedPlace {
  path: RelPath;
  /** Empty for the file as a whole, or what it exports by default. */
  name: string;
  /** The linker tied the import to this very symbol. */
  isSymbol: boolean;
}

export interface FileImports {
  imports: readonly ImportFact[];
  /** Edges of kind `imports` that start in the file. */
  edges: readonly Edge[];
  /** Calls and uses on lines where routers are handed on or handlers named. */
  uses: readonly Edge[];
}

/** `users.router`, `routes::users()`, `App\\Users`: the names between the marks. */
export function namesOf(written: string): string[] {
  return written
    .replace(/\(\)$/, "")
    .split(/\?\.|\.|::|->|\\/)
    .filter((name) => name !== "");
}

export class ImportedNames {
  readonly #files: ReadonlyMap<string, FileImports>;
  readonly #paths: readonly RelPath[];

  constructor(files: ReadonlyMap<string, FileImports>, paths: readonly RelPath[]) {
    this.#files = files;
    this.#paths = paths;
  }

  /** Likeliest first; empty when no import binds the name or the import leads out of the view. */
  of(path: RelPath, { name, module }: WrittenName): NamedPlace[] {
    const file = this.#files.get(path);
    if (!file) return [];
    const names = namesOf(name);
    if (module !== undefined) return this.#inModule(file, module, names.join("."));
    for (const fact of file.imports) {
      const binding = fact.bindings.find(({ local }) => local === names[0]);
      if (binding) return placesOf(file, fact, binding.imported, names.slice(1));
    }
    return [];
  }

  /** The symbols that the linker tied to these lines; those of the name that is written when there are any. */
  tiedTo(path: RelPath, written: string, first: number, last = first): NamedPlace[] {
    const uses = this.#files.get(path)?.uses ?? [];
    const near = uses.filter(({ lines }) => lines.some((line) => line >= first && line <= last));
    const name = namesOf(written).at(-1);
    const named = near.filter(({ to }) => lastNameOf(withoutOverload(to)) === name);
    const places = (named.length > 0 ? named : near).map(
      ({ to }): NamedPlace => ({
        path: pathOfHandle(to) as RelPath,
        name: withoutOverload(to).slice(to.indexOf("#") + 1),
        isSymbol: named.length > 0,
      }),
    );
    return [...new Map(places.map((place) => [`${place.path}#${place.name}`, place])).values()];
  }

  /** A module that is named in a string: as an import would be, or by the end of a path. */
  #inModule(file: FileImports, module: string, name: string): NamedPlace[] {
    const lines = new Set(file.imports.filter(({ source }) => source === module).map(({ line }) => line));
    const linked = file.edges.filter((edge) => edge.lines.some((line) => lines.has(line)));
    if (linked.length > 0)
      return distinct(linked.map(({ to }) => placeAt(pathOfHandle(to) as RelPath, name)));
    const end = module.replaceAll(".", "/").replace(/^\/+/, "");
    const found = this.#paths.filter((path) => {
      const bare = path.replace(/\.[^./]+$/, "").replace(/\/__init__$/, "");
      return bare === end || bare.endsWith(`/${end}`);
    });
    return found.length === 1 ? [placeAt(found[0]!, name)] : [];
  }
}

function placesOf(
  file: FileImports,
  fact: ImportFact,
  imported: string,
  rest: readonly string[],
): NamedPlace[] {
  const edges = file.edges.filter(({ lines }) => lines.includes(fact.line));
  const symbols = edges.filter(({ to }) => to.includes("#"));
  const others = new Set(fact.bindings.map((binding) => binding.imported));
  const own = symbols.filter(({ to }) => {
    const last = lastNameOf(to);
    return imported === "default" ? !others.has(last) : last === imported;
  });
  if (own.length > 0) {
    return own.map(({ to }) => ({
      path: pathOfHandle(to) as RelPath,
      name: [to.slice(to.indexOf("#") + 1), ...rest].join("."),
      isSymbol: rest.length === 0,
    }));
  }
  const files = distinct(edges.map(({ to }) => placeAt(pathOfHandle(to) as RelPath, rest.join("."))));
  // `from app.api import items`: a module of that name, not a name of the package.
  const modules = files.filter(({ path }) => stemOf(path) === imported);
  if (modules.length > 0) return modules;
  if (imported === "*" || imported === "default") return files;
  return files.map(({ path }) => placeAt(path, [imported, ...rest].join(".")));
}

function withoutOverload(handle: string): string {
  return handle.replace(/~\d+$/, "");
}

function placeAt(path: RelPath, name: string): NamedPlace {
  return { path, name, isSymbol: false };
}

function distinct(places: readonly NamedPlace[]): NamedPlace[] {
  return [...new Map(places.map((place) => [place.path, place])).values()];
}

function lastNameOf(handle: string): string {
  return handle.slice(Math.max(handle.lastIndexOf("#"), handle.lastIndexOf(".")) + 1);
}

/** `items` for `api/items.py` and `api/items/__init__.py`. */
function stemOf(path: string): string {
  const stem = basename(path).replace(/\.[^.]+$/, "");
  return stem === "__init__" || stem === "mod" || stem === "index" ? basename(dirname(path)) : stem;
}
