/** Echo: `e.GET("/users/:id", show)`, `g := e.Group("/api")`. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { methodsSpelled, routersInCode } from "../routers-in-code.ts";

export default defineFramework({
  id: "echo",
  label: "Echo",
  looksAt: { languages: ["go"], words: ["labstack"] },
  appliesTo: (outline) => hasImport(outline, "github.com/labstack/echo"),
  find: (file) =>
    routersInCode(file, {
      framework: "echo",
      methods: methodsSpelled((method) => method, ["Any"]),
      matches: new Set(["Match"]),
      makers: new Set(["New"]),
      groups: new Set(["Group"]),
      routerTypes: /\becho\.(?:Echo|Group)\b/,
      returnTypes: /\becho\.(?:Echo|Group)\b|\bhttp\.Handler\b/,
      hasFields: true,
      usualNames: /^(?:e|g|echo|router|group|api|v\d+)$/i,
    }),
});
