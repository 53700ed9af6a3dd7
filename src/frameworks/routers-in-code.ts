/**
 * Routers that code builds: `r.Get("/a", show)`, groups that are given a name or a block, routers put on others. What
 * Gin, Chi, Fastify, Hono and their like share; each says how it spells these.
 */
import type { CallFact } from "../core/facts.ts";
import { nameGiven, pathNamed, pathsWithNames, placeOfCall } from "./arguments.ts";
import type { Findings, FrameworkFile, Mount, PathUse } from "./contract.ts";
import { HOLE } from "./route-key.ts";
import { continues, RouterScopes } from "./router-scopes.ts";

export interface RouterSyntax {
  framework: string;
  /** Method by the name of the call; `*` for any. */
  methods: Readonly<Record<string, string>>;
  /** What makes an application: `gin.Default()`; the name without what stands left of its dot. */
  makers: ReadonlySet<string>;
  /** What makes a router that must be put somewhere. */
  parts?: ReadonlySet<string>;
  /** Make a router below their receiver, which a name or a block is given: `Group`, `Route`. */
  groups: ReadonlySet<string>;
  /** Those of `groups` that are given no path: `With(guard)`. */
  pathlessGroups?: ReadonlySet<string>;
  /** Those of `groups` that nothing stands above: `routing { … }`. */
  rootBlocks?: ReadonlySet<string>;
  /** Put the router at a position below their receiver: `Mount("/a", b)`. */
  mounts?: Readonly<Record<string, number>>;
  /** Given a list of methods before the path: `Match([]string{"GET"}, "/a", show)`. */
  matches?: ReadonlySet<string>;
  /** Position of the path in a route; 0 when absent. */
  pathAt?: number;
  /** Names that are routers where nothing shows how they were made, such as parameters. */
  usualNames: RegExp;
  /** Types of parameters that are routers: functions that are given one and functions that return one are followed. */
  routerTypes?: RegExp;
  /** What functions that make a router return it as; `routerTypes` when absent. */
  returnTypes?: RegExp;
  /** Fields of structs and variables of packages hold routers, and every file of the folder knows them. */
  hasFields?: boolean;
  /** A call in the chain of a route that says its methods: `r.HandleFunc("/a", show).Methods("GET")`. */
  methodsAside?: string;
  /** The path of a pattern that says more: `GET /a` of net/http. */
  split?(path: string, method: string): { method: string; path: string };
}

export function routersInCode(file: FrameworkFile, syntax: RouterSyntax): Partial<Findings> {
  const groups = file.calls.filter(({ name }) => syntax.groups.has(name));
  const scopes = new RouterScopes(file, syntax, groups);
  return {
    bases: scopes.bases,
    mounts: [
      ...scopes.mounts,
      ...file.calls.flatMap((call) => putBelow(call, syntax, scopes)),
      ...(syntax.routerTypes ? file.calls.flatMap((call) => handedOn(call, syntax, scopes)) : []),
    ],
    uses: file.calls.flatMap((call) => routesOf(file, call, syntax, scopes)),
  };
}

function putBelow(call: CallFact, { mounts = {}, hasFields }: RouterSyntax, scopes: RouterScopes): Mount[] {
  if (!Object.hasOwn(mounts, call.name) || call.receiver === undefined) return [];
  const on = scopes.baseOf(call);
  // `r.Mount("/users", usersResource{}.Routes())` is told by what the linker knows of the line.
  const child = nameGiven(call.arguments, mounts[call.name]!) ?? (hasFields ? "" : undefined);
  if (child === undefined || on === null) return [];
  const { path: prefix, holes } = pathsWithNames(call.arguments, 0, "prefix")[0] ?? { path: "", holes: [] };
  const named = child.endsWith(")") || child === "" ? { name: child } : scopes.named(child, call);
  return [{ on, prefix, holes, child: { ...named, ...(hasFields && { line: call.span.startLine }) } }];
}

