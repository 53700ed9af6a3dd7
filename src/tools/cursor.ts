/** Where a cut answer continues. Opaque to callers; bound to one question and one generation, so it cannot skip or repeat. */
import { createHash } from "node:crypto";
import { AppError } from "../core/errors.ts";
import type { Position } from "./contract.ts";
import { TOOL_ERRORS } from "./errors.ts";

export interface Cursor {
  generation: number;
  question: string;
  position: Position;
}

const SHAPE = /^(\d{1,15})-([0-9a-f]{6})-(\d{1,9}(?:\.\d{1,9}){0,24})$/;

/** Short name of a question: the same tool, folder and arguments, whatever their order. */
export function questionId(tool: string, root: string, input: Record<string, unknown>): string {
  const { max_tokens: _, cursor: __, fresh: ___, ...asked } = input;
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([tool, root, sorted]))
    .digest("hex")
    .slice(0, 6);
}

export function writeCursor({ generation, question, position }: Cursor): string {
  return `${generation}-${question}-${position.join(".")}`;
}

export function readCursor(text: string, question: string): Cursor {
  const [, generation, asked, position] = SHAPE.exec(text.trim().replace(/^cursor=/, "")) ?? [];
  if (generation === undefined || asked !== question) {
    const what = generation === undefined ? "is not a cursor of clew" : "belongs to another question";
    throw new AppError("CURSOR_INVALID", `cursor: ${JSON.stringify(text.slice(0, 60))} ${what}`, {
      hint: TOOL_ERRORS.CURSOR_INVALID,
    });
  }
  return {
    generation: Number(generation),
    question: asked,
    position: position!.split(".").map(Number),
  };
}

export function checkGeneration(cursor: Cursor | null, generation: number): void {
  if (!cursor || cursor.generation === generation) return;
  throw new AppError(
    "CURSOR_STALE",
    `cursor: it continues an answer of generation ${cursor.generation}, the index is at ${generation}`,
    { hint: TOOL_ERRORS.CURSOR_STALE, retryable: false },
  );
}
