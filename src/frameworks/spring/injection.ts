/** Beans of Spring: classes by stereotype under their own name and their interfaces, methods with `@Bean`, and who asks. */
import { handleOfSymbol } from "../arguments.ts";
import type { Findings, FrameworkFile } from "../contract.ts";
import { askedByConstructors, askedFor, boundName, givenFor } from "../injection.ts";

const STEREOTYPES: ReadonlySet<string> = new Set([
  "Component",
  "Service",
  "Repository",
  "Controller",
  "RestController",
  "Configuration",
  "ControllerAdvice",
  "RestControllerAdvice",
]);
const FIELDS: ReadonlySet<string> = new Set(["Autowired", "Inject", "Resource"]);

export function springInjection(file: FrameworkFile): Pick<Findings, "offers" | "needs"> {
  const beans = new Set(
    file.annotations.filter(({ name }) => STEREOTYPES.has(name)).map(({ symbol }) => symbol),
  );
  return {
    offers: file.symbols.flatMap((symbol, at) => {
      const place = { handle: handleOfSymbol(file, at), span: symbol.span };
      const isBean = file.annotations.some((one) => one.symbol === at && one.name === "Bean");
      const names = beans.has(at)
        ? [symbol.name, ...symbol.bases.map(({ name }) => name)]
        : isBean
          ? [symbol.returnType]
          : [];
      return names.flatMap((name) => {
        const key = boundName(name);
        return key === null ? [] : [givenFor(key, place.handle, { framework: "spring", place })];
      });
    }),
    needs: [
      ...askedByConstructors(file, "spring", (_, at) => beans.has(at)),
      ...file.annotations.flatMap(({ name, symbol, span }) => {
        const field = file.symbols[symbol];
        const key = FIELDS.has(name) && field?.kind === "property" ? boundName(field.valueType) : null;
        return key === null ? [] : [askedFor(key, "spring", { handle: handleOfSymbol(file, symbol), span })];
      }),
    ],
  };
}
