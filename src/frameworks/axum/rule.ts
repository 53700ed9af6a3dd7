/** Axum: `Router::new().route("/users/:id", get(show)).nest("/api", api::routes())`, one router for each function. */
import type { CallFact } from "../../core/facts.ts";
import { callsInside, hasImport, nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathBase, type PathUse } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

export default defineFramework({
  id: "axum",
  label: "Axum",
  looksAt: { languages: ["rust"], words: ["axum"] },
  appliesTo: (outline) => hasImport(outline, "axum"),
  find: (file) => ({
    bases: basesOf(file),
    mounts: file.calls.flatMap((call) => mountsOf(file, call)),
    uses: file.calls.flatMap((call) => routesOf(file, call)),
  }),
});

/** The function that builds it stands for a router: `users::routes()`. */
function routerOf({ symbols }: FrameworkFile, { from }: CallFact): string {
  return symbols[from]?.qualifiedName ?? "";
}

function basesOf(file: FrameworkFile): PathBase[] {
  const names = new Set(
    file.calls
      .filter(({ name }) => name === "route" || name === "nest" || name === "merge")
      .map((call) => routerOf(file, call)),
  );
  // Nobody nests what `main` builds; others are roots as long as nothing puts them below another.
  return [...names].map((name) => ({ name, prefix: "", isRoot: name === "main", isRootAlone: true }));
}

function mountsOf(file: FrameworkFile, call: CallFact): Mount[] {
  if (call.name !== "nest" && call.name !== "merge") return [];
  const child = nameGiven(call.arguments, call.name === "nest" ? 1 : 0);
  if (child === undefined) return [];
  const prefix = call.name === "nest" ? (pathsGiven(call.arguments, 0)[0] ?? "") : "";
  return [{ on: { name: routerOf(file, call) }, prefix, child: { name: child } }];
}

/** Methods are functions among the arguments: `get(show).post(make)`. */
function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.name !== "route") return [];
  const [path] = pathsGiven(call.arguments, 0);
  if (path === undefined) return [];
  const served = callsInside(file, call).filter(
    ({ name, span }) => METHODS.has(name) && span.end <= call.span.end,
  );
  return served.map((method): PathUse => {
    const handler = nameGiven(method.arguments, 0);
    return {
      side: "offers",
      method: method.name.toUpperCase(),
      path,
      on: { name: routerOf(file, call) },
      place: placeOfCall(file, call),
      tier: "resolved",
      details: { framework: "axum" },
      ...(handler === undefined ? {} : { handler }),
    };
  });
}
