/**
 * Where a cut answer continues. Opaque to callers; bound to one question and one generation of one index, so it cannot
 * skip or repeat: an index that is built anew counts its generations from the beginning.
 */
import { createHash } from "node:crypto";
import { AppError } from "../core/errors.ts";
import type { ViewSession } from "../engine/engine.ts";
import type { Position } from "./contract.ts";
import { TOOL_ERRORS } from "./errors.ts";

export interface Cursor {
  generation: number;
  /** Short name of the index that counts the generation. */
  index: string;
  question: string;
  position: Position;
}

const SHAPE = /^(\d{1,15})\.([0-9a-f]{4})-([0-9a-f]{6})-(\d{1,9}(?:\.\d{1,9}){0,24})$/;

/** Short name of a question: the same tool, folder and arguments, whatever their order. */
export function questionId(tool: string, root: string, input: Record<string, unknown>): string {
  const { max_tokens: _, cursor: __, fresh: ___, ...asked } = input;
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify([tool, root, sorted]), 6);
}

/** Short name of one view of one index file. */
export function indexName({ indexId, info }: Pick<ViewSession, "indexId" | "info">): string {
  return shortHash(JSON.stringify([indexId, info.id]), 4);
}

function shortHash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

export function writeCursor({ generation, index, question, position }: Cursor): string {
  return `${generation}.${index}-${question}-${position.join(".")}`;
}

export function readCursor(text: string, question: string): Cursor {
  const [, generation, index, asked, position] = SHAPE.exec(text.trim().replace(/^cursor=/, "")) ?? [];
  if (generation === undefined || asked !== question) {
    const what = generation === undefined ? "is not a cursor of clew" : "belongs to another question";
    throw new AppError("CURSOR_INVALID", `cursor: ${JSON.stringify(text.slice(0, 60))} ${what}`, {
      hint: TOOL_ERRORS.CURSOR_INVALID,
    });
  }
  return {
    generation: Number(generation),
    index: index!,
    question: asked,
    position: position!.split(".").map(Number),
  };
}

export function checkGeneration(cursor: Cursor | null, session: ViewSession): void {
  if (!cursor) return;
  const { generation } = session.info;
  const isSameIndex = cursor.index === indexName(session);
  if (isSameIndex && cursor.generation === generation) return;
  throw new AppError(
    "CURSOR_STALE",
    isSameIndex
      ? `cursor: it continues an answer of generation ${cursor.generation}, the index is at ${generation}`
      : "cursor: it continues an answer of an index that was built anew since",
    { hint: TOOL_ERRORS.CURSOR_STALE, retryable: false },
  );
}
