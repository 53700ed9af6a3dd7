/** Next.js: what a file serves is told by where it lies (`app/users/[id]/route.ts`, `pages/api/…`) and what it exports. */
import { handleOf } from "../../core/edges.ts";
import { defineFramework, type FrameworkFile, type FrameworkOutline, type PathUse } from "../contract.ts";
import { isScript } from "../scripts.ts";
import { servedBy } from "./served-by.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

export default defineFramework({
  id: "nextjs",
  label: "Next.js",
  version: 1,
  appliesTo: (outline) => isScript(outline.language) && servedBy(outline.path) !== null && isNext(outline),
  find: (file) => {
    const served = servedBy(file.path);
    if (!served) return {};
    const { kind, path } = served;
    const uses =
      kind === "route"
        ? exportedNames(file)
            .filter((name) => METHODS.has(name))
            .map((name) => useOf(file, name, path, name))
        : [useOf(file, kind === "api" ? "*" : "GET", path, "default")];
    return {
      uses,
      units: kind === "page" ? [{ type: "component", name: path, place: placeOf(file, "default") }] : [],
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
