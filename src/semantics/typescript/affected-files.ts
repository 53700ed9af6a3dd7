/** Which files' edges may differ after a change: the changed ones, and who imports them when what they offer changed. */
import ts from "typescript";
import { virtualPath } from "./view-files.ts";

/** Path → paths it imports. */
export type ImportsOf = (path: string) => Iterable<string>;

/** The files and everything that imports them, however indirectly. */
export function withImporters(
  seeds: Iterable<string>,
  all: Iterable<string>,
  importsOf: ImportsOf,
): Set<string> {
  const importers = new Map<string, string[]>();
  for (const path of all) {
    for (const target of importsOf(path)) {
      const list = importers.get(target);
      if (list) list.push(path);
      else importers.set(target, [path]);
    }
  }
  const reached = new Set(seeds);
  // A Set visits what is added while it is walked.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return reached;
}

type EmitDeclarations = (
  file: ts.SourceFile,
  write: ts.WriteFileCallback,
  cancellation: undefined,
  emitOnlyDeclarations: boolean,
  transformers: undefined,
  isForced: boolean,
) => void;

/**
 * What a file offers to others, as the text of its declarations; null when the compiler cannot say. A body that
 * changes without changing an inferred type leaves it the same.
 */
export function surfaceOf(program: ts.Program, path: string): string | null {
  const file = program.getSourceFile(virtualPath(path));
  if (!file) return null;
  let surface: string | null = null;
  const keep: ts.WriteFileCallback = (name, text) => {
    if (/\.d\.[cm]?ts$/.test(name)) surface = text;
  };
  if (file.isDeclarationFile) return file.text;
  try {
    // The sixth parameter is what the compiler's own incremental builder passes; the public type lacks it.
    (program.emit as unknown as EmitDeclarations)(file, keep, undefined, true, undefined, true);
  } catch {
    return null;
  }
  return surface;
}

/** Declarations of this file are visible everywhere without an import. */
export function affectsEverything(program: ts.Program, path: string): boolean {
  const file = program.getSourceFile(virtualPath(path));
  if (!file) return false;
  if (!ts.isExternalModule(file)) return true;
  return file.statements.some(
    (statement) =>
      ts.isModuleDeclaration(statement) && (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0,
  );
}
