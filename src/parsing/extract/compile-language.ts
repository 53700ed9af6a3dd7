/** A language's query, ready to run: loaded from the snapshot of the build, or compiled. */
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Language, Query } from "web-tree-sitter";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { type CaptureRole, captureRole } from "./capture-roles.ts";
import {
  decodeSnapshot,
  encodeSnapshot,
  type QuerySnapshot,
  restoreSnapshot,
  snapshotKey,
  takeSnapshot,
} from "./query-snapshot.ts";
import {
  addressOf,
  grammarPath,
  loadGrammar,
  loadGrammarAnew,
  loadGrammarFile,
  loadRuntime,
} from "./runtime.ts";
import { readPredicate, type TextPredicate } from "./text-predicates.ts";
import { loadOptimisable } from "./wasm-tiers.ts";

export interface CompiledQuery {
  definition: LanguageDefinition;
  grammar: Language;
  /** Its address in the runtime's memory, where it lives as long as the process; or itself, for the public API. */
  query: number | Query;
  /** By capture index. */
  roles: readonly CaptureRole[];
  /** By pattern index; patterns without predicates have an empty list, and so have those that the public API tests. */
  predicates: readonly (readonly TextPredicate[])[];
  /** UTF-16 units that it has read so far; null in a copy that may be optimised. */
  readUnits: number | null;
}

const compiledQueries = new Map<LanguageDefinition, Promise<CompiledQuery>>();

/** Once per process and language. Throws on a query that the grammar or the convention does not know. */
export function compileLanguage(definition: LanguageDefinition): Promise<CompiledQuery> {
  let compiled = compiledQueries.get(definition);
  if (!compiled) {
    compiled = prepare(definition, readSnapshot(definition));
    compiledQueries.set(definition, compiled);
  }
  return compiled;
}

/** From now on the language is read by a copy of its grammar that may be optimised. */
export async function optimiseLanguage(definition: LanguageDefinition): Promise<CompiledQuery> {
  const copy = await loadOptimisable(() => prepare(definition, readSnapshot(definition), loadGrammarAnew));
  copy.readUnits = null;
  compiledQueries.set(definition, Promise.resolve(copy));
  return copy;
}

/** Without a snapshot the query is compiled. */
export async function prepare(
  definition: LanguageDefinition,
  stored: QuerySnapshot | null,
  load = loadGrammar,
): Promise<CompiledQuery> {
  const { memory } = await loadRuntime();
  const { grammarFile } = definition;
  const grammar = await (grammarFile ? loadGrammarFile(grammarFile) : load(definition.grammar!));
  if (!memory) return preparePublic(definition, grammar);
  const { raw } = memory;
  const snapshot = stored ?? takeSnapshot(raw, addressOf(new Query(grammar, definition.query!)));
  const roles = rolesOf(definition, snapshot.captureNames);
  const predicates = snapshot.predicates.map((list) => list.map(readPredicate));
  const query = restoreSnapshot(raw, addressOf(grammar), snapshot);
  return { definition, grammar, query, roles, predicates, readUnits: 0 };
}

function preparePublic(definition: LanguageDefinition, grammar: Language): CompiledQuery {
  const query = new Query(grammar, definition.query!);
  const predicates = Array.from({ length: query.patternCount() }, (_, pattern) => {
    const [unknown] = query.predicatesForPattern(pattern);
    if (unknown) throw new Error(`unknown predicate #${unknown.operator}`);
    return [];
  });
  return {
    definition,
    grammar,
    query,
    roles: rolesOf(definition, query.captureNames),
    predicates,
    readUnits: 0,
  };
}

function rolesOf(definition: LanguageDefinition, captureNames: readonly string[]): CaptureRole[] {
  return captureNames.map((name) => {
    const role = captureRole(name);
    if (!role) throw new Error(`${definition.id}: unknown capture @${name}`);
    return role;
  });
}

function keyOf(definition: LanguageDefinition): string {
  return snapshotKey(definition.query!, statSync(grammarPath(definition.grammar!)).size);
}

/** Snapshots lie beside the bundle; running from sources there are none, or old ones that no key fits. */
function snapshotFile(definition: LanguageDefinition): string {
  return fileURLToPath(new URL(`./queries/${definition.id}.bin`, import.meta.url));
}

function readSnapshot(definition: LanguageDefinition): QuerySnapshot | null {
  if (definition.grammarFile) return null;
  try {
    return decodeSnapshot(keyOf(definition), readFileSync(snapshotFile(definition)));
  } catch {
    return null;
  }
}

/** For the build: the snapshot of a language as it is stored, and under which name. */
export async function buildSnapshot(
  definition: LanguageDefinition,
): Promise<{ file: string; content: Buffer } | null> {
  if (!definition.grammar || definition.query === undefined || readSnapshot(definition)) return null;
  const { memory } = await loadRuntime();
  if (!memory) return null;
  const grammar = await loadGrammar(definition.grammar);
  const snapshot = takeSnapshot(memory.raw, addressOf(new Query(grammar, definition.query)));
  return { file: snapshotFile(definition), content: encodeSnapshot(keyOf(definition), snapshot) };
}
