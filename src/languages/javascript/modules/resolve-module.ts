import { joinPath } from "../../../core/join-path.ts";
import { dirname } from "../../../core/rel-path.ts";
import type { ModuleQuestions, ScopedFile } from "../../modules/contract.ts";
import { resolvePackage, resolveSubpathImport } from "./packages.ts";
import { mapSpecifier, pathMappingOf } from "./path-mapping.ts";
import { probeJsPath } from "./probe-files.ts";

/** The file of this view that `specifier` means in a file at `fromPath`; null when it is none. */
export function resolveJsModule(q: ModuleQuestions, fromPath: string, specifier: string): ScopedFile | null {
  const folder = dirname(fromPath);
  return q.remember(`js\0${folder}\0${specifier}`, () => {
    if (/^\.\.?(?:\/|$)/.test(specifier)) {
      const path = joinPath(folder, specifier);
      return path === null ? null : probeJsPath(q, path);
    }
    if (specifier.startsWith("#")) {
      const hit = resolveSubpathImport(q, folder, specifier);
      if (hit) return hit;
    }
    for (const mapping of pathMappingOf(q, folder)) {
      for (const path of mapSpecifier(mapping, specifier)) {
        const hit = probeJsPath(q, path);
        if (hit) return hit;
      }
    }
    if (specifier.startsWith("node:")) return null;
    return resolvePackage(q, folder, specifier);
  });
}
