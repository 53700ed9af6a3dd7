/** Fiber: `app.Get("/users/:id", show)`, groups by name or by function. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { capitalised, methodsSpelled, routersInCode } from "../routers-in-code.ts";

export default defineFramework({
  id: "fiber",
  label: "Fiber",
  looksAt: { languages: ["go"], words: ["gofiber"] },
  appliesTo: (outline) => hasImport(outline, "github.com/gofiber/fiber"),
  find: (file) =>
    routersInCode(file, {
      framework: "fiber",
      methods: methodsSpelled(capitalised, ["All"]),
      makers: new Set(["New"]),
      groups: new Set(["Group", "Route"]),
      mounts: { Mount: 1, Use: 1 },
      routerTypes: /\bfiber\.(?:App|Router|Group)\b/,
      returnTypes: /\bfiber\.(?:App|Router|Group)\b|\bhttp\.Handler\b/,
      hasFields: true,
      usualNames: /^(?:app|router|group|api|v\d+)$/i,
    }),
});
