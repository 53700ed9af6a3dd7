/** One decoded blob → its facts and terms. Total: whatever the text, there is an answer. */
import { AppError, type Problem } from "../../core/errors.ts";
import type { BlobFacts, ExtractedBlob } from "../../core/facts.ts";
import { DEFAULT_LIMITS, type LanguageDefinition, MAX_LINES_FOR_BODIES } from "../../languages/contract.ts";
import { LANGUAGES } from "../../languages/registry.gen.ts";
import { isRefusedMemory } from "../../supervision/refused-memory.ts";
import { isTooDeep } from "./bracket-depth.ts";
import { buildFacts, type Layout } from "./build-facts.ts";
import { type Captures, emptyCaptures } from "./captures.ts";
import { cutIntoPieces } from "./chunks.ts";
import { CpuDeadline } from "./cpu-deadline.ts";
import { fallbackWindows } from "./fallback.ts";
import { fillChunks } from "./fill-chunks.ts";
import { LineIndex } from "./line-index.ts";
import { loadParser, parseSource, type SourceParser } from "./parse-source.ts";
import { PARSING_PROBLEMS } from "./problems.ts";

export interface ExtractInput {
  language: LanguageDefinition;
  /** Decoded, without a byte order mark. */
  source: string;
  /** Size of the blob before decoding. */
  bytes: number;
  /** Replaces the language's own limit. */
  parseMs?: number;
  /** Do not parse: an earlier attempt ended badly. */
  fallbackOnly?: boolean;
  /** Problems met before extraction, such as bytes that are not UTF-8. */
  problems?: readonly Problem[];
}

export async function extractBlob(input: ExtractInput): Promise<ExtractedBlob> {
  const { language, source } = input;
  const lines = new LineIndex(source);
  const facts = emptyFacts(language.id, input.bytes, lines.count);
  facts.problems.push(...(input.problems ?? []));
  const captures = emptyCaptures();
  const isParsed = await capture(input, captures, facts);
  const layout = isParsed ? layOut(language, source, lines, captures, facts) : null;
  if (!layout) {
    facts.status = "fallback";
    facts.hasAllLiterals = language.literals === undefined;
  }
  const pieces = layout ? cutIntoPieces(source, lines, facts.symbols, layout) : fallbackWindows(lines);
  const terms = fillChunks(source, lines, pieces, layout ?? emptyLayout(), facts);
  facts.tokens = facts.chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  return { facts, terms };
}

function emptyFacts(language: string, bytes: number, lines: number): BlobFacts {
  return {
    language,
    status: "full",
    bytes,
    lines,
    tokens: 0,
    symbols: [],
    references: [],
    locals: [],
    objects: [],
    imports: [],
    exports: [],
    calls: [],
    annotations: [],
    hasAllLiterals: true,
    chunks: [],
    problems: [],
  };
}

function emptyLayout(): Layout {
  return { docStarts: new Map(), importLines: [], header: null, comments: [] };
}

/** Parses the file and the parts of it in other languages; false when there is nothing to build on. */
async function capture(input: ExtractInput, captures: Captures, facts: BlobFacts): Promise<boolean> {
  const { language, source } = input;
  if (input.fallbackOnly || !language.grammar || language.query === undefined) return false;
  if (isTooDeep(source)) {
    facts.problems.push({
      code: PARSING_PROBLEMS.tooDeep,
      message: "brackets lie too deep in each other to be parsed",
    });
    return false;
  }
  const parseMs = input.parseMs ?? language.limits?.parseMs ?? DEFAULT_LIMITS.parseMs;
  try {
    const parts = await loadParsers(sourcesOf(language, source));
    const deadline = new CpuDeadline(parseMs);
    for (const { parser, text } of parts) {
      const outcome = parseSource(parser, text, deadline, captures);
      if (outcome.state === "timeout") {
        facts.problems.push({
          code: PARSING_PROBLEMS.timeout,
          message: `parsing took longer than ${parseMs} ms`,
        });
        return false;
      }
      if (outcome.state === "partial") facts.status = "partial";
      facts.problems.push(...outcome.problems);
    }
    return true;
  } catch (error) {
    // A RuntimeError is a trap inside the grammar; this runtime must not be used again.
    if ((error as Error).name === "RuntimeError") throw error;
    // Another file would have fared the same: this one has not been read.
    if (isRefusedMemory(error)) throw error;
    const code = error instanceof AppError ? error.code : PARSING_PROBLEMS.failed;
    facts.problems.push({ code, message: String(error) });
    return false;
  }
}

/** The file itself, then its embedded parts, each in a text of the same length so that all offsets agree. */
function sourcesOf(
  language: LanguageDefinition,
  source: string,
): { definition: LanguageDefinition; text: string }[] {
  const sources = [{ definition: language, text: language.mask?.(source) ?? source }];
  for (const part of language.embedded?.(source) ?? []) {
    const definition = LANGUAGES.find((candidate) => candidate.id === part.language);
    if (!definition?.grammar || definition.query === undefined) continue;
    const text = blankOut(source.slice(0, part.start)) + source.slice(part.start, part.end);
    sources.push({ definition, text });
  }
  return sources;
}

async function loadParsers(
  sources: readonly { definition: LanguageDefinition; text: string }[],
): Promise<{ parser: SourceParser; text: string }[]> {
  const out = [];
  for (const { definition, text } of sources)
    out.push({ parser: await loadParser(definition, text.length), text });
  return out;
}

function blankOut(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}

function layOut(
  language: LanguageDefinition,
  source: string,
  lines: LineIndex,
  captures: Captures,
  facts: BlobFacts,
): Layout {
  const withBodies = lines.count <= MAX_LINES_FOR_BODIES;
  if (!withBodies) {
    facts.status = "structure";
    facts.hasAllLiterals = language.literals === undefined;
  }
  const layout = buildFacts(language, source, lines, captures, withBodies, facts);
  for (const part of language.embedded?.(source) ?? []) {
    LANGUAGES.find((candidate) => candidate.id === part.language)?.refine?.(facts, source);
  }
  language.refine?.(facts, source);
  numberOverloads(facts);
  return layout;
}

/** In document order; languages may have renamed symbols since. */
function numberOverloads(facts: BlobFacts): void {
  const counts = new Map<string, number>();
  for (const symbol of facts.symbols) {
    const overload = counts.get(symbol.qualifiedName) ?? 0;
    symbol.overload = overload;
    counts.set(symbol.qualifiedName, overload + 1);
  }
}
