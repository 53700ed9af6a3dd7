/** One source text → captures, through one grammar and one query, within a deadline. */
import type { Tree } from "web-tree-sitter";
import type { Problem } from "../../core/errors.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import type { Captures } from "./captures.ts";
import { type CompiledQuery, compileLanguage, optimiseLanguage } from "./compile-language.ts";
import type { CpuDeadline } from "./cpu-deadline.ts";
import { PARSING_PROBLEMS } from "./problems.ts";
import { readMatches } from "./read-matches.ts";
import { loadRuntime, type Runtime } from "./runtime.ts";
import { isWorthOptimising } from "./wasm-tiers.ts";

const MAX_ERROR_PLACES = 5;

export interface SourceOutcome {
  /** `timeout`: nothing was captured. */
  state: "full" | "partial" | "timeout";
  problems: Problem[];
}

/** What parses a source, loaded before its deadline begins: a grammar's compilation is no cost of the file that comes first. */
export interface SourceParser {
  runtime: Runtime;
  compiled: CompiledQuery;
}

export async function loadParser(definition: LanguageDefinition, units: number): Promise<SourceParser> {
  return { runtime: await loadRuntime(), compiled: await compiledFor(definition, units) };
}

export function parseSource(
  { runtime, compiled }: SourceParser,
  source: string,
  deadline: CpuDeadline,
  captures: Captures,
): SourceOutcome {
  runtime.parser.setLanguage(compiled.grammar);
  const options = { progressCallback: () => deadline.isPast() };
  const tree = runtime.parser.parse(source, null, options);
  if (!tree) {
    runtime.parser.reset();
    return { state: "timeout", problems: [] };
  }
  try {
    if (!readMatches(runtime, compiled, tree, source, deadline, captures))
      return { state: "timeout", problems: [] };
    if (!tree.rootNode.hasError) return { state: "full", problems: [] };
    return { state: "partial", problems: errorPlaces(tree) };
  } finally {
    tree.delete();
  }
}

async function compiledFor(definition: LanguageDefinition, units: number): Promise<CompiledQuery> {
  const compiled = await compileLanguage(definition);
  if (compiled.readUnits === null) return compiled;
  compiled.readUnits += units;
  return isWorthOptimising(compiled.readUnits) ? optimiseLanguage(definition) : compiled;
}

/** The first few places where the grammar lost its way, found by descending only into subtrees with errors. */
function errorPlaces(tree: Tree): Problem[] {
  const problems: Problem[] = [];
  const cursor = tree.walk();
  while (problems.length < MAX_ERROR_PLACES) {
    const node = cursor.currentNode;
    const isPlace = node.isError || node.isMissing;
    if (isPlace) {
      const message = node.isMissing ? `${node.type} is missing` : "text that the grammar does not know";
      problems.push({ code: PARSING_PROBLEMS.syntax, message, line: node.startPosition.row + 1 });
    } else if (node.hasError && cursor.gotoFirstChild()) continue;
    let isDone = false;
    while (!isDone && !cursor.gotoNextSibling()) isDone = !cursor.gotoParent();
    if (isDone) break;
  }
  cursor.delete();
  return problems;
}
