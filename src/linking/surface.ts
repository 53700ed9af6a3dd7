/**
 * The surface of a file: what the linking of other files may look at. Bodies, positions and documentation are
 * not part of it, so an edit inside a body leaves the surface, and with it every other file's links, as it was.
 */
import type { OutwardFacts, OutwardSymbol, ValueFact } from "../core/facts.ts";
import type { SurfaceExport, SurfaceImport, SurfaceSymbol } from "../languages/modules/contract.ts";

export interface FileSurface {
  path: string;
  language: string;
  packageName?: string;
  symbols: readonly SurfaceSymbol[];
  imports: readonly SurfaceImport[];
  exports: readonly SurfaceExport[];
}

const VISIBLE_MODIFIERS: ReadonlySet<string> = new Set([
  "default",
  "static",
  "partial",
  "export",
  "declare",
  "global",
  "abstract",
  "pub",
  "declaration",
  "conditional",
]);

/** Extracts the surface of a file's facts. Plain data; JSON keeps it. */
export function surfaceOf(path: string, facts: OutwardFacts): FileSurface {
  const symbols: SurfaceSymbol[] = [];
  const newIndex = new Map<number, number>();
  const values = topLevelValues(facts);
  facts.symbols.forEach((symbol, index) => {
    if (symbol.scope === "local") return;
    const parent = symbol.parent < 0 ? -1 : newIndex.get(symbol.parent);
    // A child of something local cannot be named from outside.
    if (parent === undefined) return;
    newIndex.set(index, symbols.length);
    symbols.push(surfaceSymbol(symbol, parent, values));
  });
  return {
    path,
    language: facts.language,
    ...(facts.packageName !== undefined && { packageName: facts.packageName }),
    symbols,
    imports: facts.imports.map(surfaceImport),
    exports: facts.exports.map(surfaceExport),
  };
}

function surfaceSymbol(
  symbol: OutwardSymbol,
  parent: number,
  values: ReadonlyMap<string, ValueFact>,
): SurfaceSymbol {
  const out: SurfaceSymbol = {
    kind: symbol.kind,
    name: symbol.name,
    qualifiedName: symbol.qualifiedName,
    overload: symbol.overload,
    parent,
    scope: symbol.scope,
    modifiers:
      symbol.modifiers.length === 0 ? NONE : symbol.modifiers.filter((word) => VISIBLE_MODIFIERS.has(word)),
    bases: symbol.bases.length === 0 ? NONE : symbol.bases,
  };
  if (symbol.returnType !== undefined) out.returnType = symbol.returnType;
  if (symbol.valueType !== undefined) out.valueType = symbol.valueType;
  const value = symbol.value ?? (parent < 0 ? values.get(symbol.name) : undefined);
  if (value !== undefined && symbol.valueType === undefined) out.value = value;
  if (symbol.receiverType !== undefined) out.receiverType = symbol.receiverType;
  if (symbol.arity !== undefined) out.arity = symbol.arity;
  if (symbol.required !== undefined) out.required = symbol.required;
  if (symbol.typeArity !== undefined) out.typeArity = symbol.typeArity;
  if (symbol.typeBounds !== undefined) out.typeBounds = symbol.typeBounds;
  if (symbol.givenType !== undefined) out.givenType = symbol.givenType;
  return out;
}

const NONE: readonly never[] = [];

/** Initialisers of top-level names that the extractor recorded as locals only. */
function topLevelValues(facts: OutwardFacts): ReadonlyMap<string, ValueFact> {
  const values = new Map<string, ValueFact>();
  for (const local of facts.locals) {
    if (local.from === -1 && local.value && !values.has(local.name)) values.set(local.name, local.value);
  }
  return values;
}

function surfaceImport(fact: OutwardFacts["imports"][number]): SurfaceImport {
  return { source: fact.source, kind: fact.kind, isWildcard: fact.isWildcard, bindings: fact.bindings };
}

function surfaceExport(fact: OutwardFacts["exports"][number]): SurfaceExport {
  const out: SurfaceExport = { exported: fact.exported, local: fact.local };
  if (fact.source !== undefined) out.source = fact.source;
  return out;
}
