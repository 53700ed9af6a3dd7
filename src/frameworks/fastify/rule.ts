/** Fastify: `fastify.get("/a", show)`, plugins where `register(users, { prefix: "/users" })` puts them. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { lower, methodsSpelled, routersInCode } from "../routers-in-code.ts";
import { SCRIPTS } from "../scripts.ts";

export default defineFramework({
  id: "fastify",
  label: "Fastify",
  looksAt: { languages: SCRIPTS, words: ["fastify"] },
  appliesTo: (outline) => hasImport(outline, "fastify", "@fastify"),
  find: (file) =>
    routersInCode(file, {
      framework: "fastify",
      methods: { ...methodsSpelled(lower), all: "*" },
      makers: new Set(["fastify", "Fastify"]),
      groups: new Set(),
      mounts: { register: 0 },
      usualNames: /^(?:fastify|app|server|instance)$/,
    }),
});
