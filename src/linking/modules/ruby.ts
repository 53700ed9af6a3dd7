import { basename, dirname } from "../../core/rel-path.ts";
import { found, type SymbolEntity } from "../entities.ts";
import type { FileScope } from "../file-scope.ts";
import { joinPath, sharedDepth } from "../join-path.ts";
import type { Questions } from "../questions.ts";
import { enclosingNamespaces } from "./named-packages.ts";
import type { ModuleRules } from "./rules.ts";

function rubyFile(q: Questions, path: string): FileScope | null {
  return q.filesWithStem(path).find(({ family }) => family === "ruby") ?? null;
}

/** `require_relative` from the file; `require` along the load path, which is some `lib` folder. */
function resolveRequire(q: Questions, fromPath: string, source: string): FileScope | null {
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
    if (functions.length === 0) return { state: "external" };
    const required = new Set(
      q.wildcardImports(file).flatMap((fact) => resolveRequire(q, file.path, fact.source)?.path ?? []),
    );
    const visible = functions.filter((entity) => required.has(entity.file.path));
    if (visible.length > 0) return found(visible);
    const paths = new Set(functions.map((entity: SymbolEntity) => entity.file.path));
    return paths.size === 1
      ? { state: "found", entities: functions, isHeuristic: true }
      : { state: "external" };
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
