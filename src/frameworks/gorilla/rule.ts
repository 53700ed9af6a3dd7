/** gorilla/mux: `r.HandleFunc("/users/{id}", show)`, `api := r.PathPrefix("/api").Subrouter()`. */
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
      methods: { Handle: "*", HandleFunc: "*" },
      makers: new Set(["NewRouter"]),
      groups: new Set(["PathPrefix"]),
      usualNames: /^(?:r|router|mux|s|sub\w*|api)$/i,
    }),
});
