/** Micronaut: `@Controller("/cats")`, `@Get("/{id}")`, and clients declared with `@Client`. */
import { annotatedRoutes, orEmpty } from "../annotated-controllers.ts";
import { hasImport, pathsGiven } from "../arguments.ts";
import { defineFramework } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["Get", "Post", "Put", "Patch", "Delete", "Head", "Options"]);

export default defineFramework({
  id: "micronaut",
  label: "Micronaut",
  looksAt: { languages: ["java", "kotlin", "groovy"], words: ["micronaut"] },
  appliesTo: (outline) => hasImport(outline, "io.micronaut.http"),
  find: (file) => ({
    uses: annotatedRoutes(file, {
      framework: "micronaut",
      startsOf: (annotations) => {
        const own = annotations.filter(({ name }) => name === "Controller" || name === "Client");
        if (own.length === 0) return null;
        const paths = own.flatMap(({ name, arguments: given }) =>
          // `@Client("shop")` names a service, `@Client("/shop")` a path.
          pathsGiven(given, name === "Client" ? -1 : 0, "value", "uri", "path"),
        );
        return [...orEmpty(paths)];
      },
      routesOf: (annotations) =>
        annotations
          .filter(({ name }) => METHODS.has(name))
          .flatMap(({ name, arguments: given }) =>
            orEmpty(pathsGiven(given, 0, "value", "uri", "uris")).map((path) => ({
              method: name.toUpperCase(),
              path,
            })),
          ),
      side: (annotations) => (annotations.some(({ name }) => name === "Client") ? "needs" : "offers"),
    }),
  }),
});
