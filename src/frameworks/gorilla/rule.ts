/** gorilla/mux: `r.HandleFunc("/users/{id}", show)`, `api := r.PathPrefix("/api").Subrouter()`, methods behind the route. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { routersInCode } from "../routers-in-code.ts";

export default defineFramework({
  id: "gorilla",
  label: "gorilla/mux",
  looksAt: { languages: ["go"], words: ["gorilla"] },
  appliesTo: (outline) => hasImport(outline, "github.com/gorilla/mux"),
  find: (file) =>
    routersInCode(file, {
      framework: "gorilla",
      methods: { Handle: "*", HandleFunc: "*", Path: "*" },
      methodsAside: "Methods",
      makers: new Set(["NewRouter"]),
      groups: new Set(["PathPrefix"]),
      routerTypes: /\bmux\.Router\b/,
      returnTypes: /\bmux\.Router\b|\bhttp\.Handler\b/,
      hasFields: true,
      usualNames: /^(?:r|router|mux|s|sub\w*|api)$/i,
    }),
});