/** `registerUsers(api, store)`, `h.Setup(r.Group("/v1"))` */
function handedOn(call: CallFact, syntax: RouterSyntax, scopes: RouterScopes): Mount[] {
  const isOwn =
    Object.hasOwn(syntax.methods, call.name) ||
    Object.hasOwn(syntax.mounts ?? {}, call.name) ||
    // A function of the project may be called like a group: `router.Route(app)`.
    (syntax.groups.has(call.name) && call.arguments[0]?.text !== "");
  if (isOwn) return [];
  return call.arguments.flatMap((argument): Mount[] => {
    const on = scopes.given(call, argument);
    const { startLine: line } = call.span;
    return on === null
      ? []
      : [{ on, prefix: "", child: { name: call.name, line, parameter: argument.position } }];
  });
}

function routesOf(
  file: FrameworkFile,
  call: CallFact,
  syntax: RouterSyntax,
  scopes: RouterScopes,
): PathUse[] {
  const isMatch = syntax.matches?.has(call.name) === true;
  const methods = isMatch
    ? methodsListed(call.arguments.filter(({ position }) => position === 0))
    : methodNamed(call, syntax);
  const on = methods.length === 0 ? null : scopes.baseOf(call);
  if (on === null) return [];
  const aside = syntax.methodsAside === undefined ? [] : methodsAside(file, call, syntax.methodsAside);
  const at = (syntax.pathAt ?? 0) + (isMatch ? 1 : 0);
  const handler = call.arguments.findLast(({ position, text }) => position > at && text === "")?.holes[0]
    ?.text;
  const paths = pathsWithNames(call.arguments, at);
  const named = paths.length === 0 && syntax.hasFields ? pathNamed(call.arguments, at) : [];
  return [...paths, ...named]
    .flatMap(({ path, holes }) =>
      (aside.length > 0 ? aside : methods).map((method) => ({
        ...(syntax.split?.(path, method) ?? { path, method }),
        ...(holes.length > 0 && { holes }),
      })),
    )
    .filter(({ path }) => path === "" || /^[/*]/.test(path) || path.startsWith(HOLE) || scopes.isKnown(on))
    .map(
      (route): PathUse => ({
        side: "offers",
        ...route,
        on,
        isKeptAlone: syntax.usualNames.test(call.receiver ?? ""),
        place: placeOfCall(file, call),
        tier: "resolved",
        details: { framework: syntax.framework },
        ...(handler === undefined ? {} : { handler }),
      }),
    );
}

/** Behind the route, `HandleFunc("/a", show).Methods("GET")`, or before it, `Methods("GET").Path("/a")`. */
function methodsAside({ calls }: FrameworkFile, route: CallFact, name: string): string[] {
  const before = calls.findLast((one) => one.name === name && continues(one, route));
  if (before) return methodsListed(before.arguments);
  for (const next of calls) {
    if (next.span.start < route.span.end) continue;
    if (!continues(route, next)) return [];
    if (next.name === name) return methodsListed(next.arguments);
  }
  return [];
}

function methodNamed({ name }: CallFact, { methods }: RouterSyntax): string[] {
  return Object.hasOwn(methods, name) ? [methods[name]!] : [];
}

/** Texts, or constants such as `http.MethodGet`. */
function methodsListed(given: CallFact["arguments"]): string[] {
  return given
    .map(({ text, holes }) => text || (holes[0]?.text.replace(/^.*\.(?:Method)?/, "") ?? ""))
    .filter((method) => /^[a-z]+$/i.test(method))
    .map((method) => method.toUpperCase());
}

/** `get` and `GET` and `Get` alike: HTTP's methods in the spelling of a framework. */
export function methodsSpelled(
  spell: (method: string) => string,
  any: readonly string[] = [],
): Record<string, string> {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
  return Object.fromEntries([
    ...methods.map((method): [string, string] => [spell(method), method]),
    ...any.map((name): [string, string] => [name, "*"]),
  ]);
}

export const lower = (method: string): string => method.toLowerCase();
export const capitalised = (method: string): string => method[0] + method.slice(1).toLowerCase();
