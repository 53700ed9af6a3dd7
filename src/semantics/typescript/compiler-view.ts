/** What all programs of a view share: its files, their trees and tables of symbols, and what modules mean. */
import type ts from "typescript";
import { comparePaths } from "../../core/rel-path.ts";
import { createProjectHost, type ProjectHost, parsedKey } from "./compiler-host.ts";
import { DeclaredNames } from "./declared-names.ts";
import { type Division, divideView } from "./divide-view.ts";
import { FileSymbols, type SymbolRow } from "./symbol-table.ts";
import {
  isCompilerSource,
  isDeclarationFile,
  type ReadBytes,
  ViewFiles,
  viewPath,
  virtualPath,
} from "./view-files.ts";

export type Outdated = "changed-on-disk" | "unreadable";

export class CompilerView {
  readonly files: ViewFiles;
  readonly names = new DeclaredNames();
  readonly outdated = new Map<string, Outdated>();
  readonly #rows = new Map<string, readonly SymbolRow[]>();
  readonly #symbols = new Map<string, FileSymbols>();
  readonly #parsed = new Map<string, ts.SourceFile>();
  /** Raised with every change: a program that was made before is made again. */
  version = 0;
  #shape: { project: ProjectHost; division: Division } | null = null;

  constructor(read: ReadBytes) {
    this.files = new ViewFiles(read);
  }

  /** Every source of the view, in the order in which results come. */
  get sources(): string[] {
    return [...this.files.paths].filter(isCompilerSource).sort(comparePaths);
  }

  /** What modules mean and which sources make a program; made anew when files came or went or a configuration changed. */
  get shape(): { project: ProjectHost; division: Division } {
    if (!this.#shape) {
      const readText = (path: string) => this.files.read(path)?.text;
      const project = createProjectHost(this.files, this.#parsed);
      this.#shape = { project, division: divideView(this.sources, project.resolver.configs, readText) };
    }
    return this.#shape;
  }

  get declarationFiles(): string[] {
    return [...this.files.paths].filter(isDeclarationFile);
  }

  changeShape(): void {
    this.#shape = null;
  }

  rowsOf(path: string): readonly SymbolRow[] | undefined {
    return this.#rows.get(path);
  }

  set(path: string, hash: string, rows: readonly SymbolRow[]): void {
    this.#forget(path);
    this.files.set(path, hash);
    this.#rows.set(path, rows);
    this.names.add(rows);
  }

  delete(path: string): void {
    this.#forget(path);
    this.files.delete(path);
    this.#rows.delete(path);
    this.outdated.delete(path);
  }

  #forget(path: string): void {
    this.version += 1;
    this.names.remove(this.#rows.get(path) ?? []);
    this.#symbols.delete(path);
    this.#shape?.project.resolver.forget(path);
    this.#parsed.delete(parsedKey(virtualPath(path), this.files.hashOf(path)));
  }

  /** A program was made: files whose content is not that of the view are no part of what it knows. */
  noteOutdated(program: ts.Program, paths: Iterable<string>): void {
    for (const path of paths) {
      const read = this.files.readBefore(path);
      if (read === undefined) continue;
      if (read === null || !program.getSourceFile(virtualPath(path))) this.outdated.set(path, "unreadable");
      else if (!read.isCurrent) this.outdated.set(path, "changed-on-disk");
      else this.outdated.delete(path);
    }
    this.files.forgetTexts();
  }

  readonly symbolsOf = (file: ts.SourceFile): FileSymbols | undefined => {
    const path = viewPath(file.fileName);
    if (path === null) return undefined;
    let known = this.#symbols.get(path);
    if (!known) {
      // Places of an outdated file's facts mean nothing in its present text.
      const rows = this.outdated.has(path) ? [] : (this.#rows.get(path) ?? []);
      known = new FileSymbols(path, rows, file.text);
      this.#symbols.set(path, known);
    }
    return known;
  };
}
