/** React Router and Remix: files below `app/routes` by their names, and the routes that `app/routes.ts` lists. */
import { handleOf } from "../../core/edges.ts";
import type { CallFact } from "../../core/facts.ts";
import { pathsGiven, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type FrameworkOutline, type PathUse } from "../contract.ts";
import { joinPaths } from "../route-key.ts";
import { SCRIPTS } from "../scripts.ts";
import { servedBy } from "./served-by.ts";

/** What an export of a route answers: loaders and components are asked for, actions are sent to. */
const EXPORTS: Readonly<Record<string, string>> = { loader: "GET", default: "GET", action: "POST" };
const IMPORTS = /^(?:@remix-run\/|react-router|@react-router\/)|\/\+types\//;

export default defineFramework({
  id: "react-router",
  label: "React Router",
  looksAt: { languages: SCRIPTS, words: ["router", "remix"], places: /(?:^|\/)app\/routes\// },
  appliesTo: (outline) =>
    listsRoutes(outline) ||
    (servedBy(outline.path) !== null && outline.imports.some(({ source }) => IMPORTS.test(source))),
  find: (file) => ({
    uses: listsRoutes(file) ? file.calls.flatMap((call) => listedRoutes(file, call)) : fileRoutes(file),
  }),
});

function listsRoutes({ imports }: FrameworkOutline): boolean {
  return imports.some(({ source }) => source === "@react-router/dev/routes");
}

/** Below the routes and prefixes whose lists it stands in. */
function listedRoutes(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.receiver !== undefined || (call.name !== "route" && call.name !== "index")) return [];
  const around = file.calls.filter(
    ({ name, span }) =>
      (name === "route" || name === "prefix") && span.start < call.span.start && call.span.end <= span.end,
  );
  const start = around.reduce(
    (path, { arguments: given }) => joinPaths(path, pathsGiven(given, 0)[0] ?? ""),
    "",
  );
  const isIndex = call.name === "index";
  const path = joinPaths(start, isIndex ? "" : (pathsGiven(call.arguments, 0)[0] ?? ""));
  const [module] = pathsGiven(call.arguments, isIndex ? 0 : 1);
  if (module === undefined) return [];
  return [useOf(placeOfCall(file, call), "GET", path, { module })];
}

function fileRoutes(file: FrameworkFile): PathUse[] {
  const path = servedBy(file.path);
  if (path === null) return [];
  const found = new Map<string, PathUse>();
  for (const { name, parent, span, modifiers, scope, ...symbol } of file.symbols) {
    if (parent >= 0 || scope !== "exported") continue;
    const exported = modifiers.includes("default") ? "default" : name;
    const method = Object.hasOwn(EXPORTS, exported) ? EXPORTS[exported]! : null;
    if (method === null || found.has(method)) continue;
    found.set(method, useOf({ handle: handleOf(file.path, symbol), span }, method, path));
  }
  return [...found.values()];
}

function useOf(
  place: PathUse["place"],
  method: string,
  path: string,
  details: Readonly<Record<string, string>> = {},
): PathUse {
  return {
    side: "offers",
    method,
    path,
    on: null,
    place,
    tier: "resolved",
    details: { framework: "react-router", ...details },
  };
}
