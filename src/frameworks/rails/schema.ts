/** Tables of `db/schema.rb`: each with the columns that its block names. */
import { pathsGiven, placeOfCall } from "../arguments.ts";
import type { FrameworkFile, Unit } from "../contract.ts";
import { detailsOf, withDetails } from "../models.ts";

/** About the table as a whole. */
const NO_COLUMN = /^(?:index|foreign_key|check_constraint|exclusion_constraint|unique_constraint)$/;

export function tablesOf(file: FrameworkFile): Unit[] {
  const made = file.calls.filter(({ name }) => name === "create_table");
  return made.flatMap((call, at): Unit[] => {
    const [table] = pathsGiven(call.arguments, 0);
    if (table === undefined) return [];
    const end = made[at + 1]?.span.start ?? Number.MAX_SAFE_INTEGER;
    const columns = file.calls
      .filter(
        ({ receiver, name, span }) =>
          receiver === "t" && span.start > call.span.start && span.start < end && !NO_COLUMN.test(name),
      )
      .flatMap(({ name, arguments: given }) => pathsGiven(given, 0).map((column) => `${column}: ${name}`));
    return [
      withDetails(
        { type: "schema", name: table, place: placeOfCall(file, call) },
        detailsOf({ table, columns }),
      ),
    ];
  });
}
