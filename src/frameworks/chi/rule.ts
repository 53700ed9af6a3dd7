/** chi: `r.Get("/users/{id}", show)`, `r.Route("/api", func(r chi.Router) {…})`, `r.Mount("/admin", admin())`. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { capitalised, methodsSpelled, routersInCode } from "../routers-in-code.ts";

export default defineFramework({
  id: "chi",
  label: "chi",
  looksAt: { languages: ["go"], words: ["chi"] },
  appliesTo: (outline) => hasImport(outline, "github.com/go-chi/chi"),
  find: (file) =>
    routersInCode(file, {
      framework: "chi",
      methods: { ...methodsSpelled(capitalised), Handle: "*", HandleFunc: "*", Method: "*", MethodFunc: "*" },
      makers: new Set(["NewRouter", "NewMux"]),
      groups: new Set(["Route", "Group", "With"]),
      pathlessGroups: new Set(["Group", "With"]),
      mounts: { Mount: 1 },
      routerTypes: /\bchi\.(?:Router|Mux)\b/,
      returnTypes: /\bchi\.(?:Router|Mux)\b|\bhttp\.Handler\b/,
      hasFields: true,
      usualNames: /^(?:r|router|mux|m)$/i,
    }),
});
