/** Facts of files in any state: those of the index where the content is the same, parsed otherwise, each content once. */
import type { SymbolFact } from "../../core/facts.ts";
import { basename, type RelPath } from "../../core/rel-path.ts";
import { detectLanguage } from "../../languages/detect.ts";
import { findFile } from "../../navigation/find-symbol.ts";
import type { ViewFile, ViewReader } from "../../storage/contract.ts";
import type { FilesState } from "./files-state.ts";
import { type Content, type ParseContents, type ParsedContent, symbolsOf } from "./parse-contents.ts";

/** A file of a state whose facts are known: from the index or parsed. */
export type KnownFile = { indexed: ViewFile } | { parsed: ParsedContent };

const FIRST_LINE_BYTES = 200;

export class ContentFacts {
  readonly #reader: ViewReader;
  readonly #parse: ParseContents;
  /** By content and name; null for what has no facts. */
  readonly #parsed = new Map<string, ParsedContent | null>();

  constructor(reader: ViewReader, parse: ParseContents) {
    this.#reader = reader;
    this.#parse = parse;
  }

  /** Those without facts, because they are no text or of no language, are absent. */
  async of(state: FilesState, paths: readonly RelPath[]): Promise<Map<RelPath, KnownFile>> {
    const known = new Map<RelPath, KnownFile>();
    const unknown: RelPath[] = [];
    for (const path of paths) {
      const id = state.ids.get(path);
      if (id === undefined) continue;
      const file = await findFile(this.#reader, path);
      if (file?.hash === id) known.set(path, { indexed: file });
      else unknown.push(path);
    }
    await this.#parseAll(state, unknown);
    for (const path of unknown) {
      const parsed = this.#parsed.get(keyOf(state, path));
      if (parsed) known.set(path, { parsed });
    }
    return known;
  }

  async symbols(state: FilesState, paths: readonly RelPath[]): Promise<Map<RelPath, SymbolFact[]>> {
    const known = await this.of(state, paths);
    const indexed = [...known.values()].flatMap((file) => ("indexed" in file ? [file.indexed.blob] : []));
    const outlines = await this.#reader.outlines(indexed);
    const symbolsAt = new Map(indexed.map((blob, at) => [blob, outlines[at]!.symbols]));
    const symbols = new Map<RelPath, SymbolFact[]>();
    for (const [path, file] of known)
      symbols.set(path, "parsed" in file ? symbolsOf(file.parsed) : symbolsAt.get(file.indexed.blob)!);
    return symbols;
  }

  async #parseAll(state: FilesState, paths: readonly RelPath[]): Promise<void> {
    const unread = paths.filter((path) => !this.#parsed.has(keyOf(state, path)));
    const read = await state.contents(unread);
    const contents = unread.flatMap((path): Content[] => {
      const bytes = read.get(path);
      const language = bytes && detectLanguage(path, firstLine(bytes))?.id;
      return bytes && language ? [{ path, language, bytes }] : [];
    });
    const parsed = await this.#parse(contents);
    for (const path of unread) this.#parsed.set(keyOf(state, path), parsed.get(path) ?? null);
  }
}

function keyOf(state: FilesState, path: RelPath): string {
  return `${state.ids.get(path)} ${basename(path)}`;
}

function firstLine(bytes: Buffer): string {
  const start = bytes.subarray(0, FIRST_LINE_BYTES).toString("utf8");
  return start.split("\n", 1)[0]!;
}
