import { familyOf } from "../languages/families.ts";
import type { LanguageFamily } from "../languages/family.ts";
import {
  DEFAULT_EXPORT,
  type ImportedName,
  type ScopedFile,
  type SurfaceExport,
  type SurfaceImport,
  type SurfaceSymbol,
} from "../languages/modules/contract.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { SymbolEntity } from "./entities.ts";
import { hashText } from "./hash32.ts";
import type { FileSurface } from "./surface.ts";

const NONE: readonly never[] = [];

/** A file as others see it: its surface is read, and its names are indexed, at first use. Never asked directly while
 * linking: see `Questions`. */
export class FileScope implements ScopedFile {
  readonly path: string;
  readonly pathHash: number;
  readonly language: string;
  readonly family: LanguageFamily;
  /** Place among the files of a view by path; -1 for a file that is being linked, which knows more of itself. */
  readonly order: number;
  readonly #read: () => FileSurface;
  #isTest: boolean | undefined;
  #surface: FileSurface | undefined;
  #entities: readonly SymbolEntity[] | undefined;
  #byQualifiedName: Map<string, SymbolEntity[]> | undefined;
  #importsByLocal: Map<string, ImportedName[]> | undefined;
  #exportsByName: Map<string, SurfaceExport[]> | undefined;

  constructor(path: string, language: string, read: () => FileSurface, order = -1) {
    this.path = path;
    this.pathHash = hashText(path);
    this.language = language;
    this.family = familyOf(language);
    this.#read = read;
    this.order = order;
  }

  /** Asked for every call of a test. */
  get isTest(): boolean {
    this.#isTest ??= isTestPath(this.path);
    return this.#isTest;
  }

  get isRead(): boolean {
    return this.#surface !== undefined;
  }

  get surface(): FileSurface {
    this.#surface ??= this.#read();
    return this.#surface;
  }

  /** By ordinal of the symbol. */
  get entities(): readonly SymbolEntity[] {
    this.#entities ??= this.surface.symbols.map((symbol) => ({
      kind: "symbol",
      file: this,
      symbol,
      handle: null,
    }));
    return this.#entities;
  }

  get packageName(): string | undefined {
    return this.surface.packageName;
  }

  get imports(): readonly SurfaceImport[] {
    return this.surface.imports;
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
      for (const fact of this.surface.exports) append(this.#exportsByName, fact.exported, fact);
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

export function isDefaultExport(symbol: SurfaceSymbol): boolean {
  return symbol.parent < 0 && symbol.modifiers.includes("default");
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
