/** From what the service says in offsets to edges between symbols of the facts. */
import type { Edge, FileLinks } from "../../core/edges.ts";
import { handleOf } from "../../core/edges.ts";
import type { SymbolFact } from "../../core/facts.ts";
import { compilerDependencies } from "../compiler-dependencies.ts";
import { EdgeSink } from "../edge-sink.ts";
import { FileSymbols, type KnownSymbol, symbolRowsOf } from "../typescript/symbol-table.ts";
import { type FileUses, type TargetRow, USE_KINDS } from "./protocol.ts";

/** Shorter names are too common for "might be one of these" to say anything. */
const MIN_GUESSABLE_NAME = 3;

export interface LinkSources {
  /** Of the contents that the view has; empty for a file that changed since. */
  symbolsOf(path: string): readonly SymbolFact[];
  textOf(path: string): string;
  /** Sources of the view. */
  paths: readonly string[];
}

export class LinkMaker {
  readonly #sources: LinkSources;
  readonly #files = new Map<string, FileSymbols>();
  readonly #targets = new Map<number, KnownSymbol | undefined>();
  #callables: ReadonlyMap<string, number> | null = null;

  constructor(sources: LinkSources) {
    this.#sources = sources;
  }

  /** The primary declaration that facts know is what a target means. */
  learn(rows: readonly TargetRow[]): void {
    for (const [target, ...places] of rows) {
      let known: KnownSymbol | undefined;
      for (let at = 0; at < places.length && !known; at += 2)
        known = this.#symbols(places[at] as string).namedAt(places[at + 1] as number);
      this.#targets.set(target, known);
    }
  }

  linksOf(file: FileUses, extractor: string): FileLinks {
    const own = this.#symbols(file.path);
    const edges = new EdgeSink();
    this.#addUses(edges, own, file.uses, "compiler");
    this.#addUses(edges, own, file.assumed, "resolved");
    for (let at = 0; at < file.declared.length; at += 4) {
      const [kind, name, offset, target] = file.declared.slice(at, at + 4) as [
        number,
        number,
        number,
        number,
      ];
      const [from, to] = [own.namedAt(name), this.#targets.get(target)];
      if (from && to && from !== to) edges.add(from.handle, to.handle, USE_KINDS[kind]!, own.lineAt(offset));
    }
    for (const [path, offset] of file.imports)
      edges.add(own.fileHandle, handleOf(path), "imports", own.lineAt(offset));
    for (const [name, offset] of file.unresolved) this.#countUnresolved(edges, own, name, offset);
    const unresolved = edges.unresolved();
    return {
      extractor,
      edges: edges.edges(),
      unresolved,
      unknown: [],
      dependencies: compilerDependencies(file.path, "csharp", unresolved),
      shown: [],
    };
  }

  #addUses(edges: EdgeSink, own: FileSymbols, rows: readonly number[], tier: Edge["tier"]): void {
    for (let at = 0; at < rows.length; at += 3) {
      const [kind, offset, target] = rows.slice(at, at + 3) as [number, number, number];
      const to = this.#targets.get(target);
      const isImport = USE_KINDS[kind] === "imports";
      const from = isImport ? own.fileHandle : own.handleAround(offset);
      if (to) edges.add(from, to.handle, USE_KINDS[kind]!, own.lineAt(offset), tier);
    }
  }

  #countUnresolved(edges: EdgeSink, own: FileSymbols, name: string, offset: number): void {
    if (name.length < MIN_GUESSABLE_NAME) return;
    this.#callables ??= this.#countCallables();
    const candidates = this.#callables.get(name) ?? 0;
    if (candidates === 0) return;
    edges.addUnresolved({ name, from: own.handleAround(offset), line: own.lineAt(offset), candidates });
  }

  #countCallables(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const path of this.#sources.paths) {
      for (const { name, kind, overload } of this.#sources.symbolsOf(path)) {
        if (overload === 0 && (kind === "method" || kind === "function"))
          counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return counts;
  }

  #symbols(path: string): FileSymbols {
    let known = this.#files.get(path);
    if (!known) {
      const { symbolsOf, textOf } = this.#sources;
      known = new FileSymbols(path, symbolRowsOf(symbolsOf(path)), textOf(path));
      this.#files.set(path, known);
    }
    return known;
  }
}
