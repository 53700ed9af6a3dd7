/** Next.js: what a file serves is told by where it lies (`app/users/[id]/route.ts`, `pages/api/…`) and what it exports. */
import { handleOf } from "../../core/edges.ts";
import { defineFramework, type FrameworkFile, type FrameworkOutline, type PathUse } from "../contract.ts";
import { SCRIPTS } from "../scripts.ts";
import { actionsOf } from "./actions.ts";
import { SERVED_PLACES, servedBy } from "./served-by.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

export default defineFramework({
  id: "nextjs",
  label: "Next.js",
  // A file of server actions may lie anywhere: what is written in it tells.
  looksAt: { languages: SCRIPTS, words: ["use server"], places: SERVED_PLACES },
  find: (file) => {
    const actions = actionsOf(file);
    const served = isNext(file) ? servedBy(file.path) : null;
    if (!served) return { units: actions };
    const { kind, path } = served;
    const uses =
      kind === "route"
        ? exportedNames(file)
            .filter((name) => METHODS.has(name))
            .map((name) => useOf(file, name, path, name))
        : [useOf(file, kind === "api" ? "*" : "GET", path, "default")];
    return {
      uses,
      units: [
        ...actions,
        ...(kind === "page"
          ? [{ type: "component" as const, name: path, place: placeOf(file, "default") }]
          : []),
      ],
    };
  },
});

/** Other frameworks have folders named `pages`, too: without a word of Next.js only what no other serves counts. */
function isNext({ path, imports, symbols, exports }: FrameworkOutline): boolean {
  if (imports.some(({ source }) => source === "next" || source.startsWith("next/"))) return true;
  const names = [...symbols.filter(({ scope }) => scope === "exported").map(({ name }) => name)];
  const exported = new Set([...names, ...exports.map((one) => one.exported)]);
  if (/(?:^|\/)route\.[jt]sx?$/.test(path)) return [...METHODS].some((method) => exported.has(method));
  return /(?:^|\/)(?:pages\/api\/|app\/(?:.*\/)?page\.)/.test(path);
}

function exportedNames({ symbols, exports }: FrameworkFile): string[] {
  const own = symbols
    .filter(({ parent, scope }) => parent < 0 && scope === "exported")
    .map(({ name }) => name);
  return [...new Set([...own, ...exports.map(({ exported }) => exported)])];
}

function placeOf({ path, symbols, exports }: FrameworkFile, name: string): PathUse["place"] {
  const local =
    exports.find(({ exported, source }) => exported === name && source === undefined)?.local ?? name;
  const symbol =
    symbols.find((one) => one.parent < 0 && one.name === local) ??
    (name === "default" ? symbols.find(({ modifiers }) => modifiers.includes("default")) : undefined);
  const start = { start: 0, end: 0, startLine: 1, endLine: 1 };
  return { handle: handleOf(path, symbol), span: symbol?.span ?? start };
}

function useOf(file: FrameworkFile, method: string, path: string, name: string): PathUse {
  return {
    side: "offers",
    method,
    path,
    on: null,
    place: placeOf(file, name),
    tier: "resolved",
    details: { framework: "nextjs" },
  };
}
