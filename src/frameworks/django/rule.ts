/**
 * Django: lists of addresses with `path`, `re_path` and `include`, routers of Django REST framework, models, commands.
 * `urlpatterns` is the file that holds it: the root is the one that nothing includes. Other lists have their names.
 */
import { handleOf } from "../../core/edges.ts";
import type { CallFact } from "../../core/facts.ts";
import { callsInside, hasImport, nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import {
  defineFramework,
  type FrameworkFile,
  type Mount,
  type PathUse,
  type Unit,
  type WrittenName,
} from "../contract.ts";
import { modelUnit } from "../models.ts";
import { isModel, modelShape } from "./models.ts";

const ADDRESSES: ReadonlySet<string> = new Set(["path", "re_path", "url"]);
/** What a set of views of the REST framework serves, when nothing narrows it. */
const SET_ROUTES: readonly [method: string, path: string][] = [
  ["GET", ""],
  ["POST", ""],
  ["GET", "{pk}"],
  ["PUT", "{pk}"],
  ["PATCH", "{pk}"],
  ["DELETE", "{pk}"],
];

export default defineFramework({
  id: "django",
  label: "Django",
  looksAt: { languages: ["python"], words: ["django", "rest_framework"] },
  appliesTo: (outline) => hasImport(outline, "django", "rest_framework"),
  find: (file) => {
    const holdsAddresses = file.symbols.some(({ name, parent }) => parent < 0 && name === "urlpatterns");
    const addresses = holdsAddresses
      ? file.calls.filter(({ name, receiver }) => ADDRESSES.has(name) && receiver === undefined)
      : [];
    return {
      units: unitsOf(file),
      // Whether something includes it shows when paths are composed; alone it is taken for the root.
      bases: holdsAddresses
        ? [
            { name: "", prefix: "", isRoot: false, isRootAlone: true },
            ...listsOf(file, addresses).map((name) => ({ name, prefix: "", isRoot: false })),
          ]
        : [],
      mounts: addresses.flatMap((call) => mountsOf(file, call)),
      uses: [
        ...addresses.flatMap((call) => routesOf(file, call)),
        ...(holdsAddresses ? file.calls.flatMap((call) => setRoutesOf(file, call)) : []),
      ],
    };
  },
});

/** Names of the lists that addresses stand in, beside the one that is served. */
function listsOf(file: FrameworkFile, addresses: readonly CallFact[]): string[] {
  return [...new Set(addresses.map((call) => listOf(file, call)))].filter((name) => name !== "");
}

/** `api_urls = [path(…)]`; empty for `urlpatterns` and for what is added to it. */
function listOf({ symbols }: FrameworkFile, { from }: CallFact): string {
  const symbol = symbols[from];
  return symbol && symbol.parent < 0 && symbol.kind !== "function" && symbol.name !== "urlpatterns"
    ? symbol.name
    : "";
}

/** `path("api/", include([path("users/", users)]))`: what stands before an address that is written in place. */
function prefixAround(file: FrameworkFile, call: CallFact): string {
  return blocksAround(file.calls, call)
    .filter(({ name, receiver }) => ADDRESSES.has(name) && receiver === undefined)
    .map((outer) => addressOf(outer) ?? "")
    .join("");
}

function includedIn(file: FrameworkFile, call: CallFact): CallFact | undefined {
  return callsInside(file, call).find(({ name }) => name === "include");
}

function mountsOf(file: FrameworkFile, call: CallFact): Mount[] {
  const included = includedIn(file, call);
  if (!included) return [];
  const prefix = addressOf(call) ?? "";
  const children: WrittenName[] = [
    ...pathsGiven(included.arguments, 0, "arg").map((module) => ({ name: "", module })),
    // `include(users.urls)`; `include(router.urls)` speaks of a router of this file.
    ...[nameGiven(included.arguments, 0, "arg")].flatMap((name) => (name === undefined ? [] : [{ name }])),
  ];
  const on = { name: listOf(file, call) };
  return children.map((child) => ({ on, prefix: prefixAround(file, call) + prefix, child }));
}

function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  const path = addressOf(call);
  if (path === null || includedIn(file, call)) return [];
  const handler = nameGiven(call.arguments, 1, "view")?.replace(/\.as_view\(\)$/, "");
  return [
    {
      side: "offers",
      method: "*",
      path: prefixAround(file, call) + path,
      on: { name: listOf(file, call) },
      place: placeOfCall(file, call),
      tier: "resolved",
      details: { framework: "django" },
      ...(handler === undefined ? {} : { handler }),
    },
  ];
}

/** `router.register("users", UserViewSet)`: where the router's addresses are included is looked for in the file. */
function setRoutesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  const { name, receiver, arguments: given } = call;
  const handler = nameGiven(given, 1, "viewset");
  const [path] = pathsGiven(given, 0, "prefix");
  if (name !== "register" || receiver === undefined || handler === undefined || path === undefined) return [];
  const include = file.calls.find(
    (one) => one.name === "include" && nameGiven(one.arguments, 0)?.startsWith(`${receiver}.`),
  );
  const around =
    include && file.calls.find((one) => ADDRESSES.has(one.name) && includedIn(file, one) === include);
  const prefix = around ? (addressOf(around) ?? "") : "";
  return SET_ROUTES.map(([method, rest]) => ({
    side: "offers",
    method,
    path: [prefix, path, rest].filter((part) => part !== "").join("/"),
    on: { name: "" },
    place: placeOfCall(file, call),
    tier: "resolved",
    handler,
    details: { framework: "django" },
  }));
}

/** Regular expressions keep their literal parts; groups are parameters. */
function addressOf({ name, arguments: given }: CallFact): string | null {
  const [path] = pathsGiven(given, 0, "route", "regex");
  if (path === undefined || name === "path") return path ?? null;
  return path
    .replace(/^\^|\$$/g, "")
    .replace(/\((?:[^()]|\([^()]*\))*\)/g, "{}")
    .replace(/\\(.)/g, "$1")
    .replace(/\/\?$/, "/");
}

function unitsOf(file: FrameworkFile): Unit[] {
  return file.symbols.flatMap((symbol, at): Unit[] => {
    if (symbol.kind !== "class") return [];
    const bases = symbol.bases.map(({ name }) => name.replace(/^.*\./, ""));
    const type = unitTypeOf(bases, file.path);
    if (type === "model") return isModel(file, at) ? [modelUnit(file, at, modelShape(file, at))] : [];
    const place = { handle: handleOf(file.path, symbol), span: symbol.span };
    return type === null ? [] : [{ type, name: symbol.name, place }];
  });
}

function unitTypeOf(bases: readonly string[], path: string): Unit["type"] | null {
  if (bases.includes("Migration")) return "migration";
  if (bases.includes("BaseCommand")) return "command";
  if (bases.some((base) => /(?:View|ViewSet|APIView)$/.test(base))) return "controller";
  if (bases.some((base) => /Serializer$/.test(base))) return "schema";
  if (bases.includes("Model") || (bases.length > 0 && /(?:^|\/)models(?:\.py|\/)/.test(path))) return "model";
  return bases.some((base) => /Middleware(?:Mixin)?$/.test(base)) ? "middleware" : null;
}
