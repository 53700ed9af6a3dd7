import type { LocalFact } from "./facts.ts";
import type { Position } from "./span.ts";

type Stretch = Pick<LocalFact, "startLine" | "startColumn" | "endLine" | "endColumn">;

/** Whether a name at this place lies where the local is visible: a closure may start and end in the middle of a line. */
export function isVisibleAt(local: Stretch, { line, column }: Position): boolean {
  if (line < local.startLine || line > local.endLine) return false;
  if (line === local.startLine && column < local.startColumn) return false;
  return line < local.endLine || local.endColumn === 0 || column < local.endColumn;
}
