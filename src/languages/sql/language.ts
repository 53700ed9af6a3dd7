import { defineLanguage } from "../contract.ts";
import { stringForm } from "../literal-syntax.ts";
import { addProcedures } from "./procedures.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "sql",
  label: "SQL",
  extensions: [".sql", ".psql", ".pgsql", ".ddl"],
  grammar: "sql",
  query,
  literals: {
    strings: [stringForm("'", { escaping: "doubled", isMultiline: true })],
    lineComments: ["--"],
    blockComments: [["/*", "*/"]],
    joins: ["||"],
  },
  role: "code",
  // Longer ones are dumps of rows.
  limits: { maxBytes: 1_000_000 },
  scopeOf: () => "exported",
  refine: addProcedures,
});
