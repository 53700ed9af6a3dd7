import type { Meaning, SymbolEntity } from "../entities.ts";
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
  /** A name taken from a package or namespace. */
  namespaceMember?(q: Questions, namespace: string, name: string): Meaning;
  /** Files that an import statement as a whole points at; empty when it names a package or something external. */
  importedFiles(q: Questions, file: FileScope, source: SurfaceImport): readonly FileScope[];
  /** Package that an import statement opens; files of it that are used count as imported. */
  packageOfImport?(q: Questions, file: FileScope, source: SurfaceImport): string | null;
}
