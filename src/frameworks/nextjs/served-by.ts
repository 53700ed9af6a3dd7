/** The path that a file is served at, by the conventions of the two routers of Next.js. */

export interface Served {
  /** A handler of methods, a handler of any, a page. */
  kind: "route" | "api" | "page";
  path: string;
}

const APP = /^(?:.*\/)?(?:src\/)?app\/(.*?)(route|page)\.(?:[jt]sx?|mjs)$/;
const PAGES = /^(?:.*\/)?pages\/(.*)\.(?:[jt]sx?|mjs)$/;

/** What lies elsewhere is served by none of the two. */
export const SERVED_PLACES = /(?:^|\/)(?:app\/(?:.*\/)?(?:route|page)|pages\/.*)\.(?:[jt]sx?|mjs)$/;

export function servedBy(path: string): Served | null {
  const app = APP.exec(path);
  if (app) {
    const folders = app[1]!.split("/").filter((folder) => folder !== "");
    // `_lib` is private; `(shop)` groups, `@modal` is a slot of its parent, `(.)photo` intercepts another's path.
    if (folders.some((folder) => /^_|^\(\.+\)/.test(folder))) return null;
    const steps = folders.filter((folder) => !/^\(.*\)$|^@/.test(folder));
    return { kind: app[2] === "route" ? "route" : "page", path: pathOf(steps) };
  }
  const pages = PAGES.exec(path);
  if (!pages || /\.(?:test|spec|stories|d)$/.test(pages[1]!)) return null;
  const steps = pages[1]!.split("/");
  if (steps.at(-1)!.startsWith("_")) return null;
  if (steps.at(-1) === "index") steps.pop();
  return { kind: steps[0] === "api" ? "api" : "page", path: pathOf(steps) };
}

/** `[id]`, `[...slug]` and `[[...slug]]` are parameters. */
function pathOf(steps: readonly string[]): string {
  return `/${steps.map((step) => (step.startsWith("[") ? `{${step.replace(/[[\].]/g, "")}}` : step)).join("/")}`;
}
