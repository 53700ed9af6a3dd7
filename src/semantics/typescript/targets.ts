import ts from "typescript";
import { type SymbolKind, TYPE_KINDS } from "../../core/facts.ts";
import type { FileSymbols, KnownSymbol } from "./symbol-table.ts";

/** Whether a name is used as a type or as a value; some names are both. */
export type Meaning = "type" | "value";

const NONE: readonly KnownSymbol[] = [];

/** From the compiler's symbols to ours: a declaration is ours when its name stands where facts say so. */
export class Targets {
  readonly #checker: ts.TypeChecker;
  readonly #symbolsOf: (file: ts.SourceFile) => FileSymbols | undefined;
  readonly #memory = new Map<ts.Symbol, readonly KnownSymbol[]>();

  constructor(checker: ts.TypeChecker, symbolsOf: (file: ts.SourceFile) => FileSymbols | undefined) {
    this.#checker = checker;
    this.#symbolsOf = symbolsOf;
  }

  /**
   * Definitions behind a symbol: aliases are followed to their end, a property of a union gives one definition per
   * member. Overloads and re-opened types are named by their first declaration.
   */
  of(symbol: ts.Symbol, meaningOf: () => Meaning): readonly KnownSymbol[] {
    const target = this.finalSymbol(symbol);
    const declared = this.#declared(target);
    if (declared.length < 2) return declared;
    const roots = target.flags & ts.SymbolFlags.Transient ? this.#checker.getRootSymbols(target) : [target];
    if (roots.length === 1) return firstOf(this.#declared(roots[0]!), meaningOf());
    const found = new Set<KnownSymbol>();
    for (const root of roots) for (const one of firstOf(this.#declared(root), meaningOf())) found.add(one);
    return [...found];
  }

  finalSymbol(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Our symbol that this node declares. */
  declaredBy(node: ts.Node): KnownSymbol | undefined {
    const file = node.getSourceFile();
    const symbols = this.#symbolsOf(file);
    if (!symbols) return undefined;
    const at = nameStart(node, file);
    return at < 0 ? undefined : symbols.namedAt(at);
  }

  /** All known declarations, by path and place. */
  #declared(symbol: ts.Symbol): readonly KnownSymbol[] {
    const known = this.#memory.get(symbol);
    if (known) return known;
    const found = new Set<KnownSymbol>();
    for (const declaration of symbol.declarations ?? []) {
      const one = this.declaredBy(declaration);
      if (one) found.add(one);
    }
    const list = found.size === 0 ? NONE : [...found].sort(compareKnown);
    this.#memory.set(symbol, list);
    return list;
  }
}

function firstOf(declared: readonly KnownSymbol[], meaning: Meaning): readonly KnownSymbol[] {
  let best: KnownSymbol | undefined;
  for (const one of declared) if (!best || rank(one.kind, meaning) < rank(best.kind, meaning)) best = one;
  return best ? [best] : NONE;
}

function rank(kind: SymbolKind, meaning: Meaning): number {
  if (meaning === "type") return TYPE_KINDS.has(kind) ? 0 : 2;
  if (kind === "interface" || kind === "type") return 2;
  return kind === "namespace" ? 1 : 0;
}

function compareKnown(a: KnownSymbol, b: KnownSymbol): number {
  const [pathA, pathB] = [a.handle.split("#", 1)[0]!, b.handle.split("#", 1)[0]!];
  return pathA === pathB ? a.nameStart - b.nameStart : pathA < pathB ? -1 : 1;
}

/** Offset of what facts call the name of a declaration; -1 when it has none. */
function nameStart(node: ts.Node, file: ts.SourceFile): number {
  if (ts.isExportAssignment(node)) return wordAfter(file, "default", node.getStart(file));
  if (ts.isConstructorDeclaration(node)) {
    return wordAfter(file, "constructor", node.modifiers?.end ?? node.getStart(file));
  }
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  if (name) return name.getStart(file);
  if (!ts.canHaveModifiers(node)) return -1;
  const isDefault = node.modifiers?.find((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
  return isDefault ? isDefault.getStart(file) : -1;
}

function wordAfter(file: ts.SourceFile, word: string, from: number): number {
  return file.text.indexOf(word, from);
}
