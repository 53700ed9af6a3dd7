/** A question from its arguments to the bytes that leave: the command line and MCP print these and no others. */
import { untilAborted } from "../core/until-aborted.ts";
import type { Freshness, ViewSession } from "../engine/engine.ts";
import { TimeLimit } from "../engine/time-limit.ts";
import { freshnessOf } from "./answer-head.ts";
import type { Answer, AnyInput, Page, ParsedInput, Position, ToolCall, ToolDefinition } from "./contract.ts";
import { type Cursor, checkGeneration, indexName, questionId, readCursor, writeCursor } from "./cursor.ts";
import { pageJson } from "./page-json.ts";
import { pageText, roomFor, type TextPageOptions } from "./page-text.ts";

export interface PrintedAnswer {
  /** Without a newline at the end. */
  text: string;
  /** What JSON holds, or would hold: plain values, cut to the same budget. */
  data: Record<string, unknown>;
  outcome: Answer["outcome"];
}

/** What was asked, apart from the tool's own inputs. */
interface Asked {
  maxTokens: number;
  isJson: boolean;
  question: string;
  cursor: Cursor | null;
}

/** What an answer says about the generation it stands on. */
interface Standing {
  generation: number;
  index: string;
  /** Part of line 1; empty for answers that are about no generation. */
  freshness: string;
  fields: Record<string, unknown>;
}

const NO_GENERATION: Standing = { generation: 0, index: "0000", freshness: "", fields: {} };

/** `fresh` waits this long for the comparison with the whole tree. */
const FRESH_WAIT_MS = 120_000;
/** How often an answer is made anew because a file it quotes changed meanwhile. */
const MAX_ATTEMPTS = 3;
/** A tool that packs may miss by the tokens between its parts; each try leaves more room. */
const SLACKS = [0, 16, 64, 256];

export async function answerTool(
  tool: ToolDefinition,
  given: ToolCall,
  parsed: ParsedInput,
): Promise<PrintedAnswer> {
  const input: AnyInput = { ...parsed, max_tokens: parsed.max_tokens ?? given.engine.defaultBudget };
  const named = tool.repositoryOf?.(input);
  const call =
    named === undefined ? given : { ...given, root: await given.engine.findRepository(named, given.root) };
  const question = questionId(tool.name, call.root, input);
  const asked: Asked = {
    maxTokens: input.max_tokens,
    isJson: input.format === "json",
    question,
    cursor: input.cursor === undefined ? null : readCursor(input.cursor, question),
  };
  if (tool.manage) {
    const { isCut: _, ...printed } = print(await tool.manage(call, input), NO_GENERATION, asked);
    return printed;
  }
  for (let attempt = 1; ; attempt++) {
    const { printed, mustScan } = await askOnce(tool, call, input, asked, attempt);
    if (!mustScan || attempt === MAX_ATTEMPTS) return printed;
  }
}

async function askOnce(
  tool: ToolDefinition,
  call: ToolCall,
  input: AnyInput,
  asked: Asked,
  attempt: number,
): Promise<{ printed: PrintedAnswer; mustScan: boolean }> {
  // The second try follows an edit of a quoted file, so it waits for the update whatever the caller's patience.
  const isPatient = input.fresh || attempt > 1;
  const waitMs = isPatient ? FRESH_WAIT_MS : call.freshWaitMs;
  const limit = new TimeLimit(call.engine.queryMs, call.signal);
  const asking = call.engine.read(
    call.root,
    async (session) => {
      checkGeneration(asked.cursor, session);
      let standing = standingOf(session, session.freshness);
      for (const slack of SLACKS) {
        const answer = await tool.answer!(session, input, pageOf(asked, standing, slack));
        const changed = await session.changedOf(answer.quotes);
        if (changed.length > 0 && attempt === MAX_ATTEMPTS) {
          const reason = `${changed.length} quoted files keep changing`;
          standing = standingOf(session, { isFresh: false, reason });
        }
        const { isCut, ...printed } = print(answer, standing, asked);
        // That something is absent is said only after a scan: watches do not see writes through a memory map.
        const isAbsenceUnproved = answer.outcome === "none" && session.isByWatching;
        if (!isCut || slack === SLACKS.at(-1))
          return { printed, mustScan: changed.length > 0 || isAbsenceUnproved };
      }
      throw new Error("unreachable: the last slack returns");
    },
    { signal: call.signal, limit, mustScan: isPatient, ...(waitMs !== undefined && { waitMs }) },
  );
  // The caller hears of it at once; the work itself ends at its next read.
  return untilAborted(asking, limit.signal).finally(() => limit.end());
}

function standingOf(session: ViewSession, freshness: Freshness): Standing {
  const { generation } = session.info;
  return {
    generation,
    index: indexName(session),
    freshness: freshnessOf(generation, freshness),
    fields: { generation, ...freshness },
  };
}

function pageOf(asked: Asked, standing: Standing, slack: number): Page {
  return {
    position: positionOf(asked),
    roomFor: (around) => Math.max(0, roomFor(around, textOptions(asked, standing)) - slack),
  };
}

function positionOf(asked: Asked): Position {
  return asked.cursor?.position ?? [];
}

function textOptions(asked: Asked, standing: Standing): TextPageOptions {
  const isContinued = asked.cursor !== null;
  return {
    maxTokens: asked.maxTokens,
    position: positionOf(asked),
    freshness: [isContinued ? "continued" : "", standing.freshness].filter(Boolean).join(" · "),
    cursorFor: (position) => {
      const { generation, index } = standing;
      return writeCursor({ generation, index, question: asked.question, position });
    },
  };
}

/** `isCut`: a body that was packed to the budget did not fit after all and lost lines. */
function print(answer: Answer, standing: Standing, asked: Asked): PrintedAnswer & { isCut: boolean } {
  const options = textOptions(asked, standing);
  const { outcome } = answer;
  // A page of text is no page of items: beside text, the data are the first items and carry no cursor.
  const position = asked.isJson ? options.position : [];
  const json = pageJson(answer.data, {
    ...options,
    position,
    base: standing.fields,
    hasCursor: asked.isJson,
  });
  const data = JSON.parse(json) as Record<string, unknown>;
  if (asked.isJson) return { text: json, data, outcome, isCut: false };
  return { ...pageText(answer, options), data, outcome };
}
