/** Laravel: `Route::get("/users/{id}", [UserController::class, "show"])`, prefixes of groups, resources. */
import type { CallFact } from "../../core/facts.ts";
import { nameGiven, pathsGiven, routeToAction, wordsGiven } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import { defineFramework, type FrameworkFile, type NamedSymbol, type PathUse } from "../contract.ts";
import { joinPaths } from "../route-key.ts";
import { LARAVEL_WORDS, laravelAsks, laravelWork } from "./work.ts";

const VERBS: ReadonlySet<string> = new Set([
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "options",
  "any",
  "match",
]);
const ACTIONS: readonly [action: string, method: string, path: string][] = [
  ["index", "GET", ""],
  ["create", "GET", "create"],
  ["store", "POST", ""],
  ["show", "GET", "{id}"],
  ["edit", "GET", "{id}/edit"],
  ["update", "PUT", "{id}"],
  ["update", "PATCH", "{id}"],
  ["destroy", "DELETE", "{id}"],
];
const OF_PAGES: ReadonlySet<string> = new Set(["create", "edit"]);

export default defineFramework({
  id: "laravel",
  label: "Laravel",
  // Jobs and events are called where nothing of Laravel is imported: the names of the calls tell.
  looksAt: { languages: ["php"], words: LARAVEL_WORDS, places: /(?:^|\/)(?:routes|Listeners)\// },
  find: (file) => ({
    ...laravelWork(file),
    uses: isRoutes(file.path) ? file.calls.flatMap((call) => routesOf(file, call)) : [],
  }),
  asks: laravelAsks,
});

function isRoutes(path: string): boolean {
  return /(?:^|\/)routes\/[^/]+\.php$/.test(path);
}

/** `routes/api.php` is served below `/api` unless the application says otherwise. */
function fileStart(path: string): string {
  return path.endsWith("routes/api.php") ? "/api" : "";
}

/** Prefixes stand in the chain before `group`, or in its options. */
function prefixAround(file: FrameworkFile, call: CallFact): string {
  return blocksAround(file.calls, call)
    .filter(({ name }) => name === "group")
    .reduce((prefix, group) => {
      const own = pathsGiven(group.arguments, -1, "prefix")[0] ?? chainPrefix(file, group);
      return joinPaths(prefix, own ?? "");
    }, fileStart(file.path));
}

/** The `prefix("a")` of the same chain: the last one between the statement's start and the call. */
function chainPrefix(file: FrameworkFile, call: CallFact): string | undefined {
  if (!call.receiver?.includes("prefix()")) return undefined;
  const before = file.calls.filter(({ name, span }) => name === "prefix" && span.end <= call.span.start);
  return before.length === 0 ? undefined : pathsGiven(before.at(-1)!.arguments, 0)[0];
}

function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  const { name, receiver, arguments: given } = call;
  if (receiver === undefined || !/^(?:\\?[\w\\]*Route|\$router|\$this->router)\b/.test(receiver)) return [];
  const prefix = joinPaths(prefixAround(file, call), chainPrefix(file, call) ?? "");
  if (name === "resource" || name === "apiResource") return resourceRoutes(file, call, prefix);
  if (!VERBS.has(name)) return [];
  const methods = name === "match" ? pathsGiven(given, 0) : [name === "any" ? "*" : name];
  const at = name === "match" ? 1 : 0;
  const controller = nameGiven(given, at + 1)?.replace(/::class$/, "");
  const method = given.find(({ position, text }) => position === at + 1 && text !== "")?.text;
  const action = [controller, method].filter((part) => part !== undefined).join("@");
  return pathsGiven(given, at).flatMap((path) =>
    methods.map((verb) => useOf(file, call, verb.toUpperCase(), joinPaths(prefix, path), action)),
  );
}

function resourceRoutes(file: FrameworkFile, call: CallFact, prefix: string): PathUse[] {
  const controller = nameGiven(call.arguments, 1)?.replace(/::class$/, "") ?? "";
  const only = wordsGiven(call.arguments, "only");
  return pathsGiven(call.arguments, 0).flatMap((resource) =>
    ACTIONS.filter(([action]) => !(call.name === "apiResource" && OF_PAGES.has(action)))
      .filter(([action]) => only.length === 0 || only.includes(action))
      .map(([action, method, rest]) =>
        useOf(file, call, method, joinPaths(prefix, joinPaths(resource, rest)), `${controller}@${action}`),
      ),
  );
}

function useOf(file: FrameworkFile, call: CallFact, method: string, path: string, action: string): PathUse {
  return routeToAction(file, call, { framework: "laravel", method, path, action }, methodOf(action));
}

/** A controller alone is called itself. */
function methodOf(action: string): NamedSymbol | null {
  const [, type, member = "__invoke"] = /^([\w\\]+)(?:@(\w+))?$/.exec(action) ?? [];
  return type === undefined ? null : { type: type.replace(/^.*\\/s, ""), member };
}
