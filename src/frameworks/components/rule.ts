/** Components of React by convention, and of Vue, Svelte and Astro by their files. */
import type { Handle } from "../../core/edges.ts";
import { handleOfSymbol } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";

const FILES: ReadonlySet<string> = new Set(["vue", "svelte", "astro"]);

export default defineFramework({
  id: "components",
  label: "Components",
  looksAt: { languages: [...FILES, "tsx", "jsx"] },
  reads: "symbols",
  find: (file) => ({ units: FILES.has(file.language) ? [fileUnit(file)] : functionUnits(file) }),
});

function fileUnit({ path }: FrameworkFile): Unit {
  const span = { start: 0, end: 0, startLine: 1, endLine: 1 };
  const name = path.replace(/^.*\/|\.\w+$/g, "");
  return { type: "component", name, place: { handle: path as string as Handle, span } };
}

/** A function with a capital that others can use, in a file that may hold markup. */
function functionUnits(file: FrameworkFile): Unit[] {
  return file.symbols.flatMap(({ kind, name, parent, scope, bases, span }, at): Unit[] => {
    const isClass = kind === "class" && bases.some((base) => /(?:^|\.)(?:Pure)?Component$/.test(base.name));
    const isFunction = kind === "function" && scope === "exported" && /^[A-Z][A-Za-z\d]*[a-z]/.test(name);
    return parent < 0 && (isClass || isFunction)
      ? [{ type: "component", name, place: { handle: handleOfSymbol(file, at), span } }]
      : [];
  });
}
