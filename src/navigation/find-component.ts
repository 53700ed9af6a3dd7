/** Files that are components: `<UserCard>` in markup is the file `UserCard.vue`. */
import { basename, type RelPath } from "../core/rel-path.ts";
import { languageById } from "../languages/detect.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import { findFileGroup, type SymbolGroup } from "./find-symbol.ts";

/** The name by which others use a component; null for a file that is none. */
export function componentNameOf({ path, language }: Pick<ViewFile, "path" | "language">): string | null {
  if (!languageById(language)?.fileIsComponent) return null;
  const name = basename(path);
  return name.slice(0, name.lastIndexOf("."));
}

/** Components of a name, each as the file that it is. */
export async function findComponents(reader: ViewReader, name: string): Promise<SymbolGroup[]> {
  const paths: RelPath[] = [];
  for (const file of await reader.files()) if (componentNameOf(file) === name) paths.push(file.path);
  const groups = await Promise.all(paths.map((path) => findFileGroup(reader, path)));
  return groups.filter((group) => group !== null);
}
