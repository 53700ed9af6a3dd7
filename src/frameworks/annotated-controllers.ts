/** Classes whose annotations give the start of a path, and methods whose annotations give its end: Spring, NestJS, JAX-RS. */
import type { AnnotationFact, SymbolFact } from "../core/facts.ts";
import { handleOfSymbol } from "./arguments.ts";
import type { FrameworkFile, PathUse, WrittenName } from "./contract.ts";
import { joinPaths } from "./route-key.ts";

export interface AnnotatedRoute {
  method: string;
  /** Empty: the path of the class alone. */
  path: string;
}

export interface ControllerSyntax {
  framework: string;
  /** What the paths of a class begin with; null when its annotations make it no controller. */
  startsOf(annotations: readonly AnnotationFact[], name: string): string[] | null;
  /** What the annotations of one method serve. */
  routesOf(annotations: readonly AnnotationFact[], name: string): AnnotatedRoute[];
  /** The constant that stands where the path of a class could. */
  startNameOf?(annotations: readonly AnnotationFact[]): string | undefined;
  /** Whose annotations say what the paths of a class begin with, when its own do not. */
  inherited?(
    annotations: readonly AnnotationFact[],
    controller: SymbolFact,
  ): Pick<PathUse, "on" | "tokens" | "isKeptAlone"> | null;
  /** The path of a method is whole and not below that of its class. */
  isWhole?(path: string): boolean;
  /** Of an interface, calls are made: a declared client. */
  side?(annotations: readonly AnnotationFact[]): PathUse["side"];
}

export function annotatedRoutes(file: FrameworkFile, syntax: ControllerSyntax): PathUse[] {
  const own = bySymbol(file.annotations);
  return [...own].flatMap(([symbol, annotations]) => {
    const fact = file.symbols[symbol];
    const parent = fact === undefined ? undefined : file.symbols[fact.parent];
    if (!fact || !parent) return [];
    const routes = syntax.routesOf(annotations, fact.name);
    if (routes.length === 0) return [];
    const ofClass = own.get(fact.parent) ?? [];
    const named = syntax.startNameOf?.(ofClass);
    const constant = named === undefined ? undefined : constantOf(file, named);
    const starts = typeof constant === "string" ? [constant] : (syntax.startsOf(ofClass, parent.name) ?? []);
    const inherited = syntax.inherited?.(ofClass, parent) ?? { on: null };
    return starts.flatMap((start) =>
      routes.map(
        ({ method, path }): PathUse => ({
          side: syntax.side?.(ofClass) ?? "offers",
          method,
          ...(syntax.isWhole?.(path) ? { on: null, path } : { ...inherited, path: joinPaths(start, path) }),
          ...(typeof constant === "object" ? { constant } : {}),
          place: { handle: handleOfSymbol(file, symbol), span: annotations[0]!.span },
          tier: "resolved",
          details: { framework: syntax.framework },
        }),
      ),
    );
  });
}

/** Its text when it is one of this file, else its name. */
function constantOf({ symbols }: FrameworkFile, written: string): string | WrittenName {
  return symbols.find(({ qualifiedName }) => qualifiedName === written)?.literal ?? { name: written };
}

/** Those of parameters say nothing of the route. */
function bySymbol(annotations: readonly AnnotationFact[]): Map<number, AnnotationFact[]> {
  const found = new Map<number, AnnotationFact[]>();
  for (const annotation of annotations) {
    if (annotation.symbol < 0 || annotation.parameter !== undefined) continue;
    const known = found.get(annotation.symbol);
    if (known) known.push(annotation);
    else found.set(annotation.symbol, [annotation]);
  }
  return found;
}

/** At least one start, so that a class without a path has its methods' paths. */
export function orEmpty(paths: readonly string[]): readonly string[] {
  return paths.length > 0 ? paths : [""];
}
