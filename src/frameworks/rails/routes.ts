/** The routes that one call of a file of routes draws. */
import type { CallFact } from "../../core/facts.ts";
import { isSwitchedOn, pathsGiven, routeToAction, wordsGiven } from "../arguments.ts";
import type { FrameworkFile, NamedSymbol, PathUse } from "../contract.ts";
import { joinPaths } from "../route-key.ts";
import { type Around, controllerOf, placesOf, withoutOptional } from "./around.ts";

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

export function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.receiver !== undefined) return [];
  const draw = drawnBy(call.name);
  return draw ? placesOf(file, call).flatMap((around) => draw(file, call, around)) : [];
}

function drawnBy(name: string): typeof resourceRoutes | null {
  if (name === "resources" || name === "resource") return resourceRoutes;
  if (name === "root") return rootRoute;
  return VERBS.has(name) ? singleRoutes : null;
}

function rootRoute(file: FrameworkFile, call: CallFact, { prefix, modules }: Around): PathUse[] {
  const to = wordsGiven(call.arguments, "to")[0] ?? pathsGiven(call.arguments, 0)[0];
  return to === undefined
    ? []
    : [useOf(file, call, "GET", joinPaths(prefix, ""), [...modules, to].join("/"))];
}

function singleRoutes(file: FrameworkFile, call: CallFact, around: Around): PathUse[] {
  const { name, arguments: given } = call;
  const methods = name === "match" ? wordsGiven(given, "via") : [name];
  return drawnPaths(call).flatMap(({ path, to }) => {
    const handler = [...around.modules, to ?? actionOf(call, path, around)].join("/");
    return (methods.length > 0 ? methods : ["*"]).map((method) =>
      useOf(
        file,
        call,
        method === "all" ? "*" : method.toUpperCase(),
        joinPaths(around.prefix, withoutOptional(path)),
        handler,
      ),
    );
  });
}

/** `get "/a", to: "b#c"`, `get "/a" => "b#c"`, `get :a, :b` */
function drawnPaths({ arguments: given }: CallFact): { path: string; to?: string }[] {
  const [to] = wordsGiven(given, "to");
  const [first] = given.filter(({ position }) => position === 0);
  const key = first?.key ?? first?.name;
  if (first && key !== undefined && (first.text.includes("#") || first.holes[0]?.text === "redirect()"))
    return [{ path: key, to: first.text }];
  return plainWords(given).map((path) => (to === undefined ? { path } : { path, to }));
}

function plainWords(given: CallFact["arguments"]): string[] {
  return given
    .filter(({ name, key, text }) => name === undefined && key === undefined && text !== "")
    .map(({ text }) => text);
}

/** `post :ban` in a resource is the action of that name; `get "a/b"` alone is `a#b`. */
function actionOf({ arguments: given }: CallFact, path: string, around: Around): string {
  const action = wordsGiven(given, "action")[0] ?? path.replace(/^\//, "");
  const controller = wordsGiven(given, "controller")[0] ?? around.controller;
  if (controller !== null) return `${controller}#${action}`;
  return path.replace(/^\//, "").replace(/\/(\w+)$/, "#$1");
}

function resourceRoutes(file: FrameworkFile, call: CallFact, around: Around): PathUse[] {
  const only = wordsGiven(call.arguments, "only");
  const except = new Set(wordsGiven(call.arguments, "except"));
  const isWanted = (action: string) => (only.length > 0 ? only.includes(action) : !except.has(action));
  const isNestedShallow = around.isNested && (around.isShallow || isSwitchedOn(call.arguments, "shallow"));
  const own = wordsGiven(call.arguments, "path")[0];
  const module = wordsGiven(call.arguments, "module");
  return plainWords(call.arguments).flatMap((resource) => {
    const controller = [...around.modules, ...module, controllerOf(call, resource)].join("/");
    return ACTIONS.filter(
      ([action]) => isWanted(action) && !(call.name === "resource" && action === "index"),
    ).map(([action, method, rest]) => {
      const path = call.name === "resource" ? rest.replace(/^:id\/?/, "") : rest;
      const isShallow = isNestedShallow && rest.startsWith(":id");
      const before = isShallow ? around.outside : around.prefix;
      const whole = joinPaths(before, joinPaths(own ?? resource, path));
      return useOf(file, call, method, whole, `${controller}#${action}`);
    });
  });
}

function useOf(file: FrameworkFile, call: CallFact, method: string, path: string, action: string): PathUse {
  return routeToAction(file, call, { framework: "rails", method, path, action }, methodOf(action));
}

/** `api/users#show` is `show` of `Api::UsersController`. */
function methodOf(action: string): NamedSymbol | null {
  const [, controller, member] = /^([\w/]+)#(\w+)$/.exec(action) ?? [];
  if (controller === undefined || member === undefined) return null;
  const steps = controller
    .split("/")
    .filter((step) => step !== "")
    .map(camelCase);
  return { type: `${steps.join("::")}Controller`, member };
}

function camelCase(word: string): string {
  return word.replace(/(?:^|_)([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
}
