/** GORM: structs that embed `gorm.Model` or have tags of it. */
import { hasImport } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { column, modelUnit, pluralOf, propertiesOf, snakeCase } from "../models.ts";

const TAG = /gorm:"([^"]*)"/;
const PLAIN =
  /^\*?(?:\[\]byte|string|bool|u?int\d*|float\d+|byte|rune|time\.\w+|sql\.\w+|gorm\.DeletedAt|datatypes\.\w+|uuid\.\w+|decimal\.\w+|json\.\w+)$/;

export default defineFramework({
  id: "gorm",
  label: "GORM",
  looksAt: { languages: ["go"], words: ["gorm"] },
  reads: "symbols",
  appliesTo: (outline) =>
    hasImport(outline, "gorm.io", "github.com/jinzhu/gorm") ||
    outline.symbols.some(({ signature }) => TAG.test(signature)),
  find: (file) => ({ units: file.symbols.flatMap((_, at) => unitOf(file, at)) }),
});

function unitOf(file: FrameworkFile, at: number): Unit[] {
  const { kind, bases, name } = file.symbols[at]!;
  const properties = propertiesOf(file, at);
  const isModel =
    bases.some((base) => base.name === "gorm.Model") ||
    properties.some(({ signature }) => TAG.test(signature));
  if (kind !== "struct" || !isModel) return [];
  const columns = bases.some((base) => base.name === "gorm.Model")
    ? ["id: uint", "created_at: time.Time", "updated_at: time.Time", "deleted_at: gorm.DeletedAt"]
    : [];
  const associations: string[] = [];
  for (const property of properties) {
    const tag = TAG.exec(property.signature)?.[1] ?? "";
    if (tag === "-" || /^[a-z]/.test(property.name)) continue;
    const type = property.valueType ?? "";
    const isColumn = PLAIN.test(type) || /\b(?:type|serializer|embedded|column):?/.test(tag);
    const named = /(?:^|;)column:([^;]+)/.exec(tag)?.[1];
    if (isColumn) columns.push(column({ name: named ?? snakeCase(property.name), valueType: type }));
    else
      associations.push(
        `${type.startsWith("[]") ? "has many" : "has one"} ${property.name}: ${type.replace(/^[[\]*]+/, "")}`,
      );
  }
  const isNamed = file.symbols.some((one) => one.name === "TableName" && one.receiverType === name);
  // What `TableName` returns is not known here.
  return [
    modelUnit(file, at, { table: isNamed ? undefined : pluralOf(snakeCase(name)), columns, associations }),
  ];
}
