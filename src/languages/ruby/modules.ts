import { joinPath, sharedDepth } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import type { ModuleQuestions, ModuleRules, ScopedFile } from "../modules/contract.ts";
import { EXTERNAL, found } from "../modules/meaning.ts";
import { enclosingNamespaces } from "../modules/named-packages.ts";

function rubyFile(q: ModuleQuestions, path: string): ScopedFile | null {
  return q.filesWithStem(path).find(({ family }) => family.id === "ruby") ?? null;
}

/** `require_relative` from the file; `require` along the load path, which is some `lib` folder. */
function resolveRequire(q: ModuleQuestions, fromPath: string, source: string): ScopedFile | null {
  const plain = source.replace(/\.rb$/, "");
  if (plain.startsWith(".")) {
    const path = joinPath(dirname(fromPath), plain);
    return path === null ? null : rubyFile(q, path);
  }
  for (const root of ["lib/", ""]) {
    const hit = rubyFile(q, `${root}${plain}`);
    if (hit) return hit;
  }
  const fitting = q
    .filesWithBasename(`${basename(plain)}.rb`)
    .filter(({ path }) => path.endsWith(`/lib/${plain}.rb`) || path.endsWith(`/app/${plain}.rb`));
  const depths = fitting.map(({ path }) => sharedDepth(dirname(path), dirname(fromPath)));
  const nearest = fitting.filter((_, at) => depths[at] === Math.max(...depths));
  return nearest.length === 1 ? nearest[0]! : null;
}

export const RUBY_RULES: ModuleRules = {
  imported(q, _file, { imported }) {
    return found(q.globals("ruby", imported));
  },
  /** Constants by nesting, then at the top; methods of the top level belong to every object. */
  ambient(q, file, name, owner) {
    const isConstant = /^[A-Z]/.test(name);
    for (const scope of isConstant ? enclosingNamespaces(q, file, owner) : []) {
      const hits = q.globals("ruby", `${scope}.${name}`);
      if (hits.length > 0) return found(hits);
    }
    const hits = q.globals("ruby", name);
    if (isConstant) return found(hits.length > 0 ? hits : [{ kind: "namespace", family: "ruby", name }]);
    const functions = hits.filter(({ symbol }) => symbol.kind === "function");
    if (functions.length === 0) return EXTERNAL;
    const required = new Set(
      q.wildcardImports(file).flatMap((fact) => resolveRequire(q, file.path, fact.source)?.path ?? []),
    );
    const visible = functions.filter((entity) => required.has(entity.file.path));
    if (visible.length > 0) return found(visible);
    const paths = new Set(functions.map((entity) => entity.file.path));
    return paths.size === 1 ? { state: "found", entities: functions, isHeuristic: true } : EXTERNAL;
  },
  namespaceMember(q, namespace, name) {
    const full = namespace === "" ? name : `${namespace}.${name}`;
    const hits = q.globals("ruby", full);
    return found(hits.length > 0 ? hits : [{ kind: "namespace", family: "ruby", name: full }]);
  },
  moduleMember: (q, module, name) => found(q.symbols(module, name)),
  importedFiles(q, file, source) {
    const target = resolveRequire(q, file.path, source.source);
    return target ? [target] : [];
  },
};
