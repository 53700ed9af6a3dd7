// @ts-check
/** The TypeScript language service's own answers for one symbol, sorted into calls and other references. */
import ts from "typescript";

/**
 * @typedef {object} Site
 * @property {string} path
 * @property {number} line
 * @property {number} offset
 * @property {boolean} isCall
 * @property {boolean} isImport A name in an import, or in an export from another module.
 * @property {boolean} isExact The name at this place is defined by the symbol itself, not by one it overrides or that overrides it.
 */

/** @param {any} clew @param {any} files ViewFiles @returns {{ service: ts.LanguageService, options: ts.CompilerOptions }} */
export function createService(clew, files) {
  const { host, options } = clew.createProjectHost(files, new Map());
  const sources = [...files.paths].filter(clew.isCompilerSource).sort().map(clew.virtualPath);
  const service = ts.createLanguageService({
    getScriptFileNames: () => sources,
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = host.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => options,
    getCurrentDirectory: host.getCurrentDirectory,
    getDefaultLibFileName: host.getDefaultLibFileName,
    fileExists: host.fileExists,
    readFile: host.readFile,
    directoryExists: host.directoryExists,
    useCaseSensitiveFileNames: () => true,
    resolveModuleNameLiterals: host.resolveModuleNameLiterals,
    resolveTypeReferenceDirectiveReferences: host.resolveTypeReferenceDirectiveReferences,
    jsDocParsingMode: host.jsDocParsingMode,
  });
  return { service, options };
}

/**
 * @param {any} clew @param {ts.LanguageService} service @param {string} path
 * @param {(path: string, offset: number) => boolean} isKnownName the place is the name of a definition that facts know
 * @param {number[]} nameOffsets of all declarations of the symbol in this file, the asked one first
 * @returns {Site[] | null} null when the service knows nothing at this place
 */
export function askReferences(clew, service, path, isKnownName, nameOffsets) {
  const name = clew.virtualPath(path);
  const groups = service.findReferences(name, nameOffsets[0] ?? 0);
  if (!groups) return null;
  /** @type {Site[]} */
  const sites = [];
  const seen = new Set();
  for (const group of groups) {
    for (const { fileName, textSpan } of group.references) {
      const key = `${fileName}:${textSpan.start}`;
      const file = service.getProgram()?.getSourceFile(fileName);
      const sitePath = clew.viewPath(fileName);
      if (seen.has(key) || !file || sitePath === null) continue;
      seen.add(key);
      const node = nodeAt(file, textSpan.start);
      // Texts in comments, closing tags and declarations are no uses.
      if (!node || isInComment(node, textSpan.start, file) || isClosingTag(node) || isDeclaration(node))
        continue;
      if (isKnownName(sitePath, textSpan.start)) continue;
      sites.push({
        path: sitePath,
        line: lineOf(file.text, textSpan.start),
        offset: textSpan.start,
        isCall: isCalled(node),
        isImport: isImported(node),
        isExact:
          isDefinedAt(service, fileName, textSpan.start, name, nameOffsets) ||
          isDeclaredBy(service, node, name, nameOffsets),
      });
    }
  }
  return sites;
}

/** @param {ts.LanguageService} service @param {string} file @param {number} at @param {string} name @param {number[]} offsets */
function isDefinedAt(service, file, at, name, offsets) {
  const definitions = service.getDefinitionAtPosition(file, at) ?? [];
  return definitions.some((found) => found.fileName === name && offsets.includes(found.textSpan.start));
}

/**
 * "Go to definition" on a call jumps to the signature, which for a property of a function type is the type; the
 * symbol's own declarations are what counts then.
 * @param {ts.LanguageService} service @param {ts.Node} node @param {string} name @param {number[]} offsets
 */
function isDeclaredBy(service, node, name, offsets) {
  const checker = service.getProgram()?.getTypeChecker();
  let symbol = checker?.getSymbolAtLocation(node);
  if (checker && node.parent && ts.isShorthandPropertyAssignment(node.parent)) {
    symbol = checker.getShorthandAssignmentValueSymbol(node.parent);
  }
  if (!checker || !symbol) return false;
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return (symbol.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile();
    if (file.fileName !== name) return false;
    const start = ts.getNameOfDeclaration(declaration)?.getStart(file);
    if (start !== undefined) return offsets.includes(start);
    // A module has one default export: without a name, its place is anywhere in it.
    const isInside = (/** @type {number} */ at) => at >= declaration.getStart(file) && at < declaration.end;
    return symbol.escapedName === "default" && offsets.some(isInside);
  });
}

/** @param {string} text @param {number} offset */
function lineOf(text, offset) {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** @param {ts.SourceFile} file @param {number} offset @returns {ts.Node | undefined} */
function nodeAt(file, offset) {
  /** @type {ts.Node | undefined} */
  let found;
  const visit = (/** @type {ts.Node} */ node) => {
    if (offset < node.pos || offset >= node.end) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** @param {ts.Node} node @param {number} offset @param {ts.SourceFile} file */
function isInComment(node, offset, file) {
  return offset < node.getStart(file);
}

/** @param {ts.Node} node */
function isClosingTag(node) {
  return ts.findAncestor(node, ts.isJsxClosingElement) !== undefined;
}

/** @param {ts.Node} node */
function isDeclaration(node) {
  const { parent } = node;
  if (!parent) return false;
  if (node.kind === ts.SyntaxKind.ConstructorKeyword || node.kind === ts.SyntaxKind.DefaultKeyword)
    return true;
  const isUse =
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isJsxAttribute(parent) ||
    (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) ||
    (parent.parent !== undefined && ts.isObjectLiteralExpression(parent.parent));
  return !isUse && /** @type {any} */ (parent).name === node;
}

/** @param {ts.Node} node */
function isImported(node) {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent)) return true;
  return ts.isExportSpecifier(parent) && parent.parent.parent.moduleSpecifier !== undefined;
}

/** @param {ts.Node} node */
function isCalled(node) {
  /** @type {ts.Node} */
  let callee = node;
  const { parent } = node;
  const isMember =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node);
  if (isMember) callee = parent;
  while (ts.isParenthesizedExpression(callee.parent) || ts.isNonNullExpression(callee.parent))
    callee = callee.parent;
  const user = callee.parent;
  if (ts.isCallExpression(user) || ts.isNewExpression(user) || ts.isDecorator(user))
    return user.expression === callee;
  if (ts.isTaggedTemplateExpression(user)) return user.tag === callee;
  if (ts.isJsxOpeningElement(user) || ts.isJsxSelfClosingElement(user)) return user.tagName === callee;
  return false;
}
