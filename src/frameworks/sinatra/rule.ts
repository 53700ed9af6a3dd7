/** Sinatra: `get "/carts/:id" do … end` in a class or a file, below the namespaces around it. */
import type { CallFact } from "../../core/facts.ts";
import { pathsGiven, routeToAction } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import { defineFramework, type FrameworkFile, type PathUse } from "../contract.ts";
import { joinPaths } from "../route-key.ts";

const VERBS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

export default defineFramework({
  id: "sinatra",
  label: "Sinatra",
  looksAt: { languages: ["ruby"], words: ["sinatra"] },
  appliesTo: ({ imports, symbols }) =>
    imports.some(({ source }) => /^sinatra(?:\/|$)/.test(source)) ||
    symbols.some(({ bases }) => bases.some(({ name }) => /^Sinatra::/.test(name))),
  find: (file) => ({ uses: file.calls.flatMap((call) => routesOf(file, call)) }),
});

/** A route has a block; `get "/a"` without one is a test that asks. */
function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.receiver !== undefined || !VERBS.has(call.name) || call.blockEnd === 0) return [];
  const prefix = blocksAround(file.calls, call)
    .filter(({ name }) => name === "namespace")
    .reduce((start, { arguments: given }) => joinPaths(start, pathsGiven(given, 0)[0] ?? ""), "");
  return pathsGiven(call.arguments, 0).map((path) =>
    routeToAction(file, call, {
      framework: "sinatra",
      method: call.name.toUpperCase(),
      path: joinPaths(prefix, path),
      action: "",
    }),
  );
}
