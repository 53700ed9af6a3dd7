import type { Entity, Meaning, SymbolEntity } from "../entities.ts";
import type { FileScope, ImportedName } from "../file-scope.ts";
import type { Questions } from "../questions.ts";
import type { SurfaceImport } from "../surface.ts";

/** How one family of languages finds what lies outside a file. */
export interface ModuleRules {
  /** What an imported name stands for. */
  imported(q: Questions, file: FileScope, name: ImportedName): Meaning;
  /** What a name means that is neither defined nor imported by name in the file: package, wildcards, globals. */
  ambient(q: Questions, file: FileScope, name: string, owner: SymbolEntity | null): Meaning;
  /** A name taken from a module. */
  moduleMember(q: Questions, module: FileScope, name: string): Meaning;
  /** Files that an import statement as a whole points at; empty when it names a package or something external. */
  importedFiles(q: Questions, file: FileScope, source: SurfaceImport): readonly FileScope[];
  /** What an import statement as a whole stands for, for languages whose imports bind the last part of a path. */
  importedEntity?(q: Questions, file: FileScope, source: string): Entity | null;
}
