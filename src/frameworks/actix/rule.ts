/**
 * Actix: `#[get("/items")]` on functions and `route("/x", web::get().to(show))` in chains, below the scopes and resources
 * around them; functions that configure an application are routers of their own.
 */
import type { CallFact } from "../../core/facts.ts";
import { handleOfSymbol, nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathBase, type PathUse } from "../contract.ts";
import { Chains } from "./chains.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);
/** `web::get().to(show)`, `get().guard(a).to(show)` */
const METHOD_CALL = /(?:^|::)(get|post|put|patch|delete|head|method|route)\(\)/;

export default defineFramework({
  id: "actix",
  label: "Actix",
  reads: "uses",
  looksAt: { languages: ["rust"], words: ["actix_web"] },
  appliesTo: ({ imports }) => imports.some(({ source }) => /^actix_web(?:$|::|[./])/.test(source)),
  find: (file) => {
    const chains = new Chains(file);
    const annotated = annotatedRoutes(file);
    return {
      bases: [...basesOf(file, annotated), ...chains.bases],
      mounts: [...chains.mounts, ...file.calls.flatMap((call) => putBelow(call, chains))],
      uses: [...annotated, ...file.calls.flatMap((call) => chainedRoutes(file, call, chains))],
    };
  },
});

/** A function that answers hangs where it is put; one that builds is a root unless it is put somewhere. */
function basesOf({ symbols, calls }: FrameworkFile, annotated: readonly PathUse[]): PathBase[] {
  const answering = new Set(annotated.map(({ on }) => on!.name));
  const building = new Set(
    calls
      .filter(({ name }) => ["service", "configure", "route", "scope", "resource"].includes(name))
      .flatMap(({ from }) => (symbols[from] ? [symbols[from].qualifiedName] : [])),
  );
  return [
    ...[...answering].map((name) => ({ name, prefix: "", isRoot: false })),
    ...[...building]
      .filter((name) => !answering.has(name))
      .map((name) => ({ name, prefix: "", isRoot: name === "main", isRootAlone: true })),
  ];
}

function annotatedRoutes(file: FrameworkFile): PathUse[] {
  return file.annotations.flatMap(({ name, symbol, span, arguments: given }): PathUse[] => {
    const named = file.symbols[symbol];
    if (!named || !METHODS.has(name)) return [];
    return pathsGiven(given, 0).map((path) => ({
      side: "offers",
      method: name.toUpperCase(),
      path,
      on: { name: named.qualifiedName },
      place: { handle: handleOfSymbol(file, symbol), span },
      tier: "resolved",
      details: { framework: "actix" },
    }));
  });
}

/** `.service(show)`, `.service((list, show))`, `.configure(users::config)` */
function putBelow(call: CallFact, chains: Chains): Mount[] {
  if (call.name !== "service" && call.name !== "configure") return [];
  const on = { name: chains.baseOf(call) };
  return call.arguments
    .flatMap(({ holes }) => holes.slice(0, 1))
    .map(({ text }) => ({ on, prefix: "", child: { name: text } }));
}

/** The path stands in the `route` around it, or is that of the resource: `resource("/a").route(get().to(show))`. */
function chainedRoutes(file: FrameworkFile, call: CallFact, chains: Chains): PathUse[] {
  if (call.name !== "to" || call.receiver === undefined) return [];
  const handler = nameGiven(call.arguments, 0);
  const method = METHOD_CALL.exec(call.receiver)?.[1];
  const isResource = /(?:^|::)resource\(\)/.test(call.receiver);
  if (handler === undefined || (method === undefined && !isResource)) return [];
  const route = chains.callsAround(call).findLast(({ name }) => name === "route");
  const [path] = route && !isResource ? pathsGiven(route.arguments, 0) : [];
  return [
    {
      side: "offers",
      method: method !== undefined && METHODS.has(method) ? method.toUpperCase() : "*",
      path: path ?? "",
      on: { name: chains.baseOf(route ?? call) },
      place: placeOfCall(file, call),
      tier: "resolved",
      handler,
      details: { framework: "actix" },
    },
  ];
}
