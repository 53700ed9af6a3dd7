import { handleOf } from "../core/edges.ts";
import type { ImportFact } from "../core/facts.ts";
import { packageOf } from "../languages/modules/names.ts";
import { isTestPath } from "../languages/test-paths.ts";
import { handleOfEntity, rulesOf, type SymbolEntity } from "./entities.ts";
import type { LinkContext } from "./link-file.ts";
import { pickTarget } from "./pick-target.ts";
import type { Questions } from "./questions.ts";
import { fullNameOf } from "./questions-keys.ts";

/** `imports` edges: file → file for each statement, file → symbol for each name it brings in. */
export function linkImports(context: LinkContext): void {
  const { facts, file } = context;
  const from = handleOf(file.path);
  for (const fact of facts.imports) {
    for (const path of targetsOf(context, fact)) {
      if (path === file.path) continue;
      context.edges.add(from, handleOf(path), "imports", "resolved", fact.line);
      if (context.isTest && !isTestPath(path)) {
        context.edges.add(from, handleOf(path), "tests", "resolved", fact.line);
      }
    }
  }
  // `export { a } from "./b"` depends on b as an import does.
  for (const fact of facts.exports) {
    if (fact.source === undefined) continue;
    const source = { source: fact.source, kind: "import" as const, isWildcard: false, bindings: [] };
    for (const target of rulesOf(file.family).importedFiles(context.q, file, source)) {
      if (target.path !== file.path) {
        context.edges.add(from, handleOf(target.path), "imports", "resolved", fact.line);
      }
    }
    if (fact.local !== "*") linkBinding(context, { ...source, line: fact.line }, fact.local, fact.local);
  }
}

/** An import of a package counts for those of its files that are used. */
export function linkPackages(context: LinkContext): void {
  const { facts, file, q } = context;
  const rules = rulesOf(file.family);
  if (!rules.packageOfImport) return;
  const filesOf = new Map<string, Set<string>>();
  for (const entity of context.used) {
    if (entity.file.path === file.path) continue;
    const name = namespaceOf(q, entity);
    const known = filesOf.get(name);
    if (known) known.add(entity.file.path);
    else filesOf.set(name, new Set([entity.file.path]));
  }
  for (const fact of facts.imports) {
    const name = rules.packageOfImport(q, file, fact);
    for (const path of name === null ? [] : (filesOf.get(name) ?? [])) {
      context.edges.add(handleOf(file.path), handleOf(path), "imports", "resolved", fact.line);
    }
  }
}

/** Full name of the package or namespace around a definition. */
function namespaceOf(q: Questions, entity: SymbolEntity): string {
  const { file } = entity;
  const packageName = packageOf(file.family, file.path, file.packageName);
  for (let at: SymbolEntity | null = entity; at; at = q.parentOf(at)) {
    if (at.symbol.kind === "namespace") return fullNameOf(packageName, at.symbol.qualifiedName);
  }
  return packageName;
}

function targetsOf(context: LinkContext, fact: ImportFact): string[] {
  const { file, q } = context;
  const rules = rulesOf(file.family);
  const paths = rules.importedFiles(q, file, fact).map((target) => target.path);
  for (const { imported, local } of fact.bindings) {
    const target = linkBinding(context, fact, imported, local);
    // A package names many files; what counts is where the imported name is defined.
    if (target !== null && paths.length === 0) paths.push(target);
  }
  return [...new Set(paths)];
}

/** Adds the edge of one imported name and returns the path of its definition. */
function linkBinding(
  context: LinkContext,
  fact: Omit<ImportFact, "bindings">,
  imported: string,
  local: string,
): string | null {
  const { file, q } = context;
  const source = { ...fact, bindings: [] };
  const meaning = rulesOf(file.family).imported(q, file, { source, imported, local });
  if (meaning.state !== "found") return null;
  const target = pickTarget(meaning.entities, "import");
  if (!target) return null;
  if (target.file.path !== file.path) {
    const tier = meaning.isHeuristic ? "heuristic" : "resolved";
    context.edges.add(handleOf(file.path), handleOfEntity(target), "imports", tier, fact.line);
  }
  return target.file.path;
}
