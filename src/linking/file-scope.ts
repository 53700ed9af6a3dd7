import type { SymbolEntity } from "./entities.ts";
import { type Family, familyOf } from "./families.ts";
import { hashText } from "./hash32.ts";
import type { FileSurface, SurfaceExport, SurfaceImport, SurfaceSymbol } from "./surface.ts";

export interface ImportedName {
  source: SurfaceImport;
  imported: string;
  local: string;
}

const NONE: readonly never[] = [];

/** A file's surface with its names indexed at first use. Never asked directly while linking: see `Questions`. */
export class FileScope {
  readonly path: string;
  readonly pathHash: number;
  readonly language: string;
  readonly family: Family;
  readonly packageName: string | undefined;
  readonly symbols: readonly SurfaceSymbol[];
  readonly imports: readonly SurfaceImport[];
  readonly exports: readonly SurfaceExport[];
  /** By ordinal of the symbol. */
  readonly entities: readonly SymbolEntity[];
  #byQualifiedName: Map<string, SymbolEntity[]> | undefined;
  #importsByLocal: Map<string, ImportedName[]> | undefined;
  #exportsByName: Map<string, SurfaceExport[]> | undefined;

  constructor(surface: FileSurface) {
    this.path = surface.path;
    this.pathHash = hashText(surface.path);
    this.language = surface.language;
    this.family = familyOf(surface.language);
    this.packageName = surface.packageName;
    this.symbols = surface.symbols;
    this.entities = surface.symbols.map((symbol) => ({ kind: "symbol", file: this, symbol, handle: null }));
    this.imports = surface.imports;
    this.exports = surface.exports;
  }

  symbolsNamed(qualifiedName: string): readonly SymbolEntity[] {
    if (!this.#byQualifiedName) {
      this.#byQualifiedName = new Map();
      for (const entity of this.entities) {
        append(this.#byQualifiedName, entity.symbol.qualifiedName, entity);
        if (isDefaultExport(entity.symbol)) append(this.#byQualifiedName, DEFAULT_EXPORT, entity);
      }
    }
    return this.#byQualifiedName.get(qualifiedName) ?? NONE;
  }

  importsNamed(local: string): readonly ImportedName[] {
    if (!this.#importsByLocal) {
      this.#importsByLocal = new Map();
      for (const source of this.imports) {
        for (const name of namesBoundBy(source)) append(this.#importsByLocal, name.local, name);
      }
    }
    return this.#importsByLocal.get(local) ?? NONE;
  }

  exportsNamed(exported: string): readonly SurfaceExport[] {
    if (!this.#exportsByName) {
      this.#exportsByName = new Map();
      for (const fact of this.exports) append(this.#exportsByName, fact.exported, fact);
    }
    return this.#exportsByName.get(exported) ?? NONE;
  }
}

/** `import a.b` of Python binds `a`, the package; everything else binds what it says. */
export function namesBoundBy(source: SurfaceImport): ImportedName[] {
  return source.bindings.map(({ imported, local }) => {
    const dot = local.indexOf(".");
    if (imported !== "*" || dot <= 0 || local !== source.source) return { source, imported, local };
    const first = local.slice(0, dot);
    return { source: { ...source, source: first }, imported, local: first };
  });
}

/** A space keeps it apart from any identifier called `default`. */
export const DEFAULT_EXPORT = " default";

export function isDefaultExport(symbol: SurfaceSymbol): boolean {
  return symbol.parent < 0 && symbol.modifiers.includes("default");
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
