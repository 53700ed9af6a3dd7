/** ASP.NET: controllers by attributes, minimal APIs by `MapGet`, what the container gives and is asked for, hosted jobs. */
import type { AnnotationFact, CallFact, SymbolFact } from "../../core/facts.ts";
import { type AnnotatedRoute, annotatedRoutes, orEmpty } from "../annotated-controllers.ts";
import { nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { unitsByBases } from "../class-units.ts";
import {
  type Contract,
  defineFramework,
  type FrameworkFile,
  type Mount,
  type PathBase,
  type PathUse,
  type UnitType,
} from "../contract.ts";
import { askedByConstructors, boundName, givenFor } from "../injection.ts";

const VERBS: Readonly<Record<string, string>> = {
  HttpGet: "GET",
  HttpPost: "POST",
  HttpPut: "PUT",
  HttpPatch: "PATCH",
  HttpDelete: "DELETE",
  HttpHead: "HEAD",
  HttpOptions: "OPTIONS",
};
const MAPS: Readonly<Record<string, string>> = {
  MapGet: "GET",
  MapPost: "POST",
  MapPut: "PUT",
  MapPatch: "PATCH",
  MapDelete: "DELETE",
  MapMethods: "*",
  Map: "*",
};
/** Of the framework itself. */
const FROM_OUTSIDE =
  /^(?:ILogger|ILoggerFactory|IConfiguration|IOptions\w*|IServiceProvider|IServiceScopeFactory|IHttpContextAccessor|IHttpClientFactory|HttpClient|CancellationToken|RequestDelegate|IMemoryCache|IWebHostEnvironment|IHostEnvironment|Exception|SerializationInfo|StreamingContext|Type|Stream)$/;
const BINDS = /^(?:TryAdd|Add)(?:Keyed)?(?:Scoped|Transient|Singleton)$/;

/** Of controllers, mapped routes, bound types and the bases of units. */
const WORDS = [
  "controller",
  ...Object.keys(MAPS).filter((name) => name !== "Map"),
  ...["MapGroup", "WebApplication", "IEndpointRouteBuilder", "IApplicationBuilder", "RouteGroupBuilder"],
  ...["", "Try"].flatMap((tries) =>
    ["", "Keyed"].flatMap((keyed) =>
      ["Scoped", "Transient", "Singleton"].map((life) => `${tries}Add${keyed}${life}`),
    ),
  ),
  ...["BackgroundService", "IHostedService", "DbContext", "migration", "IMiddleware"],
];

export default defineFramework({
  id: "aspnet",
  label: "ASP.NET",
  // Global usings may import everything: attributes and names of calls tell.
  looksAt: { languages: ["csharp"], words: WORDS },
  find: (file) => ({
    units: unitsByBases(file, BASES),
    bases: [...basesOf(file), ...controllerBases(file).bases],
    mounts: [...file.calls.flatMap(mountOf), ...controllerBases(file).mounts],
    uses: [...controllerRoutes(file), ...file.calls.flatMap((call) => mappedRoutes(file, call))],
    offers: file.calls.flatMap((call) => givenBy(file, call)),
  }),
  asks: (file) =>
    askedByConstructors(file, "aspnet", () => true).filter(({ key }) => !FROM_OUTSIDE.test(key)),
});

function controllerRoutes(file: FrameworkFile): PathUse[] {
  return annotatedRoutes(file, {
    framework: "aspnet",
    startsOf: (annotations, name) => {
      const isController =
        name.endsWith("Controller") || annotations.some((one) => one.name === "ApiController");
      if (!isController) return null;
      const routes = annotations.filter((one) => one.name === "Route");
      const paths = routes.flatMap(({ arguments: given }) => pathsGiven(given, 0, "template"));
      const area = annotations
        .filter((one) => one.name === "Area")
        .flatMap(({ arguments: given }) => pathsGiven(given, 0))[0];
      return orEmpty(paths).map((path) => withTokens(path, { controller: bareName(name), area }));
    },
    inherited: (annotations, controller) => {
      const base = inheritedFrom(controller);
      if (base === undefined || annotations.some(({ name }) => name === "Route")) return null;
      return { on: { name: base }, tokens: { controller: bareName(controller.name) }, isKeptAlone: true };
    },
    isWhole: (path) => path.startsWith("/"),
    routesOf: (annotations, name) => {
      const own = annotations.filter((one) => one.name === "Route");
      const paths = own.flatMap(({ arguments: given }) => pathsGiven(given, 0, "template"));
      return annotations.flatMap((annotation) => verbRoutes(annotation, paths, name));
    },
  });
}

function bareName(controller: string): string {
  return controller.replace(/Controller$/, "");
}

/** A class of the application; those of the framework have no paths. */
function inheritedFrom({ bases }: Pick<SymbolFact, "bases">): string | undefined {
  const [base] = bases.map(({ name }) => name.replace(/<.*$/s, "").replace(/^.*\./, ""));
  return base === undefined || Object.hasOwn(BASES, base) || !base.endsWith("Controller") ? undefined : base;
}

/** Controllers by their class, for those that derive from them. */
function controllerBases({ symbols, annotations }: FrameworkFile): { bases: PathBase[]; mounts: Mount[] } {
  const found: { bases: PathBase[]; mounts: Mount[] } = { bases: [], mounts: [] };
  for (const [at, symbol] of symbols.entries()) {
    if (symbol.kind !== "class" || !symbol.name.endsWith("Controller")) continue;
    const [prefix] = annotations
      .filter((one) => one.symbol === at && one.name === "Route")
      .flatMap(({ arguments: given }) => pathsGiven(given, 0, "template"));
    const above = prefix === undefined ? inheritedFrom(symbol) : undefined;
    const { name } = symbol;
    found.bases.push({ name, prefix: prefix ?? "", isRoot: above === undefined, isWide: true });
    if (above !== undefined) found.mounts.push({ on: { name: above }, prefix: "", child: { name } });
  }
  return found;
}

function verbRoutes(annotation: AnnotationFact, routes: readonly string[], action: string): AnnotatedRoute[] {
  const method = Object.hasOwn(VERBS, annotation.name) ? VERBS[annotation.name]! : null;
  if (method === null) return [];
  const own = pathsGiven(annotation.arguments, 0, "template");
  return orEmpty(own.length > 0 ? own : routes).map((path) => ({
    method,
    path: withTokens(path.replace(/^~/, ""), { action }),
  }));
}

/** `[controller]` and its like stand for names; parameters keep their braces: `{id:int}`. */
function withTokens(path: string, tokens: Readonly<Record<string, string | undefined>>): string {
  return path.replace(/\[(\w+)\]/g, (whole, token: string) => tokens[token.toLowerCase()] ?? whole);
}

function basesOf({ calls }: FrameworkFile): PathBase[] {
  const made = calls.flatMap(({ name, receiver, target, arguments: given }): PathBase[] =>
    name === "MapGroup" && receiver !== undefined && target !== undefined
      ? [{ name: target, prefix: pathsGiven(given, 0)[0] ?? "", isRoot: false }]
      : [],
  );
  const own = new Set(made.map(({ name }) => name));
  // What is mapped on and was made by no group is an application, or a parameter that is given one.
  const mappedOn = calls.flatMap(({ name, receiver }) =>
    (Object.hasOwn(MAPS, name) || name === "MapGroup") && receiver !== undefined && !own.has(receiver)
      ? [receiver]
      : [],
  );
  return [
    ...made,
    ...[...new Set(mappedOn)].map((name) => ({
      name,
      prefix: "",
      isRoot: /^(?:app|endpoints|builder|routes)$/i.test(name),
    })),
  ];
}

function mountOf({ name, receiver, target }: CallFact): Mount[] {
  if (name !== "MapGroup" || receiver === undefined || target === undefined) return [];
  return [{ on: { name: receiver }, prefix: "", child: { name: target } }];
}

function mappedRoutes(file: FrameworkFile, call: CallFact): PathUse[] {
  const method = Object.hasOwn(MAPS, call.name) ? MAPS[call.name]! : null;
  if (method === null || call.receiver === undefined) return [];
  const handler = nameGiven(call.arguments, call.name === "MapMethods" ? 2 : 1, "handler", "requestDelegate");
  return pathsGiven(call.arguments, 0, "pattern")
    .filter((path) => call.name !== "Map" || path.startsWith("/"))
    .map(
      (path): PathUse => ({
        side: "offers",
        method,
        path,
        on: { name: call.receiver! },
        place: placeOfCall(file, call),
        tier: "resolved",
        details: { framework: "aspnet" },
        ...(handler === undefined ? {} : { handler }),
      }),
    );
}

/** `AddScoped<IStore, SqlStore>()`; one type alone is given for itself. */
function givenBy(file: FrameworkFile, call: CallFact): Contract[] {
  const [wanted, given] = call.typeArguments;
  const key = BINDS.test(call.name) ? boundName(wanted) : null;
  if (key === null) return [];
  const type = (given ?? wanted!).replace(/<.*$/s, "");
  return [givenFor(key, { type }, { framework: "aspnet", place: placeOfCall(file, call) })];
}

/** By what a class derives from. */
const BASES: Readonly<Record<string, UnitType>> = {
  Controller: "controller",
  ControllerBase: "controller",
  ODataController: "controller",
  BackgroundService: "job",
  IHostedService: "job",
  DbContext: "schema",
  Migration: "migration",
  IMiddleware: "middleware",
};
