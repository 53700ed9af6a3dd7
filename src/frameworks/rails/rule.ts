/**
 * Rails: `config/routes.rb` with resources, namespaces, scopes and single routes, each tied to the action it names; and
 * models, controllers, jobs and mailers by what their classes derive from.
 */
import { handleOf } from "../../core/edges.ts";
import type { CallFact } from "../../core/facts.ts";
import { pathsGiven, routeToAction, wordsGiven } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import { defineFramework, type FrameworkFile, type PathUse, type Unit, type UnitType } from "../contract.ts";
import { joinPaths } from "../route-key.ts";

const VERBS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "match"]);
/** Action, method and what follows the name of a resource. */
const ACTIONS: readonly [action: string, method: string, path: string][] = [
  ["index", "GET", ""],
  ["create", "POST", ""],
  ["new", "GET", "new"],
  ["show", "GET", ":id"],
  ["edit", "GET", ":id/edit"],
  ["update", "PATCH", ":id"],
  ["update", "PUT", ":id"],
  ["destroy", "DELETE", ":id"],
];
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
  version: 1,
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

interface Around {
  prefix: string;
  /** Modules of the controller: `Api::`. */
  modules: string[];
  controller: string | null;
  /** Inside `member`, `collection` or neither. */
  part: "member" | "collection" | null;
}

function aroundOf(file: FrameworkFile, call: CallFact): Around {
  const around: Around = { prefix: "", modules: [], controller: null, part: null };
  const blocks = blocksAround(file.calls, call);
  for (const [at, block] of blocks.entries()) {
    const { name, arguments: given } = block;
    const [first] = pathsGiven(given, 0);
    const path = pathsGiven(given, -1, "path")[0];
    const module = wordsGiven(given, "module")[0];
    if (name === "namespace" && first !== undefined) {
      around.prefix = joinPaths(around.prefix, path ?? first);
      around.modules.push(module ?? first);
    } else if (name === "scope") {
      around.prefix = joinPaths(around.prefix, path ?? first ?? "");
      if (module !== undefined) around.modules.push(module);
    } else if ((name === "resources" || name === "resource") && first !== undefined) {
      // A route in `member` belongs to one of them; so does what is nested deeper.
      const next = blocks[at + 1]?.name ?? call.name;
      const isOne = name === "resource" || next === "collection";
      around.prefix = joinPaths(
        around.prefix,
        joinPaths(path ?? first, isOne ? "" : next === "member" ? ":id" : nestedStep(first)),
      );
      around.controller = controllerOf(block, first);
    } else if (name === "member" || name === "collection") around.part = name;
    else if (name === "controller" && first !== undefined) around.controller = first;
  }
  return around;
}

/** Single routes directly in a resource are nested as other resources are. */
function nestedStep(resource: string): string {
  return `:${resource.replace(/s$/, "")}_id`;
}

function controllerOf({ name, arguments: given }: CallFact, first: string): string {
  return wordsGiven(given, "controller")[0] ?? (name === "resource" ? `${first}s` : first);
}

function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.receiver !== undefined) return [];
  if (call.name === "resources" || call.name === "resource") return resourceRoutes(file, call);
  if (call.name === "root") {
    const to = wordsGiven(call.arguments, "to")[0] ?? pathsGiven(call.arguments, 0)[0];
    return to === undefined ? [] : [useOf(file, call, "GET", joinPaths(aroundOf(file, call).prefix, ""), to)];
  }
  return VERBS.has(call.name) ? singleRoutes(file, call) : [];
}

function singleRoutes(file: FrameworkFile, call: CallFact): PathUse[] {
  const around = aroundOf(file, call);
  const { name, arguments: given } = call;
  const methods = name === "match" ? wordsGiven(given, "via") : [name];
  return pathsGiven(given, 0).flatMap((path) => {
    const to = wordsGiven(given, "to")[0];
    // `post :ban` in a resource is the action of that name; `get "a/b"` alone is `a#b`.
    const action = wordsGiven(given, "action")[0] ?? path.replace(/^\//, "");
    const handler =
      to ??
      (around.controller !== null
        ? `${around.controller}#${action}`
        : path.replace(/^\//, "").replace(/\/(\w+)$/, "#$1"));
    return (methods.length > 0 ? methods : ["*"]).map((method) =>
      useOf(
        file,
        call,
        method.toUpperCase(),
        joinPaths(around.prefix, path),
        [...around.modules, handler].join("/"),
      ),
    );
  });
}

function resourceRoutes(file: FrameworkFile, call: CallFact): PathUse[] {
  const around = aroundOf(file, call);
  const only = wordsGiven(call.arguments, "only");
  const except = new Set(wordsGiven(call.arguments, "except"));
  const isWanted = (action: string) => (only.length > 0 ? only.includes(action) : !except.has(action));
  const own = wordsGiven(call.arguments, "path")[0];
  return pathsGiven(call.arguments, 0).flatMap((resource) => {
    const controller = [...around.modules, controllerOf(call, resource)].join("/");
    return ACTIONS.filter(
      ([action]) => isWanted(action) && !(call.name === "resource" && action === "index"),
    ).map(([action, method, rest]) => {
      const path = call.name === "resource" ? rest.replace(/^:id\/?/, "") : rest;
      return useOf(
        file,
        call,
        method,
        joinPaths(around.prefix, joinPaths(own ?? resource, path)),
        `${controller}#${action}`,
      );
    });
  });
}

function useOf(file: FrameworkFile, call: CallFact, method: string, path: string, action: string): PathUse {
  return routeToAction(file, call, { framework: "rails", method, path, action });
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
