import { foldersUp, joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import type { Entity, Meaning, ModuleQuestions, ModuleRules, ScopedFile } from "../modules/contract.ts";
import { EXTERNAL, found } from "../modules/meaning.ts";
import type { PythonConfig } from "./read-config.ts";

/** A module is a file or a package's `__init__`; a folder without one is a namespace, known by its path. */
function resolvePythonModule(q: ModuleQuestions, fromPath: string, source: string): Entity | null {
  const folder = dirname(fromPath);
  return q.remember(`py\0${folder}\0${source}`, () => {
    const dots = /^\.*/.exec(source)![0].length;
    const path = source.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      const base = joinPath(folder, "../".repeat(dots - 1));
      return base === null ? null : moduleAt(q, join(base, path));
    }
    for (const root of sourceRoots(q, folder)) {
      const module = moduleFile(q, join(root, path));
      if (module) return { kind: "module", file: module };
    }
    return null;
  });
}

function join(folder: string, path: string): string {
  return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

function moduleFile(q: ModuleQuestions, path: string): ScopedFile | null {
  if (path === "") return null;
  for (const stem of [`${path}/__init__`, path]) {
    const file = q.filesWithStem(stem).find((candidate) => candidate.family.id === "python");
    if (file) return file;
  }
  return null;
}

function moduleAt(q: ModuleQuestions, path: string): Entity {
  const file = moduleFile(q, path);
  return file ? { kind: "module", file } : { kind: "namespace", family: "python", name: path };
}

/** Where absolute imports start: above the importer's outermost package, then what the project says, then habits. */
function sourceRoots(q: ModuleQuestions, folder: string): string[] {
  return q.remember(`pyroots\0${folder}`, () => {
    const roots: string[] = [];
    for (const at of foldersUp(folder)) {
      const isPackage =
        at !== "" && q.filesWithStem(`${at}/__init__`).some(({ family }) => family.id === "python");
      if (!isPackage) {
        roots.push(at);
        break;
      }
    }
    for (const { path, digest } of q.configsOfKind<PythonConfig>("python")) {
      const home = dirname(path);
      for (const source of digest.sourceFolders) {
        const root = joinPath(home, source);
        if (root !== null) roots.push(root);
      }
      roots.push(home, join(home, "src"));
    }
    roots.push("", "src", "lib", ...foldersUp(folder));
    return [...new Set(roots)];
  });
}

/** `from app.routers import users` where `routers` has no `__init__`: a module of that name in the folder. */
function moduleInNamespace(q: ModuleQuestions, fromPath: string, source: string, name: string): Meaning {
  const path = source.replaceAll(".", "/");
  for (const root of name === "*" ? [] : sourceRoots(q, dirname(fromPath))) {
    const inside = moduleFile(q, join(join(root, path), name));
    if (inside) return found([{ kind: "module", file: inside }]);
  }
  return EXTERNAL;
}

/** A name of a module: defined, imported (re-exported), a submodule, or brought in by a wildcard. */
function pythonMember(q: ModuleQuestions, module: ScopedFile, name: string): Meaning {
  return q.remember(
    `pym\0${module.path}\0${name}`,
    () => {
      const seen = new Set<string>();
      const queue: { file: ScopedFile; name: string }[] = [{ file: module, name }];
      for (let at = 0; at < queue.length; at++) {
        const { file, name: wanted } = queue[at]!;
        const key = `${file.path}\0${wanted}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const own = q.symbols(file, wanted).filter(({ symbol }) => symbol.parent < 0);
        if (own.length > 0) return found(own);
        for (const { source, imported } of q.imports(file, wanted)) {
          const target = resolvePythonModule(q, file.path, source.source);
          if (!target) continue;
          if (imported === "*") return found([target]);
          if (target.kind === "module") queue.push({ file: target.file, name: imported });
          else if (target.kind === "namespace") {
            const inside = moduleFile(q, join(target.name, imported));
            if (inside) return found([{ kind: "module", file: inside }]);
          }
        }
        if (file.path.endsWith("/__init__.py") || file.path.endsWith("/__init__.pyi")) {
          const inside = moduleFile(q, join(dirname(file.path), wanted));
          if (inside) return found([{ kind: "module", file: inside }]);
        }
        if (wanted.startsWith("_")) continue;
        for (const fact of q.wildcardImports(file)) {
          const target = resolvePythonModule(q, file.path, fact.source);
          if (target?.kind === "module") queue.push({ file: target.file, name: wanted });
        }
      }
      return EXTERNAL;
    },
    module !== q.own,
    EXTERNAL,
  );
}

export const PYTHON_RULES: ModuleRules = {
  imported(q, file, { source, imported }) {
    const target = resolvePythonModule(q, file.path, source.source);
    if (!target) return moduleInNamespace(q, file.path, source.source, imported);
    if (imported === "*") return found([target]);
    if (target.kind === "module") return pythonMember(q, target.file, imported);
    const inside = target.kind === "namespace" ? moduleFile(q, join(target.name, imported)) : null;
    return inside ? found([{ kind: "module", file: inside }]) : EXTERNAL;
  },
  ambient(q, file, name) {
    for (const fact of q.wildcardImports(file)) {
      const target = resolvePythonModule(q, file.path, fact.source);
      if (target?.kind !== "module" || name.startsWith("_")) continue;
      const meaning = pythonMember(q, target.file, name);
      if (meaning.state === "found") return meaning;
    }
    return EXTERNAL;
  },
  moduleMember: pythonMember,
  namespaceMember(q, namespace, name) {
    return found([moduleAt(q, join(namespace, name))]);
  },
  importedFiles(q, file, source) {
    const target = resolvePythonModule(q, file.path, source.source);
    return target?.kind === "module" ? [target.file] : [];
  },
};
