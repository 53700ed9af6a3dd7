/** Drizzle: `pgTable("users", { id: serial("id") })`, whose columns are the calls inside. */
import { callsInside, hasImport, pathsGiven, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { detailsOf, withDetails } from "../models.ts";
import { SCRIPTS } from "../scripts.ts";

const TABLES: ReadonlySet<string> = new Set(["pgTable", "mysqlTable", "sqliteTable"]);
/** Chained behind a column, or about the table as a whole. */
const NO_COLUMN =
  /^(?:index|uniqueIndex|unique|primaryKey|foreignKey|check|default|references|sql|on|\$\w+)$/;

export default defineFramework({
  id: "drizzle",
  label: "Drizzle",
  looksAt: { languages: SCRIPTS, words: ["drizzle"] },
  appliesTo: (outline) => hasImport(outline, "drizzle-orm"),
  find: (file) => ({
    units: file.calls.filter(({ name }) => TABLES.has(name)).flatMap((call) => unitOf(file, call)),
  }),
});

function unitOf(file: FrameworkFile, call: FrameworkFile["calls"][number]): Unit[] {
  const [table] = pathsGiven(call.arguments, 0);
  if (table === undefined) return [];
  const within = file.symbols[call.from]?.span.end ?? call.span.end;
  const columns = callsInside(file, { ...call, blockEnd: within })
    .filter(({ name, receiver }) => receiver === undefined && !NO_COLUMN.test(name))
    .flatMap(({ name, arguments: given }) =>
      pathsGiven(given, 0)
        .slice(0, 1)
        .map((one) => `${one}: ${name}`),
    );
  const name = call.target ?? table;
  return [
    withDetails({ type: "model", name, place: placeOfCall(file, call) }, detailsOf({ table, columns })),
  ];
}
