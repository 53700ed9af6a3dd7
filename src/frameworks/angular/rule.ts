/** Angular: components, services and what they are injected with. */
import { handleOfSymbol, hasImport } from "../arguments.ts";
import { type Contract, defineFramework, type FrameworkFile, type UnitType } from "../contract.ts";
import { askedByConstructors, askedFor, boundName, givenFor } from "../injection.ts";
import { providedBy } from "../provided-by.ts";
import { SCRIPTS } from "../scripts.ts";

const UNITS: Readonly<Record<string, UnitType>> = {
  Component: "component",
  Directive: "component",
  Pipe: "component",
  Injectable: "service",
};

export default defineFramework({
  id: "angular",
  label: "Angular",
  looksAt: { languages: SCRIPTS, words: ["angular"] },
  appliesTo: (outline) => hasImport(outline, "@angular/core"),
  find: (file) => {
    const made = file.annotations.filter(
      ({ name, symbol }) => Object.hasOwn(UNITS, name) && file.symbols[symbol],
    );
    const classes = new Set(made.map(({ symbol }) => symbol));
    return {
      units: made.map(({ name, symbol, span }) => ({
        type: UNITS[name]!,
        name: file.symbols[symbol]!.name,
        place: { handle: handleOfSymbol(file, symbol), span },
      })),
      offers: [
        ...made
          .filter(({ name }) => name === "Injectable")
          .map(({ symbol, span }) => {
            const handle = handleOfSymbol(file, symbol);
            return givenFor(file.symbols[symbol]!.name, handle, {
              framework: "angular",
              place: { handle, span },
            });
          }),
        ...file.annotations.flatMap((annotation) => providedBy(file, annotation, "angular")),
      ],
      needs: [...askedByConstructors(file, "angular", (_, at) => classes.has(at)), ...askedByInject(file)],
    };
  },
});

/** `private store = inject(Store)` */
function askedByInject(file: FrameworkFile): Contract[] {
  return file.symbols.flatMap(({ value, givenType, span }, at) => {
    const key = value?.kind === "call" && value.name === "inject" ? boundName(givenType) : null;
    return key === null ? [] : [askedFor(key, "angular", { handle: handleOfSymbol(file, at), span })];
  });
}
