/** Gin: `r.GET("/users/:id", show)`, `api := r.Group("/api")`. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { methodsSpelled, routersInCode } from "../routers-in-code.ts";

export default defineFramework({
  id: "gin",
  label: "Gin",
  looksAt: { languages: ["go"], words: ["gonic"] },
  appliesTo: (outline) => hasImport(outline, "github.com/gin-gonic/gin"),
  find: (file) =>
    routersInCode(file, {
      framework: "gin",
      methods: methodsSpelled((method) => method, ["Any"]),
      matches: new Set(["Match"]),
      makers: new Set(["Default", "New"]),
      groups: new Set(["Group"]),
      routerTypes: /\bgin\.(?:Engine|RouterGroup|IRouter|IRoutes)\b/,
      returnTypes: /\bgin\.(?:Engine|RouterGroup|IRouter|IRoutes)\b|\bhttp\.Handler\b/,
      hasFields: true,
      usualNames: /^(?:r|router|engine|g|rg|group|api|v\d+)$/i,
    }),
});
