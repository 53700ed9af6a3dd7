/** Wildcards over whole paths: name by name, and `**` as a name stands for any number of folders. */
import { compileName, type NameMatcher } from "./name-pattern.ts";

type Part = NameMatcher | "folders";

/** Matches the names of a path, from the first to the last. */
export type PathMatcher = (names: readonly string[]) => boolean;

/** Anchored on both sides. `a/**` takes what is below `a`, not `a` itself. */
export function compilePath(pattern: string): PathMatcher {
  const parts: Part[] = [];
  // A slash behind a backslash is a slash.
  for (const name of pattern.replace(/(?<!\\)((?:\\\\)*)\\\//g, "$1/").split("/")) {
    if (name !== "**") parts.push(compileName(name));
    else if (parts.at(-1) !== "folders") parts.push("folders");
  }
  const endsBelow = parts.at(-1) === "folders";
  return (names) => matches(parts, endsBelow ? names.slice(0, -1) : names);
}

/** As for the stars of a name: only the last `**` takes more when the rest does not fit. */
function matches(parts: readonly Part[], names: readonly string[]): boolean {
  let at = 0;
  let part = 0;
  let folders = -1;
  let foldersAt = 0;
  while (at < names.length) {
    const wanted = parts[part];
    if (wanted === "folders") {
      folders = part;
      foldersAt = at;
      part += 1;
    } else if (wanted?.(names[at]!)) {
      at += 1;
      part += 1;
    } else if (folders >= 0) {
      foldersAt += 1;
      at = foldersAt;
      part = folders + 1;
    } else return false;
  }
  while (parts[part] === "folders") part += 1;
  return part === parts.length;
}
