/** Every use in one file: which of our symbols it means, and whether it calls it. */
import ts from "typescript";
import type { Handle } from "../../core/edges.ts";
import { handleOf } from "../../core/edges.ts";
import type { EdgeSink } from "../edge-sink.ts";
import { linkHeritage, linkOverride } from "./collect-heritage.ts";
import { isCallee, isConstructed, isHostElement, meaningOf, moduleNamedBy } from "./node-questions.ts";
import type { FileSymbols } from "./symbol-table.ts";
import type { Targets } from "./targets.ts";

/** What the steps of linking one file share. */
export interface UseContext {
  readonly checker: ts.TypeChecker;
  readonly targets: Targets;
  readonly file: ts.SourceFile;
  readonly own: FileSymbols;
  readonly edges: EdgeSink;
  /** Names that may mean a symbol of the view. All other names need not be looked up, which saves most of the work. */
  readonly names: ReadonlySet<string>;
  /** How many functions and methods of the view have a name. */
  readonly callables: ReadonlyMap<string, number>;
  resolveModule(specifier: string): string | null;
}

/** Shorter names are too common for "might be one of these" to say anything. */
const MIN_GUESSABLE_NAME = 3;

export function collectUses(context: UseContext): void {
  new UseCollector(context).visit(context.file);
}

class UseCollector {
  readonly #context: UseContext;
  readonly #isJavaScript: boolean;

  constructor(context: UseContext) {
    this.#context = context;
    this.#isJavaScript = /\.[cm]?jsx?$/.test(context.file.fileName);
  }

  readonly visit = (node: ts.Node): void => {
    switch (node.kind) {
      case ts.SyntaxKind.Identifier:
      case ts.SyntaxKind.PrivateIdentifier:
        this.#identifier(node as ts.Identifier);
        return;
      case ts.SyntaxKind.StringLiteral:
      case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
        this.#textKey(node as ts.StringLiteral);
        return;
      case ts.SyntaxKind.SuperKeyword:
        this.#superCall(node);
        return;
      case ts.SyntaxKind.JsxClosingElement:
        // The opening tag is the use.
        return;
      case ts.SyntaxKind.ClassDeclaration:
      case ts.SyntaxKind.ClassExpression:
      case ts.SyntaxKind.InterfaceDeclaration:
        linkHeritage(this.#context, node as ts.ClassLikeDeclaration | ts.InterfaceDeclaration);
        break;
      case ts.SyntaxKind.ImportDeclaration:
      case ts.SyntaxKind.ExportDeclaration:
      case ts.SyntaxKind.ExternalModuleReference:
      case ts.SyntaxKind.ImportType:
      case ts.SyntaxKind.CallExpression:
        this.#module(node);
        break;
    }
    if (this.#isJavaScript) {
      for (const comment of (node as { jsDoc?: ts.Node[] }).jsDoc ?? []) ts.forEachChild(comment, this.visit);
    }
    ts.forEachChild(node, this.visit);
  };

  #module(node: ts.Node): void {
    const named = moduleNamedBy(node);
    if (!named) return;
    const { own, edges, file } = this.#context;
    const path = this.#context.resolveModule(named.text);
    if (path === null || path === own.path) return;
    edges.add(own.fileHandle, handleOf(path), "imports", own.lineAt(node.getStart(file)));
  }

