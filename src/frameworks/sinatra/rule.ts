/**
 * Sinatra: `get "/carts/:id" do … end` in a class or a file, below the namespaces around it and below where Rack maps the
 * class: `map "/shop" do run Carts end`.
 */
import type { CallFact, SymbolFact } from "../../core/facts.ts";
import { nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathBase, type PathUse } from "../contract.ts";
import { joinPaths } from "../route-key.ts";

const VERBS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);
const RACK_FILES = /\.ru$/;
const SINATRA = /^(?:::)?Sinatra::/;

export default defineFramework({
  id: "sinatra",
  label: "Sinatra",
  looksAt: { languages: ["ruby"], words: ["sinatra"], places: RACK_FILES },
  appliesTo: ({ path, imports, symbols }) =>
    RACK_FILES.test(path) ||
    imports.some(({ source }) => /^sinatra(?:\/|$)/.test(source)) ||
    symbols.some(({ bases }) => bases.some(({ name }) => SINATRA.test(name))),
  find: (file) => ({
    bases: basesOf(file),
    mounts: file.calls.flatMap((call) => mappedBy(file, call)),
    uses: file.calls.flatMap((call) => routesOf(file, call)),
  }),
});

/** The file for what it maps, and each application by the name of its class. */
function basesOf({ symbols }: FrameworkFile): PathBase[] {
  const applications = symbols.filter(({ bases }) => bases.some(({ name }) => SINATRA.test(name)));
  return [
    { name: "", prefix: "", isRoot: true },
    ...applications.map((symbol) => ({
      name: nameOf(symbol),
      prefix: "",
      isRoot: false,
      isRootAlone: true,
      isWide: true,
    })),
  ];
}

function nameOf({ qualifiedName }: Pick<SymbolFact, "qualifiedName">): string {
  return qualifiedName.split(/::|\./).join(".");
}

function prefixOf(file: FrameworkFile, call: CallFact, name: string): string {
  return blocksAround(file.calls, call)
    .filter((around) => around.name === name)
    .reduce((start, { arguments: given }) => joinPaths(start, pathsGiven(given, 0)[0] ?? ""), "");
}

function mappedBy(file: FrameworkFile, call: CallFact): Mount[] {
  if (call.name !== "run" || call.receiver !== undefined || !RACK_FILES.test(file.path)) return [];
  const name = nameGiven(call.arguments, 0)?.replace(/^::/, "");
  return name === undefined
    ? []
    : [{ on: { name: "" }, prefix: prefixOf(file, call, "map"), child: { name } }];
}

/** `/power/?:action?` is served with the last part and without it; `/?` is `/`. */
function spellingsOf(path: string): string[] {
  const whole = path.replaceAll("?", "");
  const optional = /\/\?:\w+\?$/.exec(path);
  return optional ? [path.slice(0, optional.index).replaceAll("?", ""), whole] : [whole];
}

/** A route has a block; `get "/a"` without one is a test that asks. */
function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  if (call.receiver !== undefined || !VERBS.has(call.name) || call.blockEnd === 0) return [];
  const around = file.symbols[call.from];
  const application = around?.bases.some(({ name }) => SINATRA.test(name)) ? nameOf(around) : "";
  return pathsGiven(call.arguments, 0)
    .flatMap(spellingsOf)
    .map((path) => ({
      side: "offers",
      method: call.name.toUpperCase(),
      path: joinPaths(prefixOf(file, call, "namespace"), path),
      on: { name: application },
      place: placeOfCall(file, call),
      tier: "resolved",
      details: { framework: "sinatra" },
    }));
}
