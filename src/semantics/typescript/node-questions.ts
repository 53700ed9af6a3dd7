/** Questions about syntax that the compiler's public interface does not answer. */
import ts from "typescript";
import type { Meaning } from "./targets.ts";

/** The expression is what is called, constructed, used as a tag, decorator or JSX component. */
export function isCallee(node: ts.Node): boolean {
  let expression = node;
  let { parent } = expression;
  if (ts.isPropertyAccessExpression(parent) && parent.name === expression) expression = parent;
  else if (ts.isElementAccessExpression(parent) && parent.argumentExpression === expression)
    expression = parent;
  ({ parent } = expression);
  while (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) {
    expression = parent;
    ({ parent } = expression);
  }
  switch (parent.kind) {
    case ts.SyntaxKind.CallExpression:
    case ts.SyntaxKind.NewExpression:
    case ts.SyntaxKind.Decorator:
      return (parent as ts.CallExpression).expression === expression;
    case ts.SyntaxKind.TaggedTemplateExpression:
      return (parent as ts.TaggedTemplateExpression).tag === expression;
    case ts.SyntaxKind.JsxOpeningElement:
    case ts.SyntaxKind.JsxSelfClosingElement:
      return (parent as ts.JsxOpeningElement).tagName === expression;
    default:
      return false;
  }
}

/** `new` expression whose class this node names. */
export function isConstructed(node: ts.Node): boolean {
  let expression = node;
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) expression = node.parent;
  return ts.isNewExpression(expression.parent) && expression.parent.expression === expression;
}

export function meaningOf(node: ts.Node): Meaning {
  return ts.isPartOfTypeNode(node) || isImplemented(node) ? "type" : "value";
}

function isImplemented(node: ts.Node): boolean {
  const clause = node.parent?.parent;
  return (
    clause !== undefined && ts.isHeritageClause(clause) && clause.token === ts.SyntaxKind.ImplementsKeyword
  );
}

/** `div` in `<div>`: an element of the host, no definition. */
export function isHostElement(node: ts.Identifier): boolean {
  const { parent } = node;
  const isTag =
    (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent)) && parent.tagName === node;
  return isTag && /^[a-z]/.test(node.text);
}

/** Text of the module that a node names: `require("x")`, `import("x")`, `import type("x")`. */
export function moduleNamedBy(node: ts.Node): ts.StringLiteralLike | undefined {
  let named: ts.Node | undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) named = node.moduleSpecifier;
  else if (ts.isExternalModuleReference(node)) named = node.expression;
  else if (ts.isImportTypeNode(node))
    named = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  else if (ts.isCallExpression(node)) {
    const { expression } = node;
    const isLoader =
      expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(expression) && expression.text === "require");
    named = isLoader ? node.arguments[0] : undefined;
  }
  return named && ts.isStringLiteralLike(named) ? named : undefined;
}
