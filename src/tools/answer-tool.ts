/** A question from its arguments to the bytes that leave: the command line and MCP print these and no others. */
import { untilAborted } from "../core/until-aborted.ts";
import type { ScopeRequest, ScopeSession } from "../engine/engine.ts";
import { TimeLimit } from "../engine/time-limit.ts";
import { askedOf, resolveFrom } from "./choose-repositories.ts";
import type { Answer, AnyInput, Page, ParsedInput, Position, ToolCall, ToolDefinition } from "./contract.ts";
import { type Cursor, checkGenerations, questionId, readCursor, writeCursor } from "./cursor.ts";
import { pointingElsewhere } from "./other-repositories.ts";
import { pageData } from "./page-data.ts";
import { pageText, roomFor, type TextPageOptions } from "./page-text.ts";
import { NO_GENERATION, type Standing, standingOf } from "./standing.ts";
import { askingAgain, type Reader } from "./suggestion.ts";

export interface PrintedAnswer {
  /** Without a newline at the end. */
  text: string;
  /** What JSON holds, or would hold: plain values, cut to the same budget. */
  data: () => Record<string, unknown>;
  outcome: Answer["outcome"];
  verdict?: Answer["verdict"];
}

/** What was asked, apart from the tool's own inputs. */
interface Asked {
  maxTokens: number;
  isJson: boolean;
  question: string;
  cursor: Cursor | null;
  reader: Reader;
}

