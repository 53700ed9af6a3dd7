/** Files of a library that files of another repository import, linked when asked as uses of it are. */
import { pathOfHandle } from "../core/handles.ts";
import type { RelPath } from "../core/rel-path.ts";
import { linkFile } from "../linking/link-file.ts";
import { ELSEWHERE, environmentOf, isCode } from "./library-environment.ts";
import type { ViewSession } from "./session.ts";

/** A file of the library, and the lines that import it. */
export interface LibraryImport {
  path: string;
  lines: number[];
}

/** Of each path, in the order of its imports. What its own repository has is not asked of the library. */
export async function importsFrom(
  library: ViewSession,
  user: ViewSession,
  paths: readonly string[],
): Promise<LibraryImport[][]> {
  const asked = new Set(paths);
  const files = (await user.reader.files()).filter(
    ({ path, language }) => asked.has(path) && isCode(language),
  );
  if (files.length === 0) return paths.map(() => []);
  const environment = await environmentOf(library);
  const facts = await user.reader.facts(files.map(({ blob }) => blob));
  const own = await user.reader.linksOf(files.map(({ path }) => path as RelPath));
  const found = new Map<string, LibraryImport[]>();
  for (const [at, { path }] of files.entries()) {
    const home = (own[at]?.edges ?? []).filter(({ kind }) => kind === "imports");
    const known = new Set(home.flatMap(({ lines }) => lines));
    const { edges } = linkFile({ path: `${ELSEWHERE}/${path}`, facts: facts[at]! }, environment);
    const imports = edges.filter(
      ({ kind, tier, lines }) =>
        kind === "imports" && tier !== "heuristic" && !lines.every((line) => known.has(line)),
    );
    const targets = [...new Set(imports.map(({ to }) => pathOfHandle(to)))];
    found.set(
      path,
      targets.map((target) => ({
        path: target,
        lines: imports.filter(({ to }) => pathOfHandle(to) === target).flatMap(({ lines }) => lines),
      })),
    );
  }
  return paths.map((path) => found.get(path) ?? []);
}
