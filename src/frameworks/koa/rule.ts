/** Koa with its router: `new Router({ prefix: "/users" })`, `router.get("/:id", show)`. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { lower, methodsSpelled, routersInCode } from "../routers-in-code.ts";
import { SCRIPTS } from "../scripts.ts";

export default defineFramework({
  id: "koa",
  label: "Koa",
  looksAt: { languages: SCRIPTS, words: ["koa"] },
  appliesTo: (outline) => hasImport(outline, "koa-router", "@koa/router"),
  find: (file) =>
    routersInCode(file, {
      framework: "koa",
      methods: { ...methodsSpelled(lower), del: "DELETE", all: "*" },
      makers: new Set(),
      parts: new Set(["Router", "KoaRouter"]),
      groups: new Set(),
      mounts: { use: 1 },
      usualNames: /^(?:router|app)$/,
    }),
});
