/**
 * Express: `app.get("/users/:id", show)`, with routers of the same file where `app.use("/api", router)` puts them. A
 * router that is put somewhere else, or comes as a parameter, has its own paths only; `details.mount` says so.
 */
import { handleOf } from "../../core/edges.ts";
import type { CallFact } from "../../core/facts.ts";
import { type Contract, defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { joinPaths, pathOf, routeKey, shownPath } from "../route-key.ts";

const METHODS: ReadonlySet<string> = new Set([
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "options",
  "all",
]);
const LANGUAGES: ReadonlySet<string> = new Set(["javascript", "typescript", "jsx", "tsx"]);
/** What routers are called where nothing shows how they were made. */
const USUAL_NAMES: ReadonlySet<string> = new Set(["app", "router"]);
/** Routers in routers in routers; more is a mistake or a circle. */
const MAX_MOUNTS = 4;

export default defineFramework({
  id: "express",
  label: "Express",
  version: 1,
  appliesTo: ({ language, imports }) =>
    LANGUAGES.has(language) && imports.some(({ source }) => source === "express"),
  find: (file) => {
    const routers = new Routers(file);
    const units: Unit[] = [];
    const offers: Contract[] = [];
    for (const call of file.calls) {
      for (const route of routesOf(call)) {
        for (const { prefix, isSure } of routers.mountsOf(call.receiver ?? "")) {
          const path = joinPaths(prefix, route.path);
          const place = { handle: handleOf(file.path, file.symbols[call.from]), span: call.span };
          const key = routeKey(route.method, path);
          const details: Record<string, string> = { framework: "express", path: shownPath(path) };
          if (route.handler !== undefined) details.handler = route.handler;
          if (!isSure) details.mount = "unknown";
          units.push({ type: "route", name: key, place });
          offers.push({ kind: "route", key, place, tier: isSure ? "resolved" : "heuristic", details });
        }
      }
    }
    return { units, offers, needs: [] };
  },
});

interface Route {
  method: string;
  path: string;
  handler?: string;
}

/** One call may serve several paths: `app.get(["/a", "/b"], show)`. */
function routesOf(call: CallFact): Route[] {
  const isAny = call.name === "route" || call.name === "all";
  if (!isAny && !METHODS.has(call.name)) return [];
  const handler = call.arguments.findLast(({ position }) => position > 0)?.holes[0]?.text;
  return call.arguments
    .filter(({ position, name, key }) => position === 0 && name === undefined && key === undefined)
    .map((argument) => pathOf(argument))
    .filter((path) => path.startsWith("/") || path === "*")
    .map((path) => ({
      method: isAny ? "*" : call.name,
      path,
      ...(handler === undefined ? {} : { handler }),
    }));
}

interface Mount {
  prefix: string;
  isSure: boolean;
}

class Routers {
  readonly #apps = new Set<string>();
  readonly #routers = new Set<string>();
  readonly #mounts = new Map<string, { on: string; path: string }[]>();

  constructor({ symbols, calls }: FrameworkFile) {
    for (const { name, value } of symbols) {
      if (value?.kind !== "call") continue;
      if (value.name === "express" && value.receiver === undefined) this.#apps.add(name);
      else if (value.name === "Router") this.#routers.add(name);
    }
    for (const { name, receiver, arguments: given } of calls) {
      if (name !== "use" || receiver === undefined) continue;
      const path = given.find(({ position, text }) => position === 0 && text !== "");
      if (!path) continue;
      for (const { position, holes } of given) {
        const mounted = holes[0]?.text;
        if (position === 0 || mounted === undefined) continue;
        const known = this.#mounts.get(mounted) ?? [];
        this.#mounts.set(mounted, [...known, { on: receiver, path: pathOf(path) }]);
      }
    }
  }

  /** Where a router's paths begin; empty when the name is none. */
  mountsOf(name: string, depth = 0): Mount[] {
    if (this.#apps.has(name)) return [{ prefix: "", isSure: true }];
    if (!this.#routers.has(name)) return USUAL_NAMES.has(name) ? [{ prefix: "", isSure: false }] : [];
    const mounts = this.#mounts.get(name) ?? [];
    if (mounts.length === 0 || depth >= MAX_MOUNTS) return [{ prefix: "", isSure: false }];
    return mounts.flatMap(({ on, path }) =>
      this.mountsOf(on, depth + 1).map(({ prefix, isSure }) => ({ prefix: joinPaths(prefix, path), isSure })),
    );
  }
}
