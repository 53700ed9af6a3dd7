/** One spelling for the paths of all frameworks, so that a call meets the route it is answered by. */
import type { ArgumentFact } from "../core/facts.ts";

/** `:id`, `{id}`, `<int:id>`, `[id]`, `*`: what stands there differs from call to call. */
const PARAMETER = /^(?::.*|\{.*\}|<.*>|\[.*\]|\*.*)$/;
/** Stands for a hole while a path is put together; no path holds it. */
export const HOLE = "\0";

/** `GET /users/{}`; any method is `*`. */
export function routeKey(method: string, path: string): string {
  const steps = path
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((step) => step !== "")
    .map((step) => (PARAMETER.test(step) || step.includes(HOLE) ? "{}" : step));
  return `${method.toUpperCase()} /${steps.join("/")}`;
}

/** The text of a literal with its holes marked for `routeKey`. */
export function pathOf({ text, holes }: Pick<ArgumentFact, "text" | "holes">): string {
  let path = text;
  for (const { at } of [...holes].reverse()) path = `${path.slice(0, at)}${HOLE}${path.slice(at)}`;
  return path;
}

/** `/api` and `users` are `/api/users`; nothing joined with nothing is `/`. */
export function joinPaths(before: string, path: string): string {
  const start = before.replace(/\/+$/, "");
  const rest = path.replace(/^\/+/, "");
  return rest === "" && start !== "" ? start : `${start}/${rest}`;
}

/** As a person reads it: holes and parameters as `{}` of their own spelling. */
export function shownPath(path: string): string {
  return path.replaceAll(HOLE, "{}");
}
