/** Ktor: `route("/users") { get("/{id}") { … } }`. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { lower, methodsSpelled, routersInCode } from "../routers-in-code.ts";

export default defineFramework({
  id: "ktor",
  label: "Ktor",
  looksAt: { languages: ["kotlin"], words: ["ktor"] },
  appliesTo: (outline) => hasImport(outline, "io.ktor.server"),
  find: (file) =>
    routersInCode(file, {
      framework: "ktor",
      methods: { ...methodsSpelled(lower) },
      makers: new Set(),
      groups: new Set(["route", "routing", "authenticate"]),
      rootBlocks: new Set(["routing"]),
      usualNames: /^$/,
    }),
});
