/**
 * Models whose columns another file tells: tables of a schema (`create_table "users"`), and classes that a context
 * names (`DbSet<User>`). Everything else stays as the rules found it.
 */
import { handleOf } from "../core/edges.ts";
import type { SymbolFact } from "../core/facts.ts";
import { pathOfHandle } from "../core/handles.ts";
import type { Details, Unit } from "../frameworks/contract.ts";
import { ClassesNamed, type ClassReader } from "./classes-named.ts";

export async function completeModels(reader: ClassReader, units: readonly Unit[]): Promise<Unit[]> {
  const named = units.flatMap(({ speaksOf }) => (speaksOf === undefined ? [] : [speaksOf]));
  const classes = named.length === 0 ? null : await ClassesNamed.read(reader, named);
  const tables = columnsByTable(units);
  const models = new Set(named.map((name) => name.slice(name.lastIndexOf(".") + 1)));
  return units.map((unit) => {
    if (unit.type !== "model") return unit;
    const placed = classes && unit.speaksOf !== undefined ? atItsClass(unit, classes, models) : unit;
    return withColumns(placed, tables);
  });
}

/** What migrations say of one table, in their order, is put together. */
function columnsByTable(units: readonly Unit[]): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  for (const { type, details } of units) {
    const { table, columns } = details ?? {};
    if ((type !== "schema" && type !== "migration") || typeof table !== "string" || !Array.isArray(columns))
      continue;
    const known = tables.get(table) ?? [];
    tables.set(table, [...known, ...columns.filter((column) => !known.includes(column))]);
  }
  return tables;
}

function withColumns(unit: Unit, tables: ReadonlyMap<string, readonly string[]>): Unit {
  const { table, columns } = unit.details ?? {};
  const told = typeof table === "string" && columns === undefined ? tables.get(table) : undefined;
  return told ? { ...unit, details: { ...unit.details, columns: told } } : unit;
}

const LIST =
  /^(?:ICollection|IList|List|IEnumerable|HashSet|Collection|Set|IReadOnlyCollection)<([\w.]+)\??>$/;
const SIMPLE =
  /^(?:string|int|long|short|byte|bool|decimal|double|float|char|object|Guid|Date\w*|Time\w*|Uri|[a-z]\w*\[\])\??$/;

/** Properties of plain types are columns; those of other models lead to them. */
function atItsClass(unit: Unit, classes: ClassesNamed, models: ReadonlySet<string>): Unit {
  const found = classes.of(unit.speaksOf!, pathOfHandle(unit.place.handle));
  if (!found) return unit;
  const { path, symbol, symbols } = found;
  const at = symbols.indexOf(symbol);
  const own = symbols.filter(
    ({ parent, kind, valueType }) => parent === at && kind === "property" && valueType,
  );
  const associations = own.flatMap((one) => associationOf(one, models));
  const columns = own
    .filter((one) => associationOf(one, models).length === 0)
    .map((one) => `${one.name}: ${one.valueType}`);
  const details: Details = {
    ...unit.details,
    ...(columns.length > 0 && { columns }),
    ...(associations.length > 0 && { associations }),
  };
  return { ...unit, place: { handle: handleOf(path, symbol), span: symbol.span }, details };
}

function associationOf(
  { name, valueType = "", modifiers }: SymbolFact,
  models: ReadonlySet<string>,
): string[] {
  const many = LIST.exec(valueType)?.[1];
  if (many && !SIMPLE.test(many)) return [`has many ${name}: ${many}`];
  const isClass = /^[A-Z]\w*\??$/.test(valueType) && !SIMPLE.test(valueType);
  const type = valueType.replace("?", "");
  // Enumerations look alike: sure are the models of a context, and what may be loaded lazily.
  const isModel = isClass && (models.has(type) || modifiers.includes("virtual"));
  return isModel ? [`has one ${name}: ${type}`] : [];
}
