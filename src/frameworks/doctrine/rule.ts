/** Doctrine: entities with attributes, `#[ORM\Entity]`, `#[ORM\Column(name: "label")]`, their table and associations. */
import type { AnnotationFact } from "../../core/facts.ts";
import { nameGiven, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { column, modelUnit, propertiesOf, snakeCase } from "../models.ts";

const ENTITIES: ReadonlySet<string> = new Set(["Entity", "Embeddable", "MappedSuperclass"]);
const ASSOCIATION = /^(?:OneToMany|ManyToOne|OneToOne|ManyToMany|Embedded)$/;

export default defineFramework({
  id: "doctrine",
  label: "Doctrine",
  looksAt: { languages: ["php"], words: ["Doctrine"] },
  appliesTo: ({ imports }) => imports.some(({ source }) => /^\\?Doctrine\\ORM\\Mapping/.test(source)),
  find: (file) => ({
    units: file.annotations
      .filter(({ name, symbol }) => ENTITIES.has(lastOf(name)) && file.symbols[symbol]?.kind === "class")
      .map(({ symbol }) => unitOf(file, symbol)),
  }),
});

/** `ORM\Column` is `Column`. */
function lastOf(name: string): string {
  return name.slice(name.lastIndexOf("\\") + 1);
}

function unitOf(file: FrameworkFile, at: number): Unit {
  const marksOf = (symbol: number) => file.annotations.filter((one) => one.symbol === symbol);
  const own = marksOf(at);
  const columns: string[] = [];
  const associations: string[] = [];
  for (const property of propertiesOf(file, at)) {
    const marks = marksOf(property.at);
    const association = marks.find(({ name }) => ASSOCIATION.test(lastOf(name)));
    const mark = marks.find(({ name }) => lastOf(name) === "Column");
    const bare = { ...property, name: property.name.replace(/^\$/, "") };
    if (association) associations.push(associationOf(association, bare.name));
    else if (mark) {
      const valueType = property.valueType ?? pathsGiven(mark.arguments, -1, "type")[0];
      const name = pathsGiven(mark.arguments, 0, "name")[0] ?? bare.name;
      columns.push(column({ name, ...(valueType !== undefined && { valueType }) }));
    }
  }
  const named = own
    .filter(({ name }) => lastOf(name) === "Table")
    .flatMap(({ arguments: given }) => pathsGiven(given, 0, "name"))[0];
  const isTable = own.some(({ name }) => lastOf(name) === "Entity");
  const table = named?.replaceAll("`", "") ?? (isTable ? snakeCase(file.symbols[at]!.name) : undefined);
  return modelUnit(file, at, { table, columns, associations });
}

function associationOf({ name, arguments: given }: AnnotationFact, property: string): string {
  const other = nameGiven(given, -1, "targetEntity", "class")?.replace(/::class$/, "");
  return `${lastOf(name)} ${property}${other === undefined ? "" : `: ${other}`}`;
}
