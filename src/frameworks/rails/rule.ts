/**
 * Rails: `config/routes.rb` with resources, namespaces, scopes and single routes, each tied to the action it names; and
 * models, controllers, jobs and mailers by what their classes derive from.
 */
import { handleOf } from "../../core/edges.ts";
import { pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit, type UnitType } from "../contract.ts";
import { routesOf } from "./routes.ts";

const BASES: Readonly<Record<string, UnitType>> = {
  ApplicationRecord: "model",
  ApplicationController: "controller",
  ApplicationJob: "job",
  ApplicationMailer: "mailer",
  "ActiveRecord::Base": "model",
  "ActionController::Base": "controller",
  "ActionController::API": "controller",
  "ActiveJob::Base": "job",
  "ActionMailer::Base": "mailer",
  "ActiveRecord::Migration": "migration",
};

export default defineFramework({
  id: "rails",
  label: "Rails",
  version: 2,
  appliesTo: ({ language, path, symbols }) =>
    language === "ruby" &&
    (isRoutes(path) || symbols.some(({ bases }) => bases.some(({ name }) => unitTypeOf(name) !== null))),
  find: (file) => ({
    units: unitsOf(file),
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

function unitsOf({ path, symbols, calls }: FrameworkFile): Unit[] {
  return symbols.flatMap((symbol, at): Unit[] => {
    const type = symbol.bases.map(({ name }) => unitTypeOf(name)).find((one) => one !== null);
    if (symbol.kind !== "class" || !type) return [];
    const associations = calls
      .filter(
        ({ name, from }) =>
          from === at && /^(?:belongs_to|has_one|has_many|has_and_belongs_to_many)$/.test(name),
      )
      .flatMap(({ name, arguments: given }) => pathsGiven(given, 0).map((target) => `${name} ${target}`));
    const place = { handle: handleOf(path, symbol), span: symbol.span };
    return [
      { type, name: symbol.name, place, ...(associations.length > 0 ? { details: { associations } } : {}) },
    ];
  });
}
