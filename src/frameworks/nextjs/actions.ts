/** Server actions: functions that say `"use server"`, or all that a file exports that says so. */
import { handleOfSymbol } from "../arguments.ts";
import type { FrameworkFile, Unit } from "../contract.ts";

export function actionsOf(file: FrameworkFile): Unit[] {
  const told = file.annotations.filter(({ name }) => name === "use server");
  const isWhole = told.some(({ symbol }) => symbol < 0);
  const single = new Set(told.map(({ symbol }) => symbol));
  return file.symbols.flatMap(({ kind, name, parent, scope, span }, at): Unit[] => {
    const isExported = isWhole && kind === "function" && parent < 0 && scope === "exported";
    if (!isExported && !single.has(at)) return [];
    const place = { handle: handleOfSymbol(file, at), span };
    return [{ type: "handler", name, place, details: { framework: "nextjs", kind: "server action" } }];
  });
}
