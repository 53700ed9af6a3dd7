/** JAX-RS (Jakarta REST, Quarkus, Jersey): `@Path` on class and method, `@GET` beside it. */
import { annotatedRoutes, orEmpty } from "../annotated-controllers.ts";
import { hasImport, pathsGiven } from "../arguments.ts";
import { defineFramework } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

export default defineFramework({
  id: "jaxrs",
  label: "JAX-RS",
  looksAt: { languages: ["java", "kotlin"], words: ["ws rs"] },
  appliesTo: (outline) => hasImport(outline, "javax.ws.rs", "jakarta.ws.rs"),
  find: (file) => ({
    uses: annotatedRoutes(file, {
      framework: "jaxrs",
      // Without a path of its own the class is a part of another resource, whose path is not known here.
      startsOf: (annotations) => {
        const paths = annotations.filter(({ name }) => name === "Path");
        return paths.length === 0
          ? null
          : [...orEmpty(paths.flatMap(({ arguments: given }) => pathsGiven(given, 0, "value")))];
      },
      routesOf: (annotations) => {
        const paths = annotations
          .filter(({ name }) => name === "Path")
          .flatMap(({ arguments: given }) => pathsGiven(given, 0, "value"));
        return annotations
          .filter(({ name }) => METHODS.has(name))
          .flatMap(({ name }) => orEmpty(paths).map((path) => ({ method: name, path })));
      },
      side: (annotations) =>
        annotations.some(({ name }) => name === "RegisterRestClient") ? "needs" : "offers",
    }),
    globalPrefixes: file.annotations
      .filter(({ name }) => name === "ApplicationPath")
      .flatMap(({ arguments: given }) => pathsGiven(given, 0, "value")),
  }),
});
