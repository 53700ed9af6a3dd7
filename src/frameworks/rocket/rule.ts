/** Rocket: `#[get("/cart/<id>")]` on functions, put where `mount("/api", routes![cart])` says, often over files. */
import type { AnnotationFact, CallFact } from "../../core/facts.ts";
import {
  callsInside,
  type GivenPath,
  handleOfSymbol,
  nameGiven,
  pathsGiven,
  pathsWithNames,
} from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathBase, type PathUse } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

export default defineFramework({
  id: "rocket",
  label: "Rocket",
  looksAt: { languages: ["rust"], words: ["rocket"] },
  // Where all macros are in scope nothing is imported.
  appliesTo: ({ imports }) => !imports.some(({ source }) => /^actix_web(?:$|::|[./])/.test(source)),
  find: (file) => {
    const served = file.annotations.flatMap((annotation) => routeOf(file, annotation));
    return { bases: basesOf(file, served), mounts: mountsOf(file), uses: served };
  },
});

/** Calls that put lists of routes together: `routes![show]`, `.mount("/a", …)`, `routes.append(&mut users::routes())`. */
const LISTING: ReadonlySet<string> = new Set(["routes", "mount", "append", "extend"]);

/** A function that answers is a base of its own, and so is one that hands out a list of them. */
function basesOf({ symbols, calls }: FrameworkFile, served: readonly PathUse[]): PathBase[] {
  const answering = new Set(served.map(({ on }) => on!.name));
  const listing = calls
    .filter(({ name }) => LISTING.has(name))
    .flatMap(({ from }) => (symbols[from] ? [symbols[from].qualifiedName] : []));
  const mounting = new Set(
    calls.filter(({ name }) => name === "mount").map(({ from }) => symbols[from]?.qualifiedName),
  );
  return [...new Set([...answering, ...listing])].map((name) => ({
    name,
    prefix: "",
    isRoot: mounting.has(name),
  }));
}

function mountsOf(file: FrameworkFile): Mount[] {
  const mounts = file.calls.filter(({ name }) => name === "mount");
  const inMounts = new Set(mounts.flatMap((mount) => inArguments(file, mount)));
  const lists = file.calls.filter((call) => LISTING.has(call.name) && call.name !== "mount");
  return [
    ...mounts.flatMap((mount) => {
      const at = pathsWithNames(mount.arguments, 0)[0] ?? { path: "", holes: [] };
      const given = nameGiven(mount.arguments, 1);
      const named = inArguments(file, mount).flatMap(namesIn);
      return [...named, ...(given === undefined ? [] : [given])].map((name) => put(file, mount, at, name));
    }),
    ...lists
      .filter((call) => !inMounts.has(call))
      .flatMap((list) => namesIn(list).map((name) => put(file, list, { path: "", holes: [] }, name))),
  ];
}

function inArguments(file: FrameworkFile, mount: CallFact): CallFact[] {
  return callsInside(file, mount).filter(({ name, span }) => name === "routes" && span.end <= mount.span.end);
}

function namesIn({ arguments: given }: CallFact): string[] {
  return given.flatMap(({ holes }) => holes.slice(0, 1).map(({ text }) => text));
}

function put(
  { symbols }: FrameworkFile,
  { from, span }: CallFact,
  { path: prefix, holes }: GivenPath,
  name: string,
): Mount {
  // A list that a function makes, perhaps one that another module shows under its own name.
  const line = name.endsWith("()") ? { line: span.startLine } : {};
  return { on: { name: symbols[from]?.qualifiedName ?? "" }, prefix, holes, child: { name, ...line } };
}

function routeOf(file: FrameworkFile, { name, symbol, span, arguments: given }: AnnotationFact): PathUse[] {
  const named = file.symbols[symbol];
  const [path] = pathsGiven(given, 0, "uri");
  if (!METHODS.has(name) || !named || path === undefined) return [];
  return [
    {
      side: "offers",
      method: name.toUpperCase(),
      path,
      on: { name: named.qualifiedName },
      place: { handle: handleOfSymbol(file, symbol), span },
      tier: "resolved",
      details: { framework: "rocket" },
    },
  ];
}
