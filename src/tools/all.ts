import type { ToolDefinition } from "./contract.ts";
import * as listed from "./list.ts";

/** In the order of help and of the tool list; those without a place come last, by name. */
export const TOOLS: readonly ToolDefinition[] = Object.values(listed).sort(
  (a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1),
);

function placeOf({ order = Number.MAX_SAFE_INTEGER }: ToolDefinition): number {
  return order;
}
