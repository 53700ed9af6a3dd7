/** Koa with its router: `new Router({ prefix: "/users" })`, `router.get("/:id", show)`, applications put on others by koa-mount. */
import { hasImport, nameGiven, pathsGiven } from "../arguments.ts";
import { defineFramework, type Findings, type FrameworkFile, type Mount } from "../contract.ts";
import { lower, methodsSpelled, routersInCode } from "../routers-in-code.ts";
import { SCRIPTS } from "../scripts.ts";

export default defineFramework({
  id: "koa",
  label: "Koa",
  looksAt: { languages: SCRIPTS, words: ["koa"] },
  appliesTo: (outline) => hasImport(outline, "koa-router", "@koa/router", "koa", "koa-mount"),
  find: (file) => {
    const found = routersInCode(file, {
      framework: "koa",
      methods: { ...methodsSpelled(lower), del: "DELETE", all: "*" },
      makers: new Set(["Koa"]),
      parts: new Set(["Router", "KoaRouter"]),
      groups: new Set(),
      mounts: { use: 1 },
      usualNames: /^(?:router|app)$/,
    });
    const mounted = mountedApplications(file);
    return {
      ...found,
      // An application serves by itself, or below the one that it is put on.
      bases: [...(found.bases ?? []), ...givenApplications(found.bases ?? [], mounted)].map((base) =>
        base.isRoot ? { ...base, isRoot: false, isRootAlone: true } : base,
      ),
      mounts: [...(found.mounts ?? []), ...usedWhole(file, found.bases ?? []), ...mounted],
    };
  },
});

/** `app.use(router.routes())`. */
function usedWhole(file: FrameworkFile, bases: Findings["bases"]): Mount[] {
  return file.calls.flatMap(({ name, receiver, arguments: given }): Mount[] => {
    if (name !== "use" || receiver === undefined) return [];
    const child = /^([\w$.]+)\.routes\(\)$/.exec(nameGiven(given, 0) ?? "")?.[1];
    const isKnown = bases.some((base) => base.name === receiver);
    return child !== undefined && isKnown
      ? [{ on: { name: receiver }, prefix: "", child: { name: child } }]
      : [];
  });
}

/** `app.use(mount("/api", api))`. */
function mountedApplications(file: FrameworkFile): Mount[] {
  return file.calls.flatMap((call): Mount[] => {
    if (call.name !== "mount" || call.receiver !== undefined) return [];
    const around = file.calls.find(
      ({ name, span }) => name === "use" && span.start < call.span.start && span.end >= call.span.end,
    );
    const prefix = pathsGiven(call.arguments, 0)[0];
    const child = nameGiven(call.arguments, prefix === undefined ? 0 : 1);
    if (around?.receiver === undefined || child === undefined) return [];
    return [{ on: { name: around.receiver }, prefix: prefix ?? "", child: { name: child } }];
  });
}

/** What others are mounted on and nothing here makes: an application that a function is given. */
function givenApplications(bases: Findings["bases"], mounted: readonly Mount[]): Findings["bases"] {
  const known = new Set(bases.map(({ name }) => name));
  const given = new Set(mounted.map(({ on }) => on.name).filter((name) => !known.has(name)));
  return [...given].map((name) => ({ name, prefix: "", isRoot: true }));
}
