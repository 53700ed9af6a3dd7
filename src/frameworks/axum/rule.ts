/** Axum: `Router::new().route("/users/:id", get(show)).nest("/api", api::routes())`, one router for each function. */
import type { CallFact } from "../../core/facts.ts";
import { callsInside, hasImport, nameGiven, pathsWithNames, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathBase, type PathUse } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

const BUILDING: ReadonlySet<string> = new Set(["route", "nest", "nest_service", "merge"]);
const NESTING: ReadonlySet<string> = new Set(["nest", "nest_service", "merge"]);

export default defineFramework({
  id: "axum",
  label: "Axum",
  looksAt: { languages: ["rust"], words: ["axum"] },
  appliesTo: (outline) => hasImport(outline, "axum"),
  find: (file) => {
    const building = file.calls.filter(({ name }) => BUILDING.has(name));
    const nesting = building.filter(({ name }) => NESTING.has(name));
    const routers = building.map((call) => routerOf(file, call, nesting));
    const nested = nesting.flatMap((call) => mountsOf(file, call, nesting));
    const named = file.calls.flatMap((call) => namedIn(file, call));
    return {
      bases: basesOf([...routers, ...named.map(({ on }) => on.name)]),
      mounts: [...nested, ...named, ...returnedBy(routers, nested)],
      uses: file.calls.flatMap((call) => routesOf(file, call, nesting)),
    };
  },
});

/**
 * `let api = Router::new().route(…)` is a router of its own, and so is one that is written where it is nested; what is
 * left is the function's: `users::routes()`.
 */
function routerOf(file: FrameworkFile, call: CallFact, nesting: readonly CallFact[]): string {
  const around = nesting.findLast((one) => isWithin(call, one));
  if (around) return `nested at ${around.span.start}`;
  const name = functionOf(file, call);
  const variable = call.target ?? /^[a-z_]\w*(?=$|\.)/.exec(call.receiver ?? "")?.[0];
  return variable === undefined || variable === "self" ? name : `${name}/${variable}`;
}

function isWithin({ span }: CallFact, around: CallFact): boolean {
  return span.start > around.span.start && span.end <= around.span.end;
}

function functionOf({ symbols }: FrameworkFile, { from }: CallFact): string {
  return symbols[from]?.qualifiedName ?? "";
}

function basesOf(routers: readonly string[]): PathBase[] {
  const names = new Set(routers.flatMap((name) => [name, name.replace(/\/.*$/, "")]));
  // Nobody nests what `main` builds; others are roots as long as nothing puts them below another.
  return [...names].map((name) => ({
    name,
    prefix: "",
    isRoot: name === "main",
    isRootAlone: !name.startsWith("nested at "),
  }));
}

function mountsOf(file: FrameworkFile, call: CallFact, nesting: readonly CallFact[]): Mount[] {
  const isMerge = call.name === "merge";
  const { path: prefix, holes } = (isMerge ? [] : pathsWithNames(call.arguments, 0))[0] ?? {
    path: "",
    holes: [],
  };
  const given = nameGiven(call.arguments, isMerge ? 0 : 1);
  const put = { on: { name: routerOf(file, call, nesting) }, prefix, holes };
  const inline = { ...put, child: { name: `nested at ${call.span.start}` } };
  if (given === undefined) return [inline];
  const { startLine: line } = call.span;
  const isLocal = /^\w+$/.test(given);
  const name = isLocal ? `${functionOf(file, call)}/${given}` : given;
  return [inline, { ...put, child: isLocal ? { name } : { name, line } }];
}

/** `let admin = admin::router();` */
function namedIn(file: FrameworkFile, { name, target, from, receiver, span }: CallFact): Mount[] {
  if (target === undefined || BUILDING.has(name) || !/rout(?:er|es)$/.test(name)) return [];
  const function_ = file.symbols[from]?.qualifiedName ?? "";
  const written = receiver === undefined ? name : `${receiver}.${name}`;
  const child = { name: written, line: span.startLine };
  return [{ on: { name: `${function_}/${target}` }, prefix: "", child }];
}

/** The routers that a function builds and puts nowhere are what it hands out. */
function returnedBy(routers: readonly string[], nested: readonly Mount[]): Mount[] {
  const put = new Set(nested.map(({ child }) => child.name));
  return [...new Set(routers)].flatMap((name): Mount[] => {
    const slash = name.indexOf("/");
    if (slash < 0 || put.has(name)) return [];
    return [{ on: { name: name.slice(0, slash) }, prefix: "", child: { name } }];
  });
}

/** Methods are functions among the arguments: `get(show).post(make)`. */
function routesOf(file: FrameworkFile, call: CallFact, nesting: readonly CallFact[]): PathUse[] {
  if (call.name !== "route") return [];
  const [given] = pathsWithNames(call.arguments, 0);
  if (given === undefined) return [];
  const served = callsInside(file, call).filter(
    ({ name, span }) => METHODS.has(name) && span.end <= call.span.end,
  );
  return served.map((method): PathUse => {
    const handler = nameGiven(method.arguments, 0);
    return {
      side: "offers",
      method: method.name.toUpperCase(),
      ...given,
      on: { name: routerOf(file, call, nesting) },
      place: placeOfCall(file, call),
      tier: "resolved",
      details: { framework: "axum" },
      ...(handler === undefined ? {} : { handler }),
    };
  });
}
