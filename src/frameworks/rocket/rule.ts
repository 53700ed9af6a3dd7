/** Rocket: `#[get("/cart/<id>")]` on functions, put where `mount("/api", routes![cart])` says, often over files. */
import type { AnnotationFact, CallFact } from "../../core/facts.ts";
import { callsInside, handleOfSymbol, nameGiven, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathBase, type PathUse } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

export default defineFramework({
  id: "rocket",
  label: "Rocket",
  looksAt: { languages: ["rust"], words: ["rocket"] },
  appliesTo: ({ imports }) => imports.some(({ source }) => /^rocket(?:$|::|[./])/.test(source)),
  find: (file) => {
    const served = file.annotations.flatMap((annotation) => routeOf(file, annotation));
    return { bases: basesOf(file, served), mounts: mountsOf(file), uses: served };
  },
});

/** A function that answers is a base of its own, and so is one that hands out a list of them. */
function basesOf({ symbols, calls }: FrameworkFile, served: readonly PathUse[]): PathBase[] {
  const answering = new Set(served.map(({ on }) => on!.name));
  const listing = calls
    .filter(({ name }) => name === "routes" || name === "mount")
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
  const lists = file.calls.filter((call) => call.name === "routes" && !inMounts.has(call));
  return [
    ...mounts.flatMap((mount) => {
      const prefix = pathsGiven(mount.arguments, 0)[0] ?? "";
      const given = nameGiven(mount.arguments, 1);
      const named = inArguments(file, mount).flatMap(namesIn);
      return [...named, ...(given === undefined ? [] : [given])].map((name) =>
        put(file, mount, prefix, name),
      );
    }),
    ...lists.flatMap((list) => namesIn(list).map((name) => put(file, list, "", name))),
  ];
}

function inArguments(file: FrameworkFile, mount: CallFact): CallFact[] {
  return callsInside(file, mount).filter(({ name, span }) => name === "routes" && span.end <= mount.span.end);
}

function namesIn({ arguments: given }: CallFact): string[] {
  return given.flatMap(({ holes }) => holes.slice(0, 1).map(({ text }) => text));
}

function put({ symbols }: FrameworkFile, { from }: CallFact, prefix: string, child: string): Mount {
  return { on: { name: symbols[from]?.qualifiedName ?? "" }, prefix, child: { name: child } };
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
