// @ts-check
/** What the TypeScript language service says implements the types and members of a tree. */
import { createService } from "./reference-truth.mjs";
import { readView } from "./view.mjs";

const ASKED_TYPES = new Set(["interface", "class"]);

/**
 * @typedef {object} Asked
 * @property {string} handle
 * @property {string} kind of the asked symbol
 * @property {string[]} declared implementations that are declarations, as `path:line`
 * @property {string[]} written implementations that are expressions: objects and functions that stand for the type
 */

/**
 * Symbols that have an implementation elsewhere, and the places of interfaces and of their members: the service names no
 * interface that extends another, `implementations` does.
 * @param {any} clew @param {string} root @returns {Promise<{ asked: Asked[], contracts: Set<string> }>}
 */
export async function typescriptImplementations(clew, root) {
  const files = await readView(clew, root);
  const view = new clew.ViewFiles(clew.readThroughJail(clew.openRoot(root)));
  for (const file of files) view.set(file.path, file.hash);
  const { service } = createService(clew, view);
  const program = service.getProgram();
  const asked = [];
  const contracts = new Set();
  for (const file of files.filter(({ facts }) => facts)) {
    const lines = lineStarts(file.text);
    const { symbols } = file.facts;
    for (const symbol of symbols) {
      const parent = symbols[symbol.parent];
      if (symbol.kind === "interface" || parent?.kind === "interface")
        contracts.add(`${file.path}:${symbol.namePosition.line}`);
      const isType = ASKED_TYPES.has(symbol.kind);
      const isMember = symbol.kind === "method" && parent && ASKED_TYPES.has(parent.kind);
      if ((!isType && !isMember) || symbol.scope === "local" || symbol.overload > 0) continue;
      const { line, column } = symbol.namePosition;
      const found = service.getImplementationAtPosition(
        clew.virtualPath(file.path),
        (lines[line - 1] ?? 0) + column,
      );
      // Overloads of a symbol do not implement it.
      const own = new Set(
        symbols
          .filter((/** @type {any} */ other) => other.qualifiedName === symbol.qualifiedName)
          .map((/** @type {any} */ other) => `${file.path}:${other.namePosition.line}`),
      );
      const one = {
        handle: `${file.path}#${symbol.qualifiedName}`,
        kind: symbol.kind,
        declared: [],
        written: [],
      };
      for (const { fileName, textSpan, kind } of found ?? []) {
        const source = program?.getSourceFile(fileName);
        const at = clew.viewPath(fileName);
        if (!source || at === null) continue;
        const place = `${at}:${source.getLineAndCharacterOfPosition(textSpan.start).line + 1}`;
        if (own.has(place)) continue;
        const isDeclared =
          /^[\w$#"'[]/.test(source.text.slice(textSpan.start, textSpan.start + 1)) && textSpan.length < 120;
        /** @type {string[]} */ (isDeclared && kind !== "" ? one.declared : one.written).push(place);
      }
      if (one.declared.length + one.written.length > 0) asked.push(one);
    }
  }
  return { asked, contracts };
}

/** @param {string} text */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
