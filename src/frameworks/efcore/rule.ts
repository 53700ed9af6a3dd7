/** Entity Framework: what a context holds is a model; its class lies elsewhere and is looked up. */
import { handleOfSymbol, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { detailsOf, propertiesOf, withDetails } from "../models.ts";

const CONTEXT = /DbContext$/;
const SET = /^(?:DbSet|IDbSet)<([\w.]+)\??>$/;

export default defineFramework({
  id: "efcore",
  label: "Entity Framework",
  looksAt: { languages: ["csharp"], words: ["DbSet", "IDbSet"] },
  appliesTo: ({ symbols }) => symbols.some(({ valueType }) => SET.test(valueType ?? "")),
  find: (file) => ({
    units: file.symbols.flatMap(({ kind, bases }, at) =>
      kind === "class" && bases.some(({ name }) => CONTEXT.test(name.replace(/<.*$/s, "")))
        ? setsOf(file, at)
        : [],
    ),
  }),
});

function setsOf(file: FrameworkFile, context: number): Unit[] {
  return propertiesOf(file, context).flatMap((property): Unit[] => {
    const type = SET.exec(property.valueType ?? "")?.[1];
    if (type === undefined) return [];
    const place = { handle: handleOfSymbol(file, property.at), span: property.span };
    const table = namedTable(file, type) ?? property.name;
    const unit: Unit = { type: "model", name: type.replace(/^.*\./, ""), place, speaksOf: type };
    return [withDetails(unit, detailsOf({ table }))];
  });
}

/** `builder.Entity<User>().ToTable("people")` */
function namedTable({ calls }: FrameworkFile, type: string): string | undefined {
  return calls
    .filter(({ name, receiver }) => name === "ToTable" && receiver?.includes(`Entity<${type}>`))
    .flatMap(({ arguments: given }) => pathsGiven(given, 0, "name"))[0];
}
