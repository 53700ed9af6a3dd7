/** Sequelize: `define("User", {…})`, classes with `init`, and the associations that are called on them. */
import type { CallFact } from "../../core/facts.ts";
import { handleOfSymbol, hasImport, nameGiven, pathsGiven, placeOfCall, wordsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { detailsOf, pluralOf, withDetails } from "../models.ts";
import { SCRIPTS } from "../scripts.ts";

const ASSOCIATIONS: ReadonlySet<string> = new Set(["hasMany", "hasOne", "belongsTo", "belongsToMany"]);

const MODELS = /(?:^|\/)models\/[^/]+\.[jt]s$/;

export default defineFramework({
  id: "sequelize",
  label: "Sequelize",
  looksAt: { languages: SCRIPTS, words: ["sequelize"], places: MODELS },
  appliesTo: (outline) => hasImport(outline, "sequelize") || MODELS.test(outline.path),
  find: (file) => ({
    units: file.calls.flatMap((call) => {
      if (call.name === "define" && /sequelize|db|connection/i.test(call.receiver ?? ""))
        return defined(file, call);
      return call.name === "init" && isModel(file, call.receiver) ? initialised(file, call) : [];
    }),
  }),
});

function isModel({ symbols }: FrameworkFile, name: string | undefined): boolean {
  return symbols.some(
    (one) => one.name === name && one.bases.some((base) => /(?:^|\.)Model$/.test(base.name)),
  );
}

function defined(file: FrameworkFile, call: CallFact): Unit[] {
  const [name] = pathsGiven(call.arguments, 0);
  if (name === undefined) return [];
  const table = wordsGiven(call.arguments, "tableName")[0] ?? pluralOf(name);
  const columns = call.arguments.flatMap(({ position, key, holes }) =>
    position === 1 && key !== undefined ? [columnOf(key, holes[0]?.text)] : [],
  );
  const associations = associationsOf(file, call.target ?? name);
  return [
    withDetails(
      { type: "model", name, place: placeOfCall(file, call) },
      detailsOf({ table, columns, associations }),
    ),
  ];
}

function initialised(file: FrameworkFile, call: CallFact): Unit[] {
  const at = file.symbols.findIndex(({ name }) => name === call.receiver);
  const table = wordsGiven(call.arguments, "tableName")[0];
  const associations = associationsOf(file, call.receiver!);
  const name = wordsGiven(call.arguments, "modelName")[0] ?? call.receiver!;
  const place = { handle: handleOfSymbol(file, at), span: file.symbols[at]!.span };
  return [withDetails({ type: "model", name, place }, detailsOf({ table, associations }))];
}

function columnOf(name: string, type: string | undefined): string {
  return type === undefined || type === "{}" ? name : `${name}: ${type.replace(/^.*\.|\(\)$/g, "")}`;
}

function associationsOf({ calls }: FrameworkFile, model: string): string[] {
  return calls
    .filter(({ name, receiver }) => ASSOCIATIONS.has(name) && receiver === model)
    .flatMap(({ name, arguments: given }) => {
      const other = nameGiven(given, 0);
      return other === undefined ? [] : [`${name} ${other.replace(/^.*\./, "")}`];
    });
}
