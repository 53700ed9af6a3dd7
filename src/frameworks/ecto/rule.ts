/** Ecto: modules with a schema: its fields and associations. */
import { handleOfSymbol, hasImport, nameGiven, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { detailsOf, withDetails } from "../models.ts";

const ASSOCIATION = /^(?:belongs_to|has_many|has_one|many_to_many|embeds_one|embeds_many)$/;

export default defineFramework({
  id: "ecto",
  label: "Ecto",
  looksAt: { languages: ["elixir"], words: ["Ecto", "Schema", "Model"] },
  appliesTo: (outline) =>
    hasImport(outline, "Ecto.Schema", "Ecto.Migration") ||
    outline.imports.some(({ source }) => /\.(?:Schema|Model)$/.test(source)),
  find: (file) => ({
    units: file.calls.flatMap(({ name, from, arguments: given, span }): Unit[] => {
      const [table] = pathsGiven(given, 0);
      const module = file.symbols[from];
      if (name === "schema" && table !== undefined && module) return [schemaOf(file, from, table)];
      const makes = name === "create" || name === "table";
      return makes && table !== undefined && hasImport(file, "Ecto.Migration")
        ? [
            withDetails(
              { type: "migration", name: table, place: { handle: handleOfSymbol(file, from), span } },
              { table },
            ),
          ]
        : [];
    }),
  }),
});

function schemaOf(file: FrameworkFile, module: number, table: string): Unit {
  const own = file.calls.filter(({ from }) => from === module);
  const columns = own
    .filter(({ name }) => name === "field")
    .flatMap(({ arguments: given }) => {
      const [field, type] = [pathsGiven(given, 0)[0], pathsGiven(given, 1)[0] ?? nameGiven(given, 1)];
      return field === undefined ? [] : [type === undefined ? field : `${field}: ${type}`];
    });
  const associations = own
    .filter(({ name }) => ASSOCIATION.test(name))
    .flatMap(({ name, arguments: given }) => {
      const other = nameGiven(given, 1);
      return pathsGiven(given, 0)
        .slice(0, 1)
        .map((field) => `${name} ${field}${other === undefined ? "" : `: ${other}`}`);
    });
  const { name, span } = file.symbols[module]!;
  const place = { handle: handleOfSymbol(file, module), span };
  return withDetails({ type: "model", name, place }, detailsOf({ table, columns, associations }));
}
