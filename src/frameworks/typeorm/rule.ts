/** Classes with decorators for tables: TypeORM, MikroORM, sequelize-typescript; documents of Mongoose by `@Schema`. */
import { hasImport, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { column, modelUnit, propertiesOf, snakeCase } from "../models.ts";
import { SCRIPTS } from "../scripts.ts";

const TABLES: ReadonlySet<string> = new Set(["Entity", "ViewEntity", "Table", "Schema"]);
const COLUMN = /^(?:Column|\w+Column|Property|PrimaryKey|Prop|Enum)$/;
const ASSOCIATION = /^(?:OneToMany|ManyToOne|OneToOne|ManyToMany|BelongsTo|HasMany|HasOne|BelongsToMany)$/;

export default defineFramework({
  id: "typeorm",
  label: "TypeORM and other decorated models",
  looksAt: { languages: SCRIPTS, words: ["typeorm", "mikro", "sequelize", "nestjs mongoose"] },
  appliesTo: (outline) =>
    hasImport(
      outline,
      "typeorm",
      "@mikro-orm",
      "sequelize-typescript",
      "@nestjs/mongoose",
      "@sequelize/core",
    ),
  find: (file) => ({
    units: file.annotations
      .filter(({ name, symbol }) => TABLES.has(name) && file.symbols[symbol]?.kind === "class")
      .map(({ symbol, arguments: given }) => unitOf(file, symbol, given)),
  }),
});

function unitOf(
  file: FrameworkFile,
  at: number,
  given: FrameworkFile["annotations"][number]["arguments"],
): Unit {
  const table =
    pathsGiven(given, 0, "name", "tableName", "collection")[0] ?? snakeCase(file.symbols[at]!.name);
  const columns: string[] = [];
  const associations: string[] = [];
  for (const property of propertiesOf(file, at)) {
    for (const { name } of file.annotations.filter(({ symbol }) => symbol === property.at)) {
      const other = /(\w+)(?:\[\])?>?$/.exec(property.valueType ?? "")?.[1];
      if (ASSOCIATION.test(name))
        associations.push(`${name} ${property.name}${other === undefined ? "" : `: ${other}`}`);
      else if (COLUMN.test(name) && !columns.includes(column(property))) columns.push(column(property));
    }
  }
  return modelUnit(file, at, { table, columns, associations });
}
