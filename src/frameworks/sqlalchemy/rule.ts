/** SQLAlchemy and SQLModel: classes with a table, their columns and relationships. */
import { hasImport } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { column, modelUnit, propertiesOf, snakeCase } from "../models.ts";

const COLUMNS: ReadonlySet<string> = new Set(["Column", "mapped_column", "column_property"]);

export default defineFramework({
  id: "sqlalchemy",
  label: "SQLAlchemy",
  looksAt: { languages: ["python"], words: ["sqlalchemy", "sqlmodel", "__tablename__"] },
  reads: "symbols",
  appliesTo: (outline) =>
    hasImport(outline, "sqlalchemy", "sqlmodel", "flask_sqlalchemy") ||
    outline.symbols.some(({ name, literal }) => name === "__tablename__" && literal !== undefined),
  find: (file) => ({ units: file.symbols.flatMap((_, at) => unitOf(file, at)) }),
});

function unitOf(file: FrameworkFile, at: number): Unit[] {
  const { kind, signature, name } = file.symbols[at]!;
  if (kind !== "class") return [];
  const properties = propertiesOf(file, at);
  const named = properties.find((one) => one.name === "__tablename__")?.literal;
  const isSqlModel = /\btable\s*=\s*True\b/.test(signature);
  const columns = properties.filter((one) => isColumn(one.value?.name, one.valueType, isSqlModel));
  if (named === undefined && !isSqlModel && !columns.some((one) => one.value?.name === "Column")) return [];
  const table = named ?? (isSqlModel ? name.toLowerCase() : snakeCase(name));
  const associations = properties.flatMap((one) => {
    const isRelation =
      one.value?.name === "relationship" || /\b(?:relationship|Relationship)\(/.test(one.signature);
    if (!isRelation) return [];
    const target =
      /["'](\w+)["']\]*/.exec(one.valueType ?? "")?.[1] ??
      /\bMapped\[(?:\w+\[)?(\w+)/.exec(one.valueType ?? "")?.[1];
    const given = /\brelationship\(\s*["']?([\w.]+)["']?\s*[,)]/i.exec(one.signature)?.[1];
    const other = given ?? target;
    return [`relationship ${one.name}${other === undefined ? "" : `: ${other}`}`];
  });
  const related = new Set(associations.map((one) => one.split(/[ :]/)[1]));
  return [
    modelUnit(file, at, {
      table,
      columns: columns.filter((one) => !related.has(one.name)).map((one) => columnOf(one)),
      associations,
    }),
  ];
}

function isColumn(made: string | undefined, type: string | undefined, isSqlModel: boolean): boolean {
  return (
    (made !== undefined && COLUMNS.has(made)) ||
    /^Mapped\[/.test(type ?? "") ||
    (isSqlModel && type !== undefined)
  );
}

/** `Mapped[str]` and `Column(String)` both tell the type. */
function columnOf({
  name,
  valueType,
  signature,
}: {
  name: string;
  valueType?: string;
  signature: string;
}): string {
  const mapped = /^Mapped\[(.*)\]$/s.exec(valueType ?? "")?.[1];
  const given = /\b(?:Column|mapped_column)\(\s*(?:["'][^"']*["']\s*,\s*)?([A-Z]\w*)/.exec(signature)?.[1];
  const type = mapped ?? valueType ?? (given === "ForeignKey" ? undefined : given);
  return column(type === undefined ? { name } : { name, valueType: type });
}
