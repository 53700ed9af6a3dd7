/** Spring MVC and WebFlux by annotations, declared clients (Feign, `@HttpExchange`), units by stereotype. */
import type { AnnotationFact } from "../../core/facts.ts";
import { type AnnotatedRoute, annotatedRoutes, orEmpty } from "../annotated-controllers.ts";
import { handleOfSymbol, hasImport, nameGiven, pathsGiven, wordsGiven } from "../arguments.ts";
import { defineFramework, type Findings, type FrameworkFile, type Unit, type UnitType } from "../contract.ts";
import { springEvents } from "./events.ts";
import { springInjection } from "./injection.ts";

const MAPPINGS: Readonly<Record<string, string>> = {
  GetMapping: "GET",
  PostMapping: "POST",
  PutMapping: "PUT",
  PatchMapping: "PATCH",
  DeleteMapping: "DELETE",
  GetExchange: "GET",
  PostExchange: "POST",
  PutExchange: "PUT",
  PatchExchange: "PATCH",
  DeleteExchange: "DELETE",
};
const UNITS: Readonly<Record<string, UnitType>> = {
  RestController: "controller",
  Controller: "controller",
  ControllerAdvice: "middleware",
  RestControllerAdvice: "middleware",
  Service: "service",
  Component: "service",
  Repository: "service",
  Scheduled: "job",
  Async: "job",
  EventListener: "handler",
  TransactionalEventListener: "handler",
};
const CONTROLLERS: ReadonlySet<string> = new Set(["RestController", "Controller"]);
const CLIENTS: ReadonlySet<string> = new Set(["FeignClient", "HttpExchange"]);

export default defineFramework({
  id: "spring",
  label: "Spring",
  looksAt: { languages: ["java", "kotlin"], words: ["springframework", "jakarta inject", "javax inject"] },
  appliesTo: (outline) => hasImport(outline, "org.springframework", "jakarta.inject", "javax.inject"),
  find: (file) => ({
    ...joined(springEvents(file), springInjection(file)),
    units: unitsOf(file),
    uses: annotatedRoutes(file, {
      framework: "spring",
      // An interface may hold the annotations that the controller behind it serves by.
      startsOf: (annotations) =>
        isController(annotations) || isClient(annotations) || mappingsIn(annotations).length > 0
          ? [...orEmpty(startsIn(annotations))]
          : null,
      startNameOf: (annotations) =>
        mappingsIn(annotations)
          .map(({ arguments: given }) => nameGiven(given, 0, "value", "path"))
          .find((name) => name !== undefined),
      routesOf: (annotations) => annotations.flatMap(routesOf),
      side: (annotations) => (isClient(annotations) ? "needs" : "offers"),
    }),
  }),
});

function joined(...parts: readonly Pick<Findings, "offers" | "needs">[]): Pick<Findings, "offers" | "needs"> {
  return {
    offers: parts.flatMap(({ offers }) => offers),
    needs: parts.flatMap(({ needs }) => needs),
  };
}

function isController(annotations: readonly AnnotationFact[]): boolean {
  return annotations.some(({ name }) => CONTROLLERS.has(name));
}

function isClient(annotations: readonly AnnotationFact[]): boolean {
  return annotations.some(({ name }) => CLIENTS.has(name)) && !isController(annotations);
}

function mappingsIn(annotations: readonly AnnotationFact[]): AnnotationFact[] {
  return annotations.filter(({ name }) => name === "RequestMapping" || name === "HttpExchange");
}

function startsIn(annotations: readonly AnnotationFact[]): string[] {
  const mapped = mappingsIn(annotations).flatMap(({ arguments: given }) =>
    pathsGiven(given, 0, "value", "path", "url"),
  );
  const feign = annotations.filter(({ name }) => name === "FeignClient");
  return mapped.length > 0 ? mapped : feign.flatMap(({ arguments: given }) => pathsGiven(given, -1, "path"));
}

function routesOf({ name, arguments: given }: AnnotationFact): AnnotatedRoute[] {
  const methods = Object.hasOwn(MAPPINGS, name)
    ? [MAPPINGS[name]!]
    : name === "RequestMapping"
      ? wordsGiven(given, "method")
      : null;
  if (methods === null) return [];
  return orEmpty(pathsGiven(given, 0, "value", "path", "url")).flatMap((path) =>
    (methods.length > 0 ? methods : ["*"]).map((method) => ({ method, path })),
  );
}

function unitsOf(file: FrameworkFile): Unit[] {
  return file.annotations.flatMap(({ name, symbol, span, parameter, arguments: given }) => {
    const type = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
    const named = file.symbols[symbol];
    if (!type || !named || parameter !== undefined) return [];
    const place = { handle: handleOfSymbol(file, symbol), span };
    const [schedule] = pathsGiven(given, -1, "cron", "fixedRateString", "fixedDelayString");
    return [{ type, name: named.name, place, ...(schedule === undefined ? {} : { details: { schedule } }) }];
  });
}
