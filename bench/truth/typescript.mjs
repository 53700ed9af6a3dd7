// @ts-check
/** Every call of a tree by the checker of TypeScript. */
import ts from "typescript";
import { formOf } from "../lib/call-sites.mjs";
import { createService } from "../lib/reference-truth.mjs";

/** @typedef {import("../lib/call-sites.mjs").CallSite} CallSite */

/** @param {any} clew @param {string} root @param {import("../lib/view.mjs").ViewFile[]} files @returns {CallSite[]} */
export function typescriptCalls(clew, root, files) {
  const view = new clew.ViewFiles(clew.readThroughJail(clew.openRoot(root)));
  for (const file of files) view.set(file.path, file.hash);
  const program = createService(clew, view).service.getProgram();
  if (!program) return [];
  const checker = program.getTypeChecker();
  /** @type {CallSite[]} */
  const sites = [];
  for (const file of files) {
    const source = file.facts && program.getSourceFile(clew.virtualPath(file.path));
    if (!source) continue;
    const visit = (/** @type {ts.Node} */ node) => {
      const callee = calleeOf(node);
      const name = callee && nameOf(callee);
      if (callee && name) sites.push(siteOf(clew, checker, file.path, source, node, callee, name));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return sites;
}

/** @param {ts.Node} node @returns {ts.Expression | null} */
function calleeOf(node) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return plain(node.expression);
  if (ts.isDecorator(node)) return ts.isCallExpression(node.expression) ? null : plain(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return plain(node.tag);
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
    const tag = node.tagName;
    return ts.isIdentifier(tag) && /^[a-z]/.test(tag.text) ? null : /** @type {any} */ (tag);
  }
  return null;
}

/** @param {ts.Expression} node @returns {ts.Expression} */
function plain(node) {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? plain(node.expression) : node;
}

/** @param {ts.Expression} callee */
function nameOf(callee) {
  if (ts.isIdentifier(callee)) return callee;
  return ts.isPropertyAccessExpression(callee) ? callee.name : null;
}

/**
 * @param {any} clew @param {ts.TypeChecker} checker @param {string} path @param {ts.SourceFile} source @param {ts.Node} node
 * @param {ts.Expression} callee @param {ts.Node} name @returns {CallSite}
 */
function siteOf(clew, checker, path, source, node, callee, name) {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declarations = new Set(symbol?.declarations ?? []);
  const signature = ts.isCallLikeExpression(node)
    ? checker.getResolvedSignature(node)?.declaration
    : undefined;
  if (ts.isNewExpression(node) && signature) declarations.add(/** @type {any} */ (signature));
  // A class that is made has the constructors that it writes down.
  for (const declaration of [...declarations]) {
    if (ts.isClassLike(declaration))
      for (const member of declaration.members)
        if (ts.isConstructorDeclaration(member)) declarations.add(member);
  }
  const targets = [...declarations].flatMap((declaration) => {
    const file = declaration.getSourceFile();
    const at = clew.viewPath(file.fileName);
    if (at === null) return [];
    const start = (ts.getNameOfDeclaration(declaration) ?? declaration).getStart(file);
    // A script of declarations describes the environment, whose functions are not in the tree.
    const isAmbient = file.isDeclarationFile && !ts.isExternalModule(file);
    return [{ path: at, line: lineAt(file, start), isFunction: !isAmbient && isFunction(declaration) }];
  });
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression.getText(source) : "";
  return {
    path,
    line: lineAt(source, name.getStart(source)),
    name: name.getText(source),
    form: formOf(receiver),
    isKnown: declarations.size > 0,
    targets,
  };
}

/** @param {ts.SourceFile} file @param {number} offset */
function lineAt(file, offset) {
  return file.getLineAndCharacterOfPosition(offset).line + 1;
}

/** @param {ts.Node} node */
function isFunction(node) {
  if (ts.isFunctionLike(node) && !ts.isFunctionTypeNode(node) && !ts.isCallSignatureDeclaration(node))
    return true;
  if (ts.isClassLike(node)) return true;
  const value = /** @type {any} */ (node).initializer;
  return (
    value !== undefined &&
    (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isClassExpression(value))
  );
}
