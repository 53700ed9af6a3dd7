import ts from "typescript";

/** Names under which a file imports or exports things: each may mean a symbol that is called otherwise. */
export function addAliasNames(file: ts.SourceFile, names: Set<string>): void {
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
}
