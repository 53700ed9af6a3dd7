/** The path of a file below `app/routes`, where dots in names stand for steps: `users.$id.edit.tsx`. */

const FILE = /^(?:.*\/)?app\/routes\/(.*)\.[jt]sx?$/;

/** Null when the file is no route, as helpers beside one. */
export function servedBy(path: string): string | null {
  const name = FILE.exec(path)?.[1];
  if (name === undefined || /\.(?:test|spec|server|client|d)$/.test(name)) return null;
  const parts = name.split("/");
  // `users.$id/route.tsx` is the route of its folder; other files there belong to it.
  if (parts.length > 2 || (parts.length === 2 && parts[1] !== "route" && parts[1] !== "index")) return null;
  const steps = stepsOf(parts[0]!).flatMap(stepOf);
  return `/${steps.join("/")}`;
}

/** Brackets keep what they hold as it is: `sitemap[.]xml`. */
function stepsOf(name: string): string[] {
  return name
    .replace(/\[([^\]]*)\]/g, (_, kept: string) => kept.replaceAll(".", "\0"))
    .split(".")
    .map((step) => step.replaceAll("\0", "."));
}

/** `_index` and `_layout` take no step, `$` takes the rest, `($lang)` may be left out. */
function stepOf(step: string): string[] {
  if (step.startsWith("_")) return [];
  const plain = step.replace(/_$/, "").replace(/^\((.*)\)$/, "$1");
  return [plain.startsWith("$") ? `{${plain.slice(1) || "rest"}}` : plain];
}
