/**
 * Folders that build tools fill, where no ignore rule says so. By their names alone `build` and `target` may as well be
 * somebody's sources: where git tracks a file in one, it is a folder like any other, and so it is below `src`, where
 * tools put nothing and somebody may have begun a folder that git does not know yet.
 */
import type { RelPath } from "../core/rel-path.ts";
import type { ListedFile } from "./list-files.ts";

const BUILD_FOLDER = /(?:^|\/)(?:dist|build|out|target|coverage|\.next)(?=\/)/g;
const BELOW_SOURCES = /(?:^|\/)src\/(?:.*\/)?(?:dist|build|out|target)$/;

export class BuildFolders {
  /** Those that hold a tracked file. */
  readonly #sources = new Set<string>();

  constructor(listed: readonly ListedFile[]) {
    for (const { path, origin } of listed)
      if (origin === "tracked") for (const folder of buildFoldersOf(path)) this.#sources.add(folder);
  }

  isOutput(path: RelPath, origin: ListedFile["origin"]): boolean {
    if (origin === "tracked") return false;
    return buildFoldersOf(path).some((folder) => !this.#sources.has(folder) && !BELOW_SOURCES.test(folder));
  }
}

/** `a/dist` and `a/dist/b/out` of `a/dist/b/out/c.js`. */
function buildFoldersOf(path: string): string[] {
  return [...path.matchAll(BUILD_FOLDER)].map((found) => path.slice(0, found.index + found[0].length));
}
