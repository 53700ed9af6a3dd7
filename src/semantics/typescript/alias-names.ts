import ts from "typescript";

const namesOf = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** Names under which a file imports or exports things: each may mean a symbol that is called otherwise. */
export function aliasNames(file: ts.SourceFile): ReadonlySet<string> {
  let names = namesOf.get(file);
  if (!names) {
    names = readAliasNames(file);
    namesOf.set(file, names);
  }
  return names;
}

function readAliasNames(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause;
      if (clause?.name) names.add(clause.name.text);
      const bindings = clause?.namedBindings;
      if (bindings && ts.isNamedImports(bindings))
        for (const { name } of bindings.elements) names.add(name.text);
    } else if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      if (clause && ts.isNamedExports(clause)) for (const { name } of clause.elements) names.add(name.text);
    } else if (ts.isImportEqualsDeclaration(statement)) names.add(statement.name.text);
  }
  return names;
}
