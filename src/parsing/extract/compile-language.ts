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
import { addressOf, grammarPath, loadGrammar, loadGrammarFile, loadRuntime } from "./runtime.ts";
import { readPredicate, type TextPredicate } from "./text-predicates.ts";

export interface CompiledQuery {
  definition: LanguageDefinition;
  grammar: Language;
  /** Address of the query in the module's memory; lives as long as the process. */
  address: number;
  /** By capture index. */
  roles: readonly CaptureRole[];
  /** By pattern index; patterns without predicates have an empty list. */
  predicates: readonly (readonly TextPredicate[])[];
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

/** Without a snapshot the query is compiled. */
export async function prepare(
  definition: LanguageDefinition,
  stored: QuerySnapshot | null,
): Promise<CompiledQuery> {
  const { raw } = await loadRuntime();
  const { grammarFile } = definition;
  const grammar = await (grammarFile ? loadGrammarFile(grammarFile) : loadGrammar(definition.grammar!));
  const snapshot = stored ?? takeSnapshot(raw, addressOf(new Query(grammar, definition.query!)));
  const roles = snapshot.captureNames.map((name): CaptureRole => {
    const role = captureRole(name);
    if (!role) throw new Error(`${definition.id}: unknown capture @${name}`);
    return role;
  });
  const predicates = snapshot.predicates.map((list) => list.map(readPredicate));
  const address = restoreSnapshot(raw, addressOf(grammar), snapshot);
  return { definition, grammar, address, roles, predicates };
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
  const { raw } = await loadRuntime();
  const grammar = await loadGrammar(definition.grammar);
  const snapshot = takeSnapshot(raw, addressOf(new Query(grammar, definition.query)));
  return { file: snapshotFile(definition), content: encodeSnapshot(keyOf(definition), snapshot) };
}
