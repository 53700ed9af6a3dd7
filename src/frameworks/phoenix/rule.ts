/** Phoenix: a router's scopes, single routes, resources and live views, each tied to the action of its controller. */
import type { CallFact } from "../../core/facts.ts";
import { nameGiven, pathsGiven, routeToAction, wordsGiven } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import { defineFramework, type FrameworkFile, type NamedSymbol, type PathUse } from "../contract.ts";
import { joinPaths } from "../route-key.ts";

const VERBS: Readonly<Record<string, string>> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  head: "HEAD",
  options: "OPTIONS",
  live: "GET",
};
const ACTIONS: readonly [action: string, method: string, path: string][] = [
  ["index", "GET", ""],
  ["edit", "GET", ":id/edit"],
  ["new", "GET", "new"],
  ["show", "GET", ":id"],
  ["create", "POST", ""],
  ["update", "PATCH", ":id"],
  ["update", "PUT", ":id"],
  ["delete", "DELETE", ":id"],
];

const ROUTER_FILES = /router\.exs?$/;

export default defineFramework({
  id: "phoenix",
  label: "Phoenix",
  looksAt: { languages: ["elixir"], words: ["router"], places: ROUTER_FILES },
  appliesTo: ({ path, symbols }) =>
    ROUTER_FILES.test(path) || symbols.some(({ name }) => /Router$/.test(name)),
  find: (file) => ({ uses: file.calls.flatMap((call) => routesOf(file, call)) }),
});

interface Around {
  prefix: string;
  modules: string[];
}

function aroundOf({ calls }: FrameworkFile, call: CallFact): Around {
  const around: Around = { prefix: "", modules: [] };
  for (const { name, arguments: given } of blocksAround(calls, call)) {
    const path = pathsGiven(given, 0, "path")[0] ?? "";
    if (name === "scope") {
      around.prefix = joinPaths(around.prefix, path);
      const module = nameGiven(given, 1, "alias") ?? nameGiven(given, 0);
      if (module !== undefined && module !== "false") around.modules.push(module);
    } else if (name === "resources") {
      around.prefix = joinPaths(around.prefix, joinPaths(path, nestedStep(path, given)));
    }
  }
  return around;
}

/** What is nested in `resources "/orders"` belongs to one of them. */
function nestedStep(path: string, given: CallFact["arguments"]): string {
  if (wordsGiven(given, "singleton").includes("true")) return "";
  const name = wordsGiven(given, "name")[0] ?? path.replace(/^.*\//, "").replace(/s$/, "");
  return `:${name}_id`;
}

function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.receiver !== undefined || blocksAround(file.calls, call).some(({ name }) => name === "pipeline"))
    return [];
  if (call.name === "resources") return resourceRoutes(file, call);
  const method = Object.hasOwn(VERBS, call.name) ? VERBS[call.name]! : null;
  const [path] = pathsGiven(call.arguments, 0);
  const controller = nameGiven(call.arguments, 1);
  if (method === null || path === undefined || controller === undefined) return [];
  const { prefix, modules } = aroundOf(file, call);
  const name = call.arguments.find(({ position, text }) => position === 2 && text !== "")?.text;
  const action = [[...modules, controller].join("."), ...(name === undefined ? [] : [name])].join("#");
  const drawn = { framework: "phoenix", method, path: joinPaths(prefix, path), action };
  return [routeToAction(file, call, drawn, methodOf(call, action))];
}

function resourceRoutes(file: FrameworkFile, call: CallFact): PathUse[] {
  const { arguments: given } = call;
  const [resource] = pathsGiven(given, 0);
  const controller = nameGiven(given, 1);
  if (resource === undefined || controller === undefined) return [];
  const { prefix, modules } = aroundOf(file, call);
  const only = given.some(({ name, key }) => (name ?? key) === "only") ? wordsGiven(given, "only") : null;
  const except = new Set(wordsGiven(given, "except"));
  const isOne = wordsGiven(given, "singleton").includes("true");
  return ACTIONS.filter(([action]) => (only ? only.includes(action) : !except.has(action)))
    .filter(([action]) => !(isOne && action === "index"))
    .map(([action, method, rest]) => {
      const path = joinPaths(prefix, joinPaths(resource, isOne ? rest.replace(/^:id\/?/, "") : rest));
      const named = `${[...modules, controller].join(".")}#${action}`;
      return routeToAction(
        file,
        call,
        { framework: "phoenix", method, path, action: named },
        methodOf(call, named),
      );
    });
}

/** A live view is shown as a whole. */
function methodOf({ name }: CallFact, action: string): NamedSymbol | null {
  const [type, member] = action.split("#");
  if (type === undefined || !/^[A-Z]/.test(type)) return null;
  return member === undefined || name === "live" ? { type } : { type, member };
}
