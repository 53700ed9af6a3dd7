import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { CompilerState } from "../engine/engine.ts";

const MAX_PACKAGES = 8;
const MAX_REASONS = 3;

/** Packages that are not exact through and through, or lack something, and why. */
export function packageLines({ packages }: CompilerState): string[] {
  const lines = packages.slice(0, MAX_PACKAGES).map(({ folder, files, exact, why }) => {
    const reason = why.slice(0, MAX_REASONS).map(displayPath).join("; ");
    return `  ${displayPath(folder)}: ${exact} of ${plural(files, "file")} exact: ${reason}`;
  });
  const left = packages.length - lines.length;
  return left > 0 ? [...lines, `  … ${plural(left, "package")} more`] : lines;
}
