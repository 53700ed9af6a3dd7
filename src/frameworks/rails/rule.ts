/**
 * Rails: `config/routes.rb` with resources, namespaces, scopes and single routes, each tied to the action it names; and
 * models, controllers and mailers by what their classes derive from.
 */
import { handleOf } from "../../core/edges.ts";
import { defineFramework, type FrameworkFile, type Unit, type UnitType } from "../contract.ts";
import { withDetails } from "../models.ts";
import { modelDetails } from "./models.ts";
import { routesOf } from "./routes.ts";
import { tablesOf } from "./schema.ts";

const BASES: Readonly<Record<string, UnitType>> = {
  ApplicationRecord: "model",
  ApplicationController: "controller",
  ApplicationMailer: "mailer",
  "ActiveRecord::Base": "model",
  "ActionController::Base": "controller",
  "ActionController::API": "controller",
  "ActionMailer::Base": "mailer",
  "ActiveRecord::Migration": "migration",
};

export default defineFramework({
  id: "rails",
  label: "Rails",
  looksAt: {
    languages: ["ruby"],
    words: Object.keys(BASES).map((base) => base.replace(/::.*$/, "")),
    places: /(?:^|\/)(?:config\/routes|db\/\w*schema\.rb$|app\/\w+\/concerns\/)/,
  },
  appliesTo: ({ path, symbols }) =>
    isRoutes(path) ||
    isSchema(path) ||
    isConcern(path) ||
    symbols.some(({ bases }) => bases.some(({ name }) => unitTypeOf(name) !== null)),
  find: (file) => ({
    units: [
      ...unitsOf(file),
      ...(isSchema(file.path) ? tablesOf(file) : []),
      ...(isConcern(file.path) ? concernsOf(file) : []),
    ],
    uses: isRoutes(file.path) ? file.calls.flatMap((call) => routesOf(file, call)) : [],
  }),
});

function isRoutes(path: string): boolean {
  return /(?:^|\/)config\/routes(?:\.rb$|\/.*\.rb$)/.test(path);
}

function unitTypeOf(base: string): UnitType | null {
  const bare = base.replace(/\[.*$/, "");
  return Object.hasOwn(BASES, bare) ? BASES[bare]! : null;
}

function isSchema(path: string): boolean {
  return /(?:^|\/)db\/\w*schema\.rb$/.test(path);
}

function isConcern(path: string): boolean {
  return /(?:^|\/)app\/\w+\/concerns\//.test(path);
}

function concernsOf(file: FrameworkFile): Unit[] {
  return file.symbols.flatMap((symbol, at): Unit[] =>
    symbol.kind === "namespace" &&
    !file.symbols.some(({ parent, kind }) => parent === at && kind === "namespace")
      ? [
          {
            type: "concern",
            name: symbol.name,
            place: { handle: handleOf(file.path, symbol), span: symbol.span },
          },
        ]
      : [],
  );
}

function unitsOf(file: FrameworkFile): Unit[] {
  return file.symbols.flatMap((symbol, at): Unit[] => {
    const type = symbol.bases.map(({ name }) => unitTypeOf(name)).find((one) => one !== null);
    // The base of all models has no table of its own.
    if (symbol.kind !== "class" || !type || symbol.name === "ApplicationRecord") return [];
    const unit: Unit = {
      type,
      name: symbol.name,
      place: { handle: handleOf(file.path, symbol), span: symbol.span },
    };
    return [type === "model" ? withDetails(unit, modelDetails(file, at)) : unit];
  });
}
