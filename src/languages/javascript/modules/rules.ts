import {
  DEFAULT_EXPORT,
  type Entity,
  type Meaning,
  type ModuleQuestions,
  type ModuleRules,
  type ScopedFile,
  type SymbolEntity,
} from "../../modules/contract.ts";
import { EXTERNAL, found, UNKNOWN } from "../../modules/meaning.ts";
import { resolveJsModule } from "./resolve-module.ts";

/**
 * What a module exports under a name, followed through re-exports to the definition. Breadth first over
 * (file, name) pairs, each visited once, so cycles of barrels end.
 */
function resolveJsExport(q: ModuleQuestions, module: ScopedFile, name: string): Meaning {
  return q.remember(
    `jsx\0${module.path}\0${name}`,
    () => {
      const seen = new Set<string>();
      const queue: ExportPlace[] = [{ file: module, name }];
      let leavesView = false;
      let passedOn: ScopedFile | null = null;
      for (let at = 0; at < queue.length; at++) {
        const { file, name: wanted } = queue[at]!;
        const key = `${file.path}\0${wanted}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const step = lookAt(q, file, wanted);
        if (step.entities.length > 0) return found(step.entities);
        if (step.next.length === 0 && !step.leavesView && wanted !== "default") passOn(q, file, wanted, step);
        leavesView ||= step.leavesView;
        if (wanted === "default" && step.next.length === 0 && at > 0) passedOn ??= file;
        queue.push(...step.next);
      }
      if (leavesView) return EXTERNAL;
      // `export { default as Card } from "./Card.vue"`: as where it is imported, the module is its own default.
      return passedOn ? found([{ kind: "module", file: passedOn }]) : UNKNOWN;
    },
    module !== q.own,
    UNKNOWN,
  );
}

interface ExportPlace {
  file: ScopedFile;
  name: string;
}

interface ExportStep {
  entities: Entity[];
  next: ExportPlace[];
  leavesView: boolean;
}

/** A name that the module does not export itself may come through its `export *`. */
function passOn(q: ModuleQuestions, file: ScopedFile, name: string, step: ExportStep): void {
  const barrel = q.barrel(file);
  step.leavesView = barrel.leavesView;
  if (barrel.isEmpty) return;
  const exporters = new Set(q.exporters("js", name));
  for (const target of barrel.passedOn(exporters)) step.next.push({ file: target, name });
}

function lookAt(q: ModuleQuestions, file: ScopedFile, name: string): ExportStep {
  const step: ExportStep = { entities: [], next: [], leavesView: false };
  const follow = (specifier: string, wanted: string) => {
    const target = resolveJsModule(q, file.path, specifier);
    if (!target) step.leavesView = true;
    else if (wanted === "*") step.entities.push({ kind: "module", file: target });
    else step.next.push({ file: target, name: wanted });
  };
  for (const fact of q.exports(file, name)) {
    if (fact.source !== undefined) follow(fact.source, fact.local);
    else if (fact.local !== "") {
      step.entities.push(...topLevel(q.symbols(file, fact.local)));
      if (step.entities.length === 0) {
        for (const { source, imported } of q.imports(file, fact.local)) follow(source.source, imported);
      }
    }
  }
  if (step.entities.length > 0) return step;
  const own = topLevel(q.symbols(file, name === "default" ? DEFAULT_EXPORT : name));
  const exported = own.filter(
    ({ symbol }) => symbol.scope === "exported" || symbol.modifiers.includes("export"),
  );
  // A script or CommonJS module says what it exports by assignment; its top-level names stand for that.
  const isScript = exported.length === 0 && file.language === "javascript";
  step.entities.push(...(isScript ? own : exported));
  return step;
}

function topLevel(entities: readonly SymbolEntity[]): SymbolEntity[] {
  return entities.filter(({ symbol }) => symbol.parent < 0);
}

export const JS_RULES: ModuleRules = {
  imported(q, file, { source, imported }) {
    const module = resolveJsModule(q, file.path, source.source);
    if (!module) return EXTERNAL;
    if (imported === "*") return found([{ kind: "module", file: module }]);
    const meaning = resolveJsExport(q, module, imported);
    // A single-file component is its own default export; so is a CommonJS module.
    if (meaning.state === "unknown" && imported === "default")
      return found([{ kind: "module", file: module }]);
    return meaning;
  },
  ambient: () => EXTERNAL,
  moduleMember: (q, module, name) => resolveJsExport(q, module, name),
  importedFiles(q, file, source) {
    const module = resolveJsModule(q, file.path, source.source);
    return module ? [module] : [];
  },
};