/** `fresh` waits this long for the comparison with the whole tree. */
const FRESH_WAIT_MS = 120_000;
/** A question whose quoted file changed waits this long for the update; another writer may be stopped. */
const CHANGED_WAIT_MS = 30_000;
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
  const request = tool.scopeOf?.(input) ?? null;
  const call = request === null ? given : await callOf(given, request);
  const roots = call.scope?.map(({ root, folders }) => [root, ...folders].join("\n")) ?? [call.root];
  const question = questionId(tool.name, roots, input);
  const asked: Asked = {
    maxTokens: input.max_tokens,
    isJson: input.format === "json",
    question,
    cursor: input.cursor === undefined ? null : readCursor(input.cursor, question),
    reader: call.reader ?? "command line",
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

async function callOf(given: ToolCall, request: ScopeRequest): Promise<ToolCall> {
  const { scope: _, ...call } = given;
  const { engine, root } = given;
  // All repositories, and the one around the caller whatever its type.
  const isAll = request.kind === "global" && request.repositories.length === 0;
  const meant = isAll ? { ...request, repositories: [root] } : request;
  const scope = await resolveFrom(engine, meant, root, async () => root);
  return { ...call, ...askedOf(scope) };
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
  const waitMs = input.fresh ? FRESH_WAIT_MS : attempt > 1 ? CHANGED_WAIT_MS : call.freshWaitMs;
  const limit = new TimeLimit(call.engine.queryMs, call.signal);
  const asking = call.engine.read(
    call.scope ?? call.root,
    async (session) => {
      checkGenerations(asked.cursor, session.members);
      let standing = standingOf(session);
      for (const slack of SLACKS) {
        const told = await tool.answer!(
          session,
          input,
          pageOf(asked, standing, slack, longestNotes(session)),
        );
        const noted = withNotes(
          await pointingElsewhere(tool, call, input, told),
          notesOf(session, told.quotes),
        );
        const answer = session.isFederation ? ofSeveral(noted, session, call) : noted;
        if (session.absent.length > 0) standing = standingOf(session);
        const changed = await session.changedOf(answer.quotes);
        // An update that does not come about is not tried for ever: what keeps it is said instead.
        const isStuck = attempt > 1 && session.members.some(({ freshness }) => !freshness.isFresh);
        const isLast = attempt === MAX_ATTEMPTS || isStuck;
        if (changed.length > 0 && isLast) standing = standingOf(session, changed.length);
        const { isCut, ...printed } = print(answer, standing, asked);
        // That something is absent is said only after a scan: watches do not see writes through a memory map.
        const isAbsenceUnproved = answer.outcome === "none" && isAnyByWatching(session);
        if (!isCut || slack === SLACKS.at(-1))
          return { printed, mustScan: !isStuck && (changed.length > 0 || isAbsenceUnproved) };
      }
      throw new Error("unreachable: the last slack returns");
    },
    {
      signal: call.signal,
      limit,
      mustScan: isPatient,
      outlastsWriters: input.fresh,
      ...(waitMs !== undefined && { waitMs }),
    },
  );
  // The caller hears of it at once; the work itself ends at its next read.
  return untilAborted(asking, limit.signal).finally(() => limit.end());
}

function isAnyByWatching({ members }: ScopeSession): boolean {
  return members.some((member) => member.isByWatching);
}

/** An answer that some members had no part in says so, and is not called complete. */
function ofSeveral(
  answer: Answer,
  { searcher, absent }: ScopeSession,
  { isOfAll = false }: ToolCall,
): Answer {
  const asked = answer.next && { next: askingAgain(answer.next, isOfAll ? "all" : searcher.members) };
  if (absent.length === 0) return { ...answer, ...asked };
  const told = absent.map(({ repository, reason }) => `not answered by ${repository}: ${reason}`);
  return { ...answer, ...asked, notes: [...told, ...(answer.notes ?? [])], outcome: "partial" };
}

/** Lines on how the answer was made, before those of the tool. */
function withNotes(answer: Answer, notes: readonly string[]): Answer {
  if (notes.length === 0) return answer;
  const { data } = answer;
  return {
    ...answer,
    notes: [...notes, ...(answer.notes ?? [])],
    data: { ...data, fields: { notes, ...data.fields } },
  };
}

function notesOf({ members }: ScopeSession, quotes: readonly string[]): string[] {
  const told = members.flatMap(({ name, notes }) => notes().map((line) => named(name, members.length, line)));
  const isQuoted = (name: string) => quotes.some((place) => place.startsWith(`${name}:`));
  return [...relationsOf(members, isQuoted), ...told];
}

function longestNotes({ members }: ScopeSession): string[] {
  const told = members.flatMap(({ name, longestNotes: lines }) =>
    lines.map((line) => named(name, members.length, line)),
  );
  return [...relationsOf(members, () => true), ...told];
}

/**
 * How repositories that nobody named came in, and whose versions differ among those that the answer shows. Names of packages
 * are repository text, so in full they are shown as data alone.
 */
function relationsOf(members: ScopeSession["members"], isShown: (name: string) => boolean): string[] {
  const levels = new Map<number, string[]>();
  for (const { name, origin } of members)
    if (origin.kind === "depends-on")
      levels.set(origin.depth, [...(levels.get(origin.depth) ?? []), `${name} (${origin.by})`]);
  const depths = [...levels].map(([depth, names]) => `depended on at depth ${depth}: ${names.join(", ")}`);
  const others = members.flatMap(({ name, needs }) =>
    needs.flatMap(({ repository, packages }) => {
      const differing = packages.find(({ differs }) => differs !== null)?.differs;
      // Both are plain versions, so they may stand among our words.
      return differing && isShown(name) && isShown(repository)
        ? [`${name} asks ${repository} for ${differing.asked}, ${differing.indexed} is indexed`]
        : [];
    }),
  );
  return [...depths, ...others];
}

function named(repository: string, members: number, line: string): string {
  return members > 1 ? `${repository}: ${line}` : line;
}

function pageOf(asked: Asked, standing: Standing, slack: number, reserved: readonly string[]): Page {
  return {
    position: positionOf(asked),
    roomFor: (around) => {
      const whole = { ...around, notes: [...reserved, ...(around.notes ?? [])] };
      return Math.max(0, roomFor(whole, textOptions(asked, standing)) - slack);
    },
  };
}

function positionOf(asked: Asked): Position {
  return asked.cursor?.position ?? [];
}

function textOptions(asked: Asked, standing: Standing): TextPageOptions {
  const isContinued = asked.cursor !== null;
  return {
    maxTokens: asked.maxTokens,
    reader: asked.reader,
    position: positionOf(asked),
    freshness: [isContinued ? "continued" : "", standing.freshness].filter(Boolean).join(" · "),
    cursorFor: (position) => writeCursor({ indexed: standing.indexed, question: asked.question, position }),
  };
}

/** `isCut`: a body that was packed to the budget did not fit after all and lost lines. */
function print(answer: Answer, standing: Standing, asked: Asked): PrintedAnswer & { isCut: boolean } {
  const options = textOptions(asked, standing);
  const { outcome, verdict } = answer;
  const ending = { outcome, ...(verdict && { verdict }) };
  // A page of text is no page of items: beside text, the data are the first items and carry no cursor.
  const position = asked.isJson ? options.position : [];
  const page = () =>
    pageData(answer.data, { ...options, position, base: standing.fields, hasCursor: asked.isJson });
  // Whoever reads the text alone does not pay for the data.
  if (!asked.isJson) return { ...pageText(answer, options), data: () => page().value, ...ending };
  const { value, json } = page();
  return { text: json, data: () => value, ...ending, isCut: false };
}
