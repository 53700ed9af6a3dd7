/** NestJS: controllers with `@Controller("cats")` and `@Get(":id")`, providers, and `setGlobalPrefix("api")`. */
import type { AnnotationFact } from "../../core/facts.ts";
import { handleOfSymbol, hasImport, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type PathUse, type Unit, type UnitType } from "../contract.ts";
import { joinPaths } from "../route-key.ts";

const METHODS: Readonly<Record<string, string>> = {
  Get: "GET",
  Post: "POST",
  Put: "PUT",
  Patch: "PATCH",
  Delete: "DELETE",
  Head: "HEAD",
  Options: "OPTIONS",
  All: "*",
  Sse: "GET",
};
const UNITS: Readonly<Record<string, UnitType>> = {
  Controller: "controller",
  Resolver: "handler",
  Injectable: "service",
  Processor: "job",
  Entity: "model",
  Schema: "model",
  Catch: "middleware",
};
const LANGUAGES: ReadonlySet<string> = new Set(["typescript", "javascript", "tsx", "jsx"]);

export default defineFramework({
  id: "nestjs",
  label: "NestJS",
  version: 1,
  appliesTo: (outline) => LANGUAGES.has(outline.language) && hasImport(outline, "@nestjs"),
  find: (file) => ({
    units: file.annotations.flatMap((annotation) => unitOf(file, annotation)),
    uses: file.annotations.flatMap((annotation) => routesOf(file, annotation)),
    globalPrefixes: file.calls
      .filter(({ name }) => name === "setGlobalPrefix")
      .flatMap(({ arguments: given }) => pathsGiven(given, 0)),
  }),
});

function unitOf(file: FrameworkFile, { name, symbol, span }: AnnotationFact): Unit[] {
  const type = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
  const named = file.symbols[symbol];
  return type && named
    ? [{ type, name: named.name, place: { handle: handleOfSymbol(file, symbol), span } }]
    : [];
}

function routesOf(file: FrameworkFile, { name, symbol, span, arguments: given }: AnnotationFact): PathUse[] {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  const parent = file.symbols[symbol]?.parent ?? -1;
  const controller = file.annotations.find((one) => one.name === "Controller" && one.symbol === parent);
  if (method === undefined || !controller || parent < 0) return [];
  const starts = pathsGiven(controller.arguments, 0, "path");
  const paths = pathsGiven(given, 0);
  return (starts.length > 0 ? starts : [""]).flatMap((start) =>
    (paths.length > 0 ? paths : [""]).map(
      (path): PathUse => ({
        side: "offers",
        method,
        path: joinPaths(start, path),
        on: null,
        place: { handle: handleOfSymbol(file, symbol), span },
        tier: "resolved",
        details: { framework: "nestjs" },
      }),
    ),
  );
}
