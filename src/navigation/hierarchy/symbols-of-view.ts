/** Symbols of one generation as a walk over types needs them: by handle and by name, each read once. */
import { type Handle, handleOf } from "../../core/edges.ts";
import { parseHandle } from "../../core/handles.ts";
import { familyOf } from "../../languages/families.ts";
import type { LanguageFamily } from "../../languages/family.ts";
import { packageOf } from "../../languages/modules/names.ts";
import type { BlobOutline, SymbolHit, ViewFile, ViewReader } from "../../storage/contract.ts";
import { findFile } from "../find-symbol.ts";

/** A symbol with what its file says about it. */
export interface PlacedSymbol extends SymbolHit {
  handle: Handle;
  family: LanguageFamily;
  /** As linking names it: a folder for Go, a dotted name elsewhere, "" without one. */
  packageName: string;
  /** Type parameters of the type it is declared in, where they tell types apart. */
  ownerArity: number | undefined;
}

export class SymbolsOfView {
  readonly reader: ViewReader;
  readonly #files = new Map<string, ViewFile | null>();
  readonly #outlines = new Map<number, BlobOutline>();
  readonly #named = new Map<string, readonly PlacedSymbol[]>();

  constructor(reader: ViewReader) {
    this.reader = reader;
  }

  /** Handles that name no symbol of this generation are absent. */
  async at(handles: readonly Handle[]): Promise<Map<Handle, PlacedSymbol>> {
    const parsed = handles.map((handle) => parseHandle(handle));
    await this.#readFiles(parsed.flatMap((one) => (one ? [one.path] : [])));
    const found = new Map<Handle, PlacedSymbol>();
    for (const [place, handle] of handles.entries()) {
      const { path, qualifiedName, overload } = parsed[place] ?? {
        path: "",
        qualifiedName: null,
        overload: 0,
      };
      const file = this.#files.get(path);
      if (!file || qualifiedName === null) continue;
      const { symbols } = this.#outlines.get(file.blob)!;
      const ordinal = symbols.findIndex(
        (symbol) => symbol.qualifiedName === qualifiedName && symbol.overload === overload,
      );
      if (ordinal >= 0) found.set(handle, this.#place(file, ordinal));
    }
    return found;
  }

  /** All symbols of the same file. */
  async beside(symbol: PlacedSymbol): Promise<PlacedSymbol[]> {
    await this.#readFiles([symbol.path]);
    const file = this.#files.get(symbol.path)!;
    return this.#outlines.get(file.blob)!.symbols.map((_, ordinal) => this.#place(file, ordinal));
  }

  /** Of each name, spelled exactly so, ascending by path and document order. */
  async named(names: readonly string[]): Promise<ReadonlyMap<string, readonly PlacedSymbol[]>> {
    const unknown = [...new Set(names)].filter((name) => !this.#named.has(name));
    const hits = unknown.length > 0 ? await this.reader.symbolsNamed(unknown) : [];
    const exact = hits.map((found, at) => found.filter(({ symbol }) => symbol.name === unknown[at]));
    await this.#readFiles(exact.flat().map(({ path }) => path));
    for (const [at, name] of unknown.entries())
      this.#named.set(
        name,
        exact[at]!.map(({ path, ordinal }) => this.#place(this.#files.get(path)!, ordinal)),
      );
    return this.#named;
  }

  async #readFiles(paths: readonly string[]): Promise<void> {
    const unknown = [...new Set(paths)].filter((path) => !this.#files.has(path));
    for (const path of unknown) this.#files.set(path, await findFile(this.reader, path));
    const blobs = unknown.flatMap((path) => this.#files.get(path)?.blob ?? []);
    const outlines = await this.reader.outlines(blobs);
    for (const [at, blob] of blobs.entries()) this.#outlines.set(blob, outlines[at]!);
  }

  #place({ path, blob, language }: ViewFile, ordinal: number): PlacedSymbol {
    const outline = this.#outlines.get(blob)!;
    const symbol = outline.symbols[ordinal]!;
    const family = familyOf(language);
    const packageName = packageOf(family, path, outline.packageName);
    const ownerArity = family.tellsTypesByArity ? outline.symbols[symbol.parent]?.typeArity : undefined;
    return { path, blob, ordinal, symbol, handle: handleOf(path, symbol), family, packageName, ownerArity };
  }
}
