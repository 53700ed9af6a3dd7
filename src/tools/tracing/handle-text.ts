import type { SymbolGroup } from "../../engine/engine.ts";

/** What names exactly this symbol or file. */
export function handleText(group: SymbolGroup): string {
  return group.isFile ? group.path : `${group.path}#${group.qualifiedName}`;
}
