/** Languages whose imports are file paths: Lua, shell, Zig, and PHP's `require`. */
import { basename, dirname } from "../../core/rel-path.ts";
import { EXTERNAL, found, type Meaning, UNKNOWN } from "../entities.ts";
import type { Family } from "../families.ts";
import type { FileScope } from "../file-scope.ts";
import { foldersUp, joinPath } from "../join-path.ts";
import { MOST_NAMED, type Questions } from "../questions.ts";
import type { ModuleRules } from "./rules.ts";

function exactFile(q: Questions, fromPath: string, source: string): FileScope | null {
  for (const folder of foldersUp(dirname(fromPath))) {
    const path = joinPath(folder, source);
    const hit = path === null || path === "" ? null : q.file(path);
    if (hit || source.startsWith(".")) return hit;
  }
  return null;
}

/** `require "a.b"` → a/b.lua or a/b/init.lua below a folder above the file, `lua` or `src`. */
function luaModule(q: Questions, fromPath: string, source: string): FileScope | null {
  const path = source.replaceAll(".", "/");
  const folder = dirname(fromPath);
  return q.remember(`lua\0${folder}\0${source}`, () => {
    const roots = [...foldersUp(folder)].flatMap((root) => [
      root,
      `${root}/lua`,
      `${root}/src`,
      `${root}/lib`,
    ]);
    for (const root of roots) {
      const stem = joinPath(root, path);
      if (stem === null || stem === "") continue;
      const files = [...q.filesWithStem(stem), ...q.filesWithStem(`${stem}/init`)];
      const hit = files.find(({ family }) => family === "lua");
      if (hit) return hit;
    }
    return null;
  });
}

/** `source "$DIR/lib.sh"`: the variable part is not known, the rest mostly says enough. */
function shellFile(q: Questions, fromPath: string, source: string): FileScope | null {
  const plain = source.replace(/["']/g, "").replace(/^.*[$)}][^/]*\//, "");
  const exact = exactFile(q, fromPath, plain);
  if (exact) return exact;
  const fitting = q
    .filesWithBasename(basename(plain))
    .filter(({ path }) => path === plain || path.endsWith(`/${plain}`));
  return fitting.length === 1 ? fitting[0]! : null;
}

function member(q: Questions, module: FileScope, name: string): Meaning {
  for (const fact of q.exports(module, name)) {
    const hits = q.symbols(module, fact.local);
    if (hits.length > 0) return found(hits);
  }
  const own = q.symbols(module, name).filter(({ symbol }) => symbol.parent < 0);
  return own.length > 0 ? found(own) : UNKNOWN;
}

export function pathRules(
  family: Family,
  resolve: (q: Questions, fromPath: string, source: string) => FileScope | null,
): ModuleRules {
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
      if (family !== "shell") return EXTERNAL;
      const named = q.named(family, name);
      const functions = named.filter(({ symbol }) => symbol.kind === "function");
      return functions.length === 1 && named.length < MOST_NAMED
        ? { state: "found", entities: functions, isHeuristic: true }
        : EXTERNAL;
    },
    moduleMember: member,
    importedFiles(q, file, source) {
      const module = resolve(q, file.path, source.source);
      return module ? [module] : [];
    },
  };
}

export const LUA_RULES = pathRules("lua", luaModule);
export const SHELL_RULES = pathRules("shell", shellFile);
export const ZIG_RULES = pathRules("zig", (q, fromPath, source) => {
  const path = joinPath(dirname(fromPath), source);
  return path === null ? null : q.file(path);
});
export { exactFile };
