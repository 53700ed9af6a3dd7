/** Eloquent: models of Laravel, and the tables that migrations make. */
import type { CallFact } from "../../core/facts.ts";
import { handleOfSymbol, nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { detailsOf, modelUnit, pluralOf, propertiesOf, snakeCase, withDetails } from "../models.ts";

const ASSOCIATION = /^(?:hasMany|hasOne|belongsTo|belongsToMany|morph\w+|hasManyThrough|hasOneThrough)$/;
const BASES: ReadonlySet<string> = new Set(["Model", "Authenticatable", "Pivot", "MorphPivot"]);
/** About the table, or chained behind a column. */
const NO_COLUMN =
  /^(?:index|unique|primary|foreign|references|on|onDelete|onUpdate|after|default|comment|drop\w*|rename\w*|constrained|engine|charset|collation|fullText|spatialIndex)$/;

const MODELS = /(?:^|\/)(?:app\/Models|migrations)\//;

export default defineFramework({
  id: "eloquent",
  label: "Eloquent",
  looksAt: {
    languages: ["php"],
    words: ["Illuminate"],
    places: MODELS,
  },
  appliesTo: ({ path, imports }) =>
    imports.some(({ source }) => /^\\?Illuminate\\(?:Database|Foundation\\Auth)/.test(source)) ||
    MODELS.test(path),
  find: (file) => ({
    units: [
      ...file.symbols.flatMap((_, at) => modelOf(file, at)),
      ...file.calls.flatMap((call) => tableOf(file, call)),
    ],
  }),
});

function modelOf(file: FrameworkFile, at: number): Unit[] {
  const { kind, bases, name, modifiers } = file.symbols[at]!;
  const isBased = bases.some((base) => BASES.has(base.name.replace(/^.*\\/, "")));
  const inModels =
    /(?:^|\/)app\/Models\//.test(file.path) && bases.some((base) => base.relation === "extends");
  if (kind !== "class" || modifiers.includes("abstract") || (!isBased && !inModels)) return [];
  const property = (wanted: string) =>
    propertiesOf(file, at).find((one) => one.name === wanted)?.signature ?? "";
  const table = /=\s*["']([^"']+)["']/.exec(property("table"))?.[1];
  return [
    modelUnit(file, at, {
      table: table ?? pluralOf(snakeCase(name)),
      associations: associationsOf(file, at),
    }),
  ];
}

function associationsOf({ calls, symbols }: FrameworkFile, model: number): string[] {
  return calls.flatMap(({ name, receiver, from, arguments: given }) => {
    const method = symbols[from];
    if (!ASSOCIATION.test(name) || receiver !== "$this" || method?.parent !== model) return [];
    const other = nameGiven(given, 0, "related")
      ?.replace(/::class$/, "")
      .replace(/^.*\\/, "");
    return [`${name} ${method.name}${other === undefined ? "" : `: ${other}`}`];
  });
}

/** `Schema::create("users", function (Blueprint $table) { $table->string("name"); })` */
function tableOf(file: FrameworkFile, call: CallFact): Unit[] {
  const { name, receiver, from, arguments: given } = call;
  if (receiver !== "Schema" || (name !== "create" && name !== "table")) return [];
  const [table] = pathsGiven(given, 0);
  if (table === undefined) return [];
  const until = file.calls.find(
    (one) => one.receiver === "Schema" && one.span.start > call.span.start && one.from === from,
  );
  const columns = file.calls
    .filter(
      (one) =>
        one.receiver === "$table" &&
        one.from === from &&
        one.span.start > call.span.start &&
        one.span.start < (until?.span.start ?? Number.MAX_SAFE_INTEGER) &&
        !NO_COLUMN.test(one.name),
    )
    .flatMap((one) =>
      pathsGiven(one.arguments, 0)
        .slice(0, 1)
        .map((column) => `${column}: ${one.name}`),
    );
  const symbol = file.symbols[from];
  // What goes back takes columns away.
  if (symbol?.name === "down") return [];
  const place = symbol ? { handle: handleOfSymbol(file, from), span: call.span } : placeOfCall(file, call);
  return [withDetails({ type: "migration", name: table, place }, detailsOf({ table, columns }))];
}