  #identifier(node: ts.Identifier): void {
    const { checker, names } = this.#context;
    const { parent } = node;
    switch (parent.kind) {
      case ts.SyntaxKind.ImportSpecifier:
      case ts.SyntaxKind.ImportClause:
        if ((parent as ts.ImportSpecifier).name === node)
          this.#imported(node, checker.getSymbolAtLocation(node));
        return;
      case ts.SyntaxKind.ExportSpecifier:
        this.#exportSpecifier(node, parent as ts.ExportSpecifier);
        return;
      case ts.SyntaxKind.NamespaceImport:
      case ts.SyntaxKind.NamespaceExport:
        return;
    }
    if (!names.has(node.text)) return;
    switch (parent.kind) {
      case ts.SyntaxKind.BindingElement:
        if ((parent as ts.BindingElement).name === node) {
          this.#boundProperty(node, parent as ts.BindingElement);
          return;
        }
        break;
      case ts.SyntaxKind.ShorthandPropertyAssignment:
        this.#use(node, checker.getShorthandAssignmentValueSymbol(parent));
        this.#expectedProperty(node, parent.parent as ts.ObjectLiteralExpression);
        return;
      case ts.SyntaxKind.PropertyAssignment:
      case ts.SyntaxKind.MethodDeclaration:
      case ts.SyntaxKind.GetAccessor:
      case ts.SyntaxKind.SetAccessor:
      case ts.SyntaxKind.JsxAttribute:
        if ((parent as ts.PropertyAssignment).name === node) {
          const holder = parent.parent;
          if (ts.isObjectLiteralExpression(holder) || ts.isJsxAttributes(holder))
            this.#expectedProperty(node, holder);
          return;
        }
        break;
      case ts.SyntaxKind.PropertyAccessExpression:
        break;
      default:
        if (isDeclaredName(node)) return;
    }
    if (isHostElement(node)) return;
    const symbol = checker.getSymbolAtLocation(node);
    if (symbol) this.#use(node, symbol);
    else this.#countUnresolved(node);
  }

  /** `a["name"]`, `Type["name"]` */
  #textKey(node: ts.StringLiteral): void {
    if (!this.#context.names.has(node.text)) return;
    const { parent } = node;
    const isKey =
      (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
      (ts.isLiteralTypeNode(parent) &&
        ts.isIndexedAccessTypeNode(parent.parent) &&
        parent.parent.indexType === parent);
    if (isKey) this.#use(node, this.#context.checker.getSymbolAtLocation(node));
  }

  #imported(node: ts.Node, symbol: ts.Symbol | undefined): void {
    if (!symbol) return;
    const { own, edges, targets } = this.#context;
    const line = this.#line(node);
    for (const target of targets.of(symbol, () => "value")) {
      edges.add(own.fileHandle, target.handle, "imports", line);
    }
  }

  #exportSpecifier(node: ts.Identifier, specifier: ts.ExportSpecifier): void {
    if ((specifier.propertyName ?? specifier.name) !== node) return;
    const { checker } = this.#context;
    if (specifier.parent.parent.moduleSpecifier)
      this.#imported(node, checker.getSymbolAtLocation(specifier.name));
    else this.#use(node, checker.getExportSpecifierLocalTargetSymbol(specifier));
  }

  /** `const { name } = value` reads the property of that name. */
  #boundProperty(node: ts.Identifier, element: ts.BindingElement): void {
    const pattern = element.parent;
    if (!ts.isObjectBindingPattern(pattern) || element.propertyName || element.dotDotDotToken) return;
    this.#use(node, this.#context.checker.getTypeAtLocation(pattern).getProperty(node.text));
  }

  /** `{ name: … }` and `<C name=…>` where the expected type declares that property. */
  #expectedProperty(node: ts.Identifier, holder: ts.ObjectLiteralExpression | ts.JsxAttributes): void {
    const expected = this.#context.checker.getContextualType(holder);
    if (!expected) return;
    const types = expected.isUnion() ? expected.types : [expected];
    const own = this.#context.targets.declaredBy(node.parent);
    for (const type of types) {
      const property = type.getProperty(node.text);
      if (!property) continue;
      // A function in an object literal implements the member it is expected to be.
      if (own) linkOverride(this.#context, own, property);
      else this.#use(node, property);
    }
  }

  #use(node: ts.Node, symbol: ts.Symbol | undefined): void {
    if (!symbol) return;
    const { own, edges, targets } = this.#context;
    const found = targets.of(symbol, () => meaningOf(node));
    if (found.length === 0) return;
    const start = node.getStart(this.#context.file);
    const from = own.handleAround(start);
    const line = own.lineAt(start);
    const kind = isCallee(node) ? "calls" : "references";
    for (const target of found) edges.add(from, target.handle, kind, line);
    if (kind === "calls" && isConstructed(node)) this.#constructorOf(symbol, from, line);
  }

  /** The constructor that `new C()` runs: its own or the nearest inherited one. */
  #constructorOf(symbol: ts.Symbol, from: Handle, line: number): boolean {
    const { targets, edges, checker } = this.#context;
    let current: ts.Symbol | undefined = targets.finalSymbol(symbol);
    for (let depth = 0; current && depth < 50; depth++) {
      const declaration: ts.Declaration | undefined = current.valueDeclaration;
      if (!declaration || !ts.isClassLike(declaration)) return false;
      const found = declaration.members.find(ts.isConstructorDeclaration);
      if (found) {
        const known = targets.declaredBy(found);
        if (known) edges.add(from, known.handle, "calls", line);
        return known !== undefined;
      }
      const base = baseExpression(declaration);
      const next: ts.Symbol | undefined = base && checker.getSymbolAtLocation(base);
      current = next && targets.finalSymbol(next);
    }
    return false;
  }

  /** `super(…)` calls the constructor of the base, or the base when it declares none. */
  #superCall(node: ts.Node): void {
    if (!ts.isCallExpression(node.parent) || node.parent.expression !== node) return;
    const holder = ts.findAncestor(node, ts.isClassLike);
    const base = holder && baseExpression(holder);
    const symbol = base && this.#context.checker.getSymbolAtLocation(base);
    if (!symbol) return;
    const { own, edges, targets } = this.#context;
    const from = own.handleAround(node.getStart(this.#context.file));
    const line = this.#line(node);
    if (this.#constructorOf(symbol, from, line)) return;
    for (const target of targets.of(symbol, () => "value")) edges.add(from, target.handle, "calls", line);
  }

  #countUnresolved(node: ts.Identifier): void {
    const { callables, own, edges } = this.#context;
    const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    if (!isMember || node.text.length < MIN_GUESSABLE_NAME || !isCallee(node)) return;
    const candidates = callables.get(node.text) ?? 0;
    if (candidates === 0) return;
    const start = node.getStart(this.#context.file);
    edges.addUnresolved({
      name: node.text,
      from: own.handleAround(start),
      line: own.lineAt(start),
      candidates,
    });
  }

  #line(node: ts.Node): number {
    return this.#context.own.lineAt(node.getStart(this.#context.file));
  }
}

function baseExpression(declaration: ts.ClassLikeDeclaration): ts.Expression | undefined {
  const clause = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression;
}

/** The node is the name that its parent declares, or a label. */
function isDeclaredName(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { name?: ts.Node; label?: ts.Node };
  if (parent.label === node || ts.isMetaProperty(parent)) return true;
  return parent.name === node;
}
