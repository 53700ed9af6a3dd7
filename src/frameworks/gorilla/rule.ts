/** gorilla/mux: `r.HandleFunc("/users/{id}", show)`, `api := r.PathPrefix("/api").Subrouter()`, methods behind the route. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { routersInCode } from "../routers-in-code.ts";

const MODULE = "github.com/gorilla/mux";

export default defineFramework({
  id: "gorilla",
  label: "gorilla/mux",
  looksAt: { languages: ["go"], words: ["gorilla", "Methods"] },
  appliesTo: (outline) => hasImport(outline, MODULE, "net/http"),
  find: (file) => {
    const found = routersInCode(file, {
      framework: "gorilla",
      methods: { Handle: "*", HandleFunc: "*", Path: "*" },
      methodsAside: "Methods",
      makers: new Set(["NewRouter"]),
      groups: new Set(["PathPrefix"]),
      routerTypes: /\bmux\.Router\b/,
      returnTypes: /\bmux\.Router\b|\bhttp\.Handler\b/,
      hasFields: true,
      usualNames: /^(?:r|router|mux|s|sub\w*|api)$/i,
    });
    // A router in a field needs no import; that it is one of gorilla's is told by the methods behind its routes.
    return hasImport(file, MODULE) ? found : { uses: found.uses?.filter(({ method }) => method !== "*") };
  },
});
