/**
 * Where a cut answer continues. Opaque to callers; bound to one question and to one generation of every index it was
 * asked of, so it cannot skip or repeat: an index that is built anew counts its generations from the beginning.
 */
import { createHash } from "node:crypto";
import { AppError } from "../core/errors.ts";
import type { MemberState } from "../engine/engine.ts";
import type { Position } from "./contract.ts";
import { TOOL_ERRORS } from "./errors.ts";

/** A generation, and a short name of the index that counts it. */
export interface Indexed {
  generation: number;
  index: string;
}

/** Of an answer that is about no index, such as what became of a command. */
export const NO_INDEX: Indexed = { generation: 0, index: "000000" };

export interface Cursor {
  /** Of each member, in the order of the scope. */
  indexed: readonly Indexed[];
  question: string;
  position: Position;
}

const SHAPE = /^(\d{1,15}\.\d{6}(?:\+\d{1,15}\.\d{6}){0,19})-([0-9a-f]{6})-(\d{1,9}(?:\.\d{1,9}){0,24})$/;

/** Short name of a question: the same tool, folders and arguments, whatever their order. */
export function questionId(tool: string, roots: readonly string[], input: Record<string, unknown>): string {
  const { max_tokens: _, cursor: __, fresh: ___, ...asked } = input;
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify([tool, ...roots, sorted]), 6);
}

/** Short name of one view of one index file. */
export function indexName({ indexId, view }: MemberState["index"]): string {
  return shortNumber(JSON.stringify([indexId, view]));
}

/** Six digits are two tokens whatever they are, so the same answer is cut at the same line in every index. */
function shortNumber(text: string): string {
  return String(Number.parseInt(shortHash(text, 12), 16) % 1_000_000).padStart(6, "0");
}

function shortHash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/** A cursor has a bounded length: of more members than these, groups are told apart. */
const MAX_TOLD = 20;

/** Few members as they are; many in groups, each with the sum of its generations and a name of all its indexes. */
function folded(indexed: readonly Indexed[]): readonly Indexed[] {
  if (indexed.length <= MAX_TOLD) return indexed;
  const size = Math.ceil(indexed.length / MAX_TOLD);
  return Array.from({ length: Math.ceil(indexed.length / size) }, (_, at) => {
    const group = indexed.slice(at * size, (at + 1) * size);
    return {
      generation: group.reduce((sum, { generation }) => sum + generation, 0),
      index: shortNumber(JSON.stringify(group)),
    };
  });
}

export function writeCursor({ indexed, question, position }: Cursor): string {
  const members = folded(indexed).map(({ generation, index }) => `${generation}.${index}`);
  return `${members.join("+")}-${question}-${position.join(".")}`;
}

export function readCursor(text: string, question: string): Cursor {
  const [, members, asked, position] = SHAPE.exec(text.trim().replace(/^cursor=/, "")) ?? [];
  if (members === undefined || asked !== question) {
    const what = members === undefined ? "is not a cursor of clew" : "belongs to another question";
    throw new AppError("CURSOR_INVALID", `cursor: ${JSON.stringify(text.slice(0, 60))} ${what}`, {
      hint: TOOL_ERRORS.CURSOR_INVALID,
    });
  }
  const indexed = members.split("+").map((member) => {
    const [generation, index] = member.split(".");
    return { generation: Number(generation), index: index! };
  });
  return { indexed, question: asked, position: position!.split(".").map(Number) };
}

/** Throws when a member is at another generation, was built anew, or is not among those that answer. */
export function checkGenerations(cursor: Cursor | null, members: readonly MemberState[]): void {
  if (!cursor) return;
  if (members.length > MAX_TOLD) {
    checkGroups(cursor, members);
    return;
  }
  if (cursor.indexed.length !== members.length)
    throw stale(
      `cursor: it continues an answer of ${cursor.indexed.length} repositories, ${members.length} answer now`,
    );
  members.forEach(({ name, generation, index }, at) => {
    const earlier = cursor.indexed[at]!;
    const isSameIndex = earlier.index === indexName(index);
    if (isSameIndex && earlier.generation === generation) return;
    const where = members.length > 1 ? ` of ${name}` : "";
    throw stale(
      isSameIndex
        ? `cursor: it continues an answer of generation ${earlier.generation}${where}, the index is at ${generation}`
        : `cursor: it continues an answer of an index${where} that was built anew since`,
    );
  });
}

function checkGroups({ indexed }: Cursor, members: readonly MemberState[]): void {
  const now = members.map(({ generation, index }) => ({ generation, index: indexName(index) }));
  if (JSON.stringify(folded(now)) === JSON.stringify(indexed)) return;
  throw stale(`cursor: one of the ${members.length} repositories changed since, or others answer now`);
}

function stale(message: string): AppError {
  return new AppError("CURSOR_STALE", message, { hint: TOOL_ERRORS.CURSOR_STALE, retryable: false });
}
