/** What declarations say of themselves: bases, overridden members, accepted props. */
import ts from "typescript";
import type { UseContext } from "./collect-uses.ts";
import type { KnownSymbol } from "./symbol-table.ts";

export function linkHeritage(
  context: UseContext,
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
): void {
  const clauses = node.heritageClauses ?? [];
  if (clauses.length === 0) return;
  const { own, edges, targets, checker, file } = context;
  const from = own.handleAround(node.getStart(file));
  for (const clause of clauses) {
    const isContract = clause.token === ts.SyntaxKind.ImplementsKeyword;
    for (const base of clause.types) {
      const symbol = checker.getSymbolAtLocation(nameIn(base.expression));
      const found = symbol ? targets.of(symbol, () => (isContract ? "type" : "value")) : [];
      const line = own.lineAt(base.getStart(file));
      for (const target of found) {
        const kind =
          isContract || (target.kind === "interface" && ts.isClassLike(node)) ? "implements" : "inherits";
        edges.add(from, target.handle, kind, line);
      }
      linkOverridden(context, node, base);
    }
  }
}

function nameIn(expression: ts.Expression): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

/** Members that a base declares too. */
function linkOverridden(
  context: UseContext,
  node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  base: ts.ExpressionWithTypeArguments,
): void {
  const { checker, names } = context;
  let instance: ts.Type | undefined;
  let statics: ts.Type | undefined;
  for (const member of membersOf(node)) {
    const { name } = member;
    if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name)) || !names.has(name.text)) continue;
    const isStatic = ts.canHaveModifiers(member) && hasStatic(member);
    if (isStatic) statics ??= checker.getTypeAtLocation(base.expression);
    else instance ??= checker.getTypeAtLocation(base);
    const property = (isStatic ? statics : instance)?.getProperty(name.text);
    const known = property && ownMember(context, member);
    if (known) linkOverride(context, known, property);
  }
}

export function linkOverride(
  { targets, edges, own }: UseContext,
  known: KnownSymbol,
  property: ts.Symbol,
): void {
  for (const target of targets.of(property, () => "value")) {
    if (target !== known) edges.add(known.handle, target.handle, "overrides", own.lineAt(known.nameStart));
  }
}

/** Overloads are named by their first declaration, as everywhere. */
function ownMember({ checker, targets }: UseContext, member: ts.Node): KnownSymbol | undefined {
  const name = (member as ts.NamedDeclaration).name;
  const symbol = name && checker.getSymbolAtLocation(name);
  return symbol ? targets.of(symbol, () => "value")[0] : targets.declaredBy(member);
}

function membersOf(node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration): readonly ts.NamedDeclaration[] {
  const members: ts.NamedDeclaration[] = [...node.members];
  for (const member of node.members) {
    if (!ts.isConstructorDeclaration(member)) continue;
    for (const parameter of member.parameters) {
      if (ts.isParameterPropertyDeclaration(parameter, member)) members.push(parameter);
    }
  }
  return members;
}

function hasStatic(node: ts.HasModifiers): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false;
}
