/**
 * A tool is one thing an agent or a person asks of clew. It is defined once; the CLI command of the same name and
 * the MCP tool are made from the definition and print the same bytes, but for how each spells what to ask next.
 */
import { z } from "zod";
import type { Engine, ProgressEvent, Scope, ScopeRequest, ScopeSession } from "../engine/engine.ts";
import { type CommonInput, commonInput } from "./common-input.ts";
import type { Reader, Suggestion } from "./suggestion.ts";

/** What a tool found, before it is cut to its budget and printed. */
export interface Answer {
  /** What was found and how sure; generation and freshness are added. */
  head: string;
  /** Our own words below the head: what was left out, what does not apply. */
  notes?: readonly string[];
  /** Content in reading order, line by line. It is repository text, so it leaves fenced. */
  body: readonly string[];
  /** One suggestion; none when absent. */
  next?: Suggestion;
  /** The same content for programs. */
  data: AnswerData;
  outcome: "found" | "none" | "partial";
  /** What was found may not be what was meant. */
  isUnsure?: boolean;
  /** For a run that is asked to fail: whether it does. The exit code then tells this and not the outcome. */
  verdict?: "passed" | "failed";
  /** Files the answer tells about; they are compared with the working tree before it leaves. */
  quotes: readonly string[];
  /** Set by tools that fill the budget themselves: where the next page begins, null when nothing is left. */
  packed?: { more: Position | null };
}

/** Lists are cut to the budget one after the other; fields are kept whole. */
export interface AnswerData {
  fields: Record<string, unknown>;
  lists?: Record<string, readonly unknown[]>;
  /** What the tool needs, beside the number of items shown, to make the same lists again. */
  tail?: Position;
}

/** Where a page begins: a number of lines or items, or what a tool that packs needs. Empty for the first page. */
export type Position = readonly number[];

/** The part of an answer that one call returns. */
export interface Page {
  position: Position;
  /** Tokens left for the body of an answer with these lines around it. */
  roomFor: (around: Pick<Answer, "head" | "notes" | "next">) => number;
}

export interface ToolCall {
  engine: Engine;
  /** Folder the question is about; the caller's working folder unless given. */
  root: string;
  /** Set when several repositories are asked; the one at `root` otherwise. */
  scope?: Scope;
  /** The scope is all that is indexed. */
  isOfAll?: boolean;
  signal: AbortSignal;
  /** Who reads the answer; default: somebody at a command line. */
  reader?: Reader;
  /** Hears of updates that the call itself makes. */
  onProgress?: ((event: ProgressEvent) => void) | undefined;
  /** How long an answer may wait for the comparison with the tree when an older generation is there; default: to its end. */
  freshWaitMs?: number;
}

/** The tool's own inputs with those that every tool takes, checked by its definition. */
export type AnyInput = CommonInput & Record<string, unknown>;
/** As the caller gave it: without a budget the user's setting counts. */
export type ParsedInput = Omit<CommonInput, "max_tokens"> & { max_tokens?: number | undefined } & Record<
    string,
    unknown
  >;

interface ToolText {
  name: string;
  /** Place in help and in the tool list; last, by name, when absent. */
  order?: number;
  title: string;
  /** When to use it and when not; the first 500 characters stand alone. */
  description: string;
  /** Inputs given on the command line without a flag, in order; all others become `--options`. */
  positional?: readonly string[];
  /** A choice whose values are flags too: `--callers` for `--relation callers`. */
  choiceFlags?: string;
  /** Inputs whose text a command line takes from a file that it is given the name of; `-` is its standard input. */
  fileInputs?: readonly string[];
  /** `write` changes the index, never a repository. */
  effect?: "read" | "write";
  /** Whether several repositories can be asked at once; a tool without it uses `session.one`. */
  spansRepositories?: boolean;
}

interface ToolBehaviour<Input> {
  /** Answers from one generation of every repository that is asked. */
  answer?: (session: ScopeSession, input: Input, page: Page) => Promise<Answer> | Answer;
  /** Instead: answers about the index as a whole, or changes it. */
  manage?: (call: ToolCall, input: Input) => Promise<Answer>;
  /** Which repositories have what was asked for; undefined for one that was asked alone. */
  elsewhere?: (session: ScopeSession, input: Input) => Promise<readonly (string | undefined)[]>;
  /** What the input itself asks about; null, or absent: what the call does. */
  scopeOf?: (input: Input) => ScopeRequest | null;
}

export interface ToolDefinition extends ToolText, ToolBehaviour<AnyInput> {
  positional: readonly string[];
  input: z.ZodObject;
}

type InputOf<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>> & CommonInput;

/** Adds the inputs that every tool takes. The definition's own types end here: inputs are checked before it runs. */
export function defineTool<S extends z.ZodRawShape>(
  tool: ToolText & ToolBehaviour<InputOf<S>> & { input: S },
): ToolDefinition {
  // Its own fields are listed first, and win: search and context print markdown, too.
  const input = z.object({ ...tool.input, ...commonInput, ...tool.input });
  return { positional: [], ...tool, input } as unknown as ToolDefinition;
}
