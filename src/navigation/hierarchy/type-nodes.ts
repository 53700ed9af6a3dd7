/** Types as a walk over a hierarchy sees them: all parts of a type are one node, in whichever files they stand. */
import type { Handle } from "../../core/edges.ts";
import { type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { comparePaths } from "../../core/rel-path.ts";
import type { LanguageFamily } from "../../languages/family.ts";
import type { PlacedSymbol, SymbolsOfView } from "./symbols-of-view.ts";

export interface TypeNode {
  /** Handle of its first part: equal for equal types. */
  key: Handle;
  name: string;
  qualifiedName: string;
  family: LanguageFamily;
  packageName: string;
  /** `Policy` and `Policy<T>` are two types; undefined where the number of type parameters does not tell them apart. */
  typeArity: number | undefined;
  /** Ascending by path and document order. */
  parts: readonly PlacedSymbol[];
}

export class TypeNodes {
  readonly #symbols: SymbolsOfView;
  readonly #byHandle = new Map<Handle, TypeNode | null>();

  constructor(symbols: SymbolsOfView) {
    this.#symbols = symbols;
  }

  /** The types that these handles name, each once; handles of other things are passed over. */
  async of(handles: readonly Handle[]): Promise<Map<Handle, TypeNode>> {
    const unknown = [...new Set(handles)].filter((handle) => !this.#byHandle.has(handle));
    const found = await this.#symbols.at(unknown);
    const types = [...found.values()].filter(isTypeLike);
    const named = await this.#symbols.named(types.map(({ symbol }) => symbol.name));
    const extensions = await this.#extensionsOf(types);
    for (const handle of unknown) {
      const type = found.get(handle);
      if (this.#byHandle.has(handle)) continue;
      if (!type || !isTypeLike(type)) this.#byHandle.set(handle, null);
      else this.#add(type, named.get(type.symbol.name)!, extensions.get(handle) ?? []);
    }
    const nodes = new Map<Handle, TypeNode>();
    for (const handle of handles) {
      const node = this.#byHandle.get(handle);
      if (node) nodes.set(handle, node);
    }
    return nodes;
  }

  #add(type: PlacedSymbol, named: readonly PlacedSymbol[], extensions: readonly PlacedSymbol[]): void {
    const joined = new Map([[type.handle, type]]);
    for (const other of [...named, ...extensions])
      if (isTypeLike(other) && (extensions.includes(other) || isPartOf(other, type)))
        joined.set(other.handle, other);
    const parts = [...joined.values()].sort((a, b) => comparePaths(a.path, b.path) || a.ordinal - b.ordinal);
    const { symbol, family, packageName } = parts[0]!;
    const { name, qualifiedName } = symbol;
    const typeArity = family.tellsTypesByArity ? symbol.typeArity : undefined;
    const node = { key: parts[0]!.handle, name, qualifiedName, family, packageName, typeArity, parts };
    for (const { handle } of parts) this.#byHandle.set(handle, node);
  }

  /** What is written as an extension of a type elsewhere is part of it, and the other way round (Swift). */
  async #extensionsOf(types: readonly PlacedSymbol[]): Promise<Map<Handle, PlacedSymbol[]>> {
    const open = types.filter(({ family }) => family.receiverExtends);
    const extensions = new Map<Handle, PlacedSymbol[]>();
    if (open.length === 0) return extensions;
    const handles = open.map(({ handle }) => handle);
    const outward = await this.#symbols.reader.edges("from", handles, ["extends"]);
    const targets = outward.map((sites) => sites.map(({ edge }) => edge.to));
    const centres = handles.map((handle, at) => targets[at]![0] ?? handle);
    const inward = await this.#symbols.reader.edges("into", centres, ["extends"]);
    const related = inward.map((sites, at) => [centres[at]!, ...sites.map(({ edge }) => edge.from)]);
    const found = await this.#symbols.at(related.flat());
    for (const [at, handle] of handles.entries())
      extensions.set(
        handle,
        related[at]!.flatMap((other) => found.get(other) ?? []),
      );
    return extensions;
  }
}

/** Types, what can be a base of types, and values that are written as an anonymous type. */
export function isTypeLike({ symbol, family }: PlacedSymbol): boolean {
  return (
    TYPE_KINDS.has(symbol.kind) ||
    (symbol.kind === "namespace" && family.typesAreNamespaces) ||
    ((symbol.kind === "constant" || symbol.kind === "variable") && symbol.valueType !== undefined) ||
    (symbol.bases.length > 0 && !CALLABLE.has(symbol.kind))
  );
}

const CALLABLE: ReadonlySet<SymbolFact["kind"]> = new Set(["function", "method", "constructor", "macro"]);

function isPartOf(other: PlacedSymbol, type: PlacedSymbol): boolean {
  if (other.symbol.qualifiedName !== type.symbol.qualifiedName || other.family !== type.family) return false;
  if (type.family.tellsTypesByArity && other.symbol.typeArity !== type.symbol.typeArity) return false;
  return other.path === type.path || (type.family.hasOpenTypes && other.packageName === type.packageName);
}
