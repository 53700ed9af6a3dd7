/** Hono: `app.get("/a", show)`, `app.route("/users", users)`. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { lower, methodsSpelled, routersInCode } from "../routers-in-code.ts";
import { SCRIPTS } from "../scripts.ts";

export default defineFramework({
  id: "hono",
  label: "Hono",
  looksAt: { languages: SCRIPTS, words: ["hono"] },
  appliesTo: (outline) => hasImport(outline, "hono", "@hono"),
  find: (file) =>
    routersInCode(file, {
      framework: "hono",
      methods: { ...methodsSpelled(lower), all: "*" },
      makers: new Set(),
      parts: new Set(["Hono", "OpenAPIHono", "basePath"]),
      groups: new Set(),
      mounts: { route: 1 },
      usualNames: /^(?:app|api|router)$/,
    }),
});
