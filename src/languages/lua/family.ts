import { foldersUp, joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import { defineFamily } from "../family.ts";
import { pathRules } from "../modules/by-path.ts";
import type { ModuleQuestions, ScopedFile } from "../modules/contract.ts";

/** `require "a.b"` → a/b.lua or a/b/init.lua below a folder above the file, `lua` or `src`. */
function luaModule(q: ModuleQuestions, fromPath: string, source: string): ScopedFile | null {
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
      const hit = files.find(({ family }) => family.id === "lua");
      if (hit) return hit;
    }
    return null;
  });
}

export const LUA_FAMILY = defineFamily({
  id: "lua",
  modules: pathRules({ resolve: luaModule }),
  selfNames: ["self"],
  superNames: [],
});
