/** JPA and Hibernate: entities with their table, columns and associations. */
import { hasImport, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { column, modelUnit, propertiesOf, snakeCase } from "../models.ts";

const ENTITIES: ReadonlySet<string> = new Set(["Entity", "MappedSuperclass", "Embeddable", "Document"]);
const ASSOCIATION = /^(?:OneToMany|ManyToOne|OneToOne|ManyToMany|ElementCollection|DBRef)$/;

export default defineFramework({
  id: "jpa",
  label: "JPA",
  looksAt: { languages: ["java", "kotlin"], words: ["persistence", "hibernate", "mongodb"] },
  appliesTo: (outline) =>
    hasImport(
      outline,
      "jakarta.persistence",
      "javax.persistence",
      "org.hibernate",
      "org.springframework.data.mongodb.core.mapping",
    ),
  find: (file) => ({
    units: file.annotations
      .filter(({ name, symbol }) => ENTITIES.has(name) && file.symbols[symbol]?.kind === "class")
      .map(({ symbol }) => unitOf(file, symbol)),
  }),
});

function unitOf(file: FrameworkFile, at: number): Unit {
  const own = (symbol: number) => file.annotations.filter((one) => one.symbol === symbol);
  const named = own(at)
    .filter(({ name }) => name === "Table" || name === "Document")
    .flatMap(({ arguments: given }) => pathsGiven(given, 0, "name", "collection", "value"))[0];
  const isTable = own(at).some(({ name }) => name === "Entity" || name === "Document");
  const columns: string[] = [];
  const associations: string[] = [];
  for (const property of propertiesOf(file, at)) {
    const marks = own(property.at);
    if (property.modifiers.includes("static") || marks.some(({ name }) => name === "Transient")) continue;
    const association = marks.find(({ name }) => ASSOCIATION.test(name));
    const other = /(\w+)\??>?\??$/.exec(property.valueType ?? "")?.[1];
    if (association)
      associations.push(`${association.name} ${property.name}${other === undefined ? "" : `: ${other}`}`);
    else {
      const name = marks
        .filter((one) => one.name === "Column" || one.name === "Field")
        .flatMap(({ arguments: given }) => pathsGiven(given, -1, "name"))[0];
      columns.push(column(name === undefined ? property : { ...property, name }));
    }
  }
  const table = named ?? (isTable ? snakeCase(file.symbols[at]!.name) : undefined);
  return modelUnit(file, at, { table, columns, associations });
}
