/**
 * The tree-sitter runtime and its raw door. The public Query API makes several objects per capture; with hundreds
 * of thousands of captures per repository that costs more than the query itself, so matches are read straight
 * from the heap of the WebAssembly module. A runtime that is not the known one is used through its public API.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser, type Query, type Tree } from "web-tree-sitter";
import { AppError } from "../../core/errors.ts";
import { type RuntimeCode, readRuntimeCode } from "./known-runtime.ts";
import { useNativeInput } from "./native-input.ts";
import { beforeGrammarsLoad, beforeRuntimeLoads } from "./wasm-tiers.ts";

export interface RawModule {
  HEAP32: Int32Array;
  HEAPU8: Uint8Array;
  currentQueryProgressCallback: (() => boolean) | null;
  _ts_init(): number;
  _ts_node_end_index_wasm(tree: number): number;
  _ts_node_symbol_wasm(tree: number): number;
  _ts_query_matches_wasm(...args: number[]): void;
  _malloc(bytes: number): number;
  _free(address: number): void;
}

export interface Runtime {
  parser: Parser;
  /** Null when nothing is known about its layout. */
  memory: RuntimeMemory | null;
}

export interface RuntimeMemory {
  raw: RawModule;
  /** Where nodes are written for a call into the module, as an index into HEAP32. */
  transfer: number;
}

let runtime: Promise<Runtime> | undefined;
const grammars = new Map<string, Promise<Language>>();

/** One runtime per process; a process whose runtime trapped must be replaced. */
export function loadRuntime(): Promise<Runtime> {
  runtime ??= startRuntime(readRuntimeCode());
  return runtime;
}

/** The runtime of this process, unless one was started before, as if nothing were known about it. */
export function loadUnknownRuntime(): Promise<Runtime> {
  runtime ??= startRuntime({ ...readRuntimeCode(), isKnown: false });
  return runtime;
}

async function startRuntime({ bytes, isKnown }: RuntimeCode): Promise<Runtime> {
  const module = {};
  if (isKnown) useNativeInput(module, bytes);
  beforeRuntimeLoads();
  await Parser.init(module);
  beforeGrammarsLoad();
  const raw = module as RawModule;
  const memory = isKnown ? { raw, transfer: raw._ts_init() >> 2 } : null;
  return { parser: new Parser(), memory };
}

/** Grammars that trap on ordinary input; a trap leaves the whole runtime unusable. */
const BROKEN_GRAMMARS: ReadonlySet<string> = new Set(["xml", "dtd"]);

export function loadGrammar(name: string): Promise<Language> {
  let grammar = grammars.get(name);
  if (!grammar) {
    grammar = loadGrammarAnew(name);
    grammars.set(name, grammar);
  }
  return grammar;
}

/** A copy of its own; the memory of an earlier one is not given back. */
export async function loadGrammarAnew(name: string): Promise<Language> {
  if (BROKEN_GRAMMARS.has(name)) throw new Error(`grammar ${name} is excluded: it traps`);
  await loadRuntime();
  return Language.load(grammarPath(name));
}

/** A grammar from a file of the user's; it must be the one that was added. */
export async function loadGrammarFile({ path, sha256 }: { path: string; sha256: string }): Promise<Language> {
  const bytes = readFileSync(path);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new AppError("GRAMMAR_CHANGED", `${path} is not the grammar that was added`, {
      hint: "add it again with clew grammar add",
    });
  await loadRuntime();
  return Language.load(bytes);
}

export function grammarPath(name: string): string {
  return createRequire(import.meta.url).resolve(`tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`);
}

export function addressOf(thing: Tree | Query | Language): number {
  return (thing as unknown as { 0: number })[0];
}
