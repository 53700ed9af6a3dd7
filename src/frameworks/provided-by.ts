/** `{ provide: Store, useClass: SqlStore }` in the lists of providers of NestJS and Angular. */
import type { AnnotationFact, ArgumentFact } from "../core/facts.ts";
import { handleOfSymbol } from "./arguments.ts";
import type { Contract, FrameworkFile } from "./contract.ts";
import { givenFor } from "./injection.ts";

export function providedBy(file: FrameworkFile, annotation: AnnotationFact, framework: string): Contract[] {
  const { arguments: given, symbol, span } = annotation;
  const place = { handle: handleOfSymbol(file, symbol), span };
  return given.flatMap((one, at) => {
    const type = one.key === "useClass" || one.key === "useExisting" ? textOf(one) : undefined;
    // The members of an object stand in their order; what is wanted may come first or last.
    const wanted = [given[at - 1], given[at + 1]].find((other) => other?.key === "provide");
    return type === undefined || wanted === undefined
      ? []
      : [givenFor(textOf(wanted), { type }, { framework, place })];
  });
}

function textOf({ text, holes }: ArgumentFact): string {
  return text || (holes[0]?.text ?? "");
}
