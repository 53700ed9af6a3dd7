/** NestJS: controllers with `@Controller("cats")` and `@Get(":id")`, providers, and `setGlobalPrefix("api")`. */
import type { AnnotationFact } from "../../core/facts.ts";
import { annotatedRoutes, orEmpty } from "../annotated-controllers.ts";
import { handleOfSymbol, hasImport, nameGiven, pathsGiven } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit, type UnitType } from "../contract.ts";
import { SCRIPTS } from "../scripts.ts";
import { nestWiring } from "./wiring.ts";

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
  Catch: "middleware",
  Cron: "job",
  Interval: "job",
  EventPattern: "handler",
  OnEvent: "handler",
  WebSocketGateway: "controller",
};

export default defineFramework({
  id: "nestjs",
  label: "NestJS",
  looksAt: { languages: SCRIPTS, words: ["nestjs"] },
  appliesTo: (outline) => hasImport(outline, "@nestjs"),
  find: (file) => ({
    units: file.annotations.flatMap((annotation) => unitOf(file, annotation)),
    ...nestWiring(file),
    uses: annotatedRoutes(file, {
      framework: "nestjs",
      startsOf: (annotations) => {
        const controller = annotations.find(({ name }) => name === "Controller");
        return controller ? [...orEmpty(pathsGiven(controller.arguments, 0, "path"))] : null;
      },
      startNameOf: (annotations) => {
        const controller = annotations.find(({ name }) => name === "Controller");
        return controller && nameGiven(controller.arguments, 0, "path");
      },
      routesOf: (annotations) =>
        annotations.flatMap(({ name, arguments: given }) =>
          Object.hasOwn(METHODS, name)
            ? orEmpty(pathsGiven(given, 0)).map((path) => ({ method: METHODS[name]!, path }))
            : [],
        ),
    }),
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
