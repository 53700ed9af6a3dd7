import { joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import type { ModuleQuestions, ModuleRules } from "../modules/contract.ts";
import { EXTERNAL, found } from "../modules/meaning.ts";
import type { GoModConfig } from "./read-mod.ts";

/** Folder of this view that an import path names: the module with the longest fitting path, `replace` included. */
function folderOf(q: ModuleQuestions, fromFolder: string, importPath: string): string | null {
  return q.remember(`go\0${fromFolder}\0${importPath}`, () => {
    if (importPath.startsWith("./") || importPath.startsWith("../")) return joinPath(fromFolder, importPath);
    let best: { prefix: string; folder: string } | null = null;
    const offer = (prefix: string, folder: string | null) => {
      const fits = importPath === prefix || importPath.startsWith(`${prefix}/`);
      if (fits && folder !== null && (!best || prefix.length > best.prefix.length)) best = { prefix, folder };
    };
    for (const { path, digest } of q.configsOfKind<GoModConfig>("go")) {
      const home = dirname(path);
      offer(digest.module, home);
      for (const { from, to } of digest.replaces) offer(from, joinPath(home, to));
    }
    const hit = best as { prefix: string; folder: string } | null;
    return hit && joinPath(hit.folder, importPath.slice(hit.prefix.length));
  });
}

export const GO_RULES: ModuleRules = {
  imported(q, file, { source }) {
    const folder = folderOf(q, dirname(file.path), source.source);
    if (folder === null || q.filesOfPackage("go", `${folder}:`).length === 0) return EXTERNAL;
    return found([{ kind: "namespace", family: "go", name: `${folder}:` }]);
  },
  ambient(q, file, name) {
    const own = q
      .globals("go", `${dirname(file.path)}:.${name}`)
      .filter((entity) => entity.file.packageName === file.packageName);
    if (own.length > 0) return found(own);
    for (const fact of q.wildcardImports(file)) {
      const folder = folderOf(q, dirname(file.path), fact.source);
      const hits = folder === null ? [] : q.globals("go", `${folder}:.${name}`);
      if (hits.length > 0) return found(hits);
    }
    return EXTERNAL;
  },
  namespaceMember(q, namespace, name) {
    // Files of `package x_test` lie in the same folder and cannot be imported.
    const hits = q
      .globals("go", `${namespace}.${name}`)
      .filter(({ file }) => !file.packageName?.endsWith("_test"));
    return hits.length > 0 ? found(hits) : EXTERNAL;
  },
  moduleMember: () => EXTERNAL,
  importedFiles: () => [],
  packageOfImport(q, file, source) {
    const folder = folderOf(q, dirname(file.path), source.source);
    return folder === null ? null : `${folder}:`;
  },
};
