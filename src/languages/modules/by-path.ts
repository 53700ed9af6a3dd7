/** For languages whose imports are file paths: Lua, shell, Zig, and PHP's `require`. */
import { foldersUp, joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import type { Meaning, ModuleQuestions, ModuleRules, ScopedFile } from "./contract.ts";
import { EXTERNAL, found, UNKNOWN } from "./meaning.ts";

/** The file at this path, seen from the folder of the importer or one above. */
export function exactFile(q: ModuleQuestions, fromPath: string, source: string): ScopedFile | null {
  for (const folder of foldersUp(dirname(fromPath))) {
    const path = joinPath(folder, source);
    const hit = path === null || path === "" ? null : q.file(path);
    if (hit || source.startsWith(".")) return hit;
  }
  return null;
}

function member(q: ModuleQuestions, module: ScopedFile, name: string): Meaning {
  for (const fact of q.exports(module, name)) {
    const hits = q.symbols(module, fact.local);
    if (hits.length > 0) return found(hits);
  }
  const own = q.symbols(module, name).filter(({ symbol }) => symbol.parent < 0);
  return own.length > 0 ? found(own) : UNKNOWN;
}

export interface PathRules {
  /** The file that an import means. */
  resolve: (q: ModuleQuestions, fromPath: string, source: string) => ScopedFile | null;
  /** What a name means that no imported file has; outside the view unless given. */
  elsewhere?: (q: ModuleQuestions, name: string) => Meaning;
}

export function pathRules({ resolve, elsewhere = () => EXTERNAL }: PathRules): ModuleRules {
  return {
    imported(q, file, { source, imported }) {
      const module = resolve(q, file.path, source.source);
      if (!module) return EXTERNAL;
      return imported === "*" ? found([{ kind: "module", file: module }]) : member(q, module, imported);
    },
    ambient(q, file, name) {
      for (const fact of q.namelessImports(file)) {
        const module = resolve(q, file.path, fact.source);
        const meaning = module ? member(q, module, name) : UNKNOWN;
        if (meaning.state === "found") return meaning;
      }
      return elsewhere(q, name);
    },
    moduleMember: member,
    importedFiles(q, file, source) {
      const module = resolve(q, file.path, source.source);
      return module ? [module] : [];
    },
  };
}
