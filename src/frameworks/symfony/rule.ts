/** Symfony: `#[Route("/carts/{id}", methods: ["GET"])]` on methods, below what the attribute of the class says. */
import { annotatedRoutes, orEmpty } from "../annotated-controllers.ts";
import { pathsGiven, wordsGiven } from "../arguments.ts";
import { unitsByBases } from "../class-units.ts";
import { defineFramework } from "../contract.ts";

const UNITS = {
  AbstractController: "controller",
  Command: "command",
  AbstractMigration: "migration",
  AbstractType: "component",
  EventSubscriberInterface: "handler",
} as const;

export default defineFramework({
  id: "symfony",
  label: "Symfony",
  looksAt: { languages: ["php"], words: ["Symfony", "Doctrine"] },
  appliesTo: ({ imports }) => imports.some(({ source }) => /^\\?(?:Symfony|Doctrine)\\/.test(source)),
  find: (file) => ({
    units: unitsByBases(file, UNITS),
    uses: annotatedRoutes(file, {
      framework: "symfony",
      startsOf: (annotations) => {
        const own = annotations.filter(({ name }) => name === "Route");
        return [...orEmpty(own.flatMap(({ arguments: given }) => pathsGiven(given, 0, "path")))];
      },
      routesOf: (annotations) =>
        annotations
          .filter(({ name }) => name === "Route")
          .flatMap(({ arguments: given }) => {
            const methods = wordsGiven(given, "methods");
            return orEmpty(pathsGiven(given, 0, "path")).flatMap((path) =>
              (methods.length > 0 ? methods : ["*"]).map((method) => ({
                method: method.toUpperCase(),
                path,
              })),
            );
          }),
    }),
  }),
});
