/** One call of a tool as others are told of it: what was called and how it went, never what was asked or answered. */
import { basename } from "node:path";
import { AppError } from "../core/errors.ts";
import { countTokens } from "../core/tokens.ts";
import type { PrintedAnswer } from "../tools/answer-tool.ts";
import type { ToolDefinition } from "../tools/contract.ts";
import type { CallRecord, Happenings } from "./happenings.ts";

export class ToldCall {
  readonly #happenings: Happenings;
  readonly #startedAt = performance.now();
  readonly #call: Pick<CallRecord, "at" | "tool" | "face" | "repositories">;

  constructor(happenings: Happenings, { name: tool }: ToolDefinition, face: CallRecord["face"]) {
    this.#happenings = happenings;
    this.#call = { at: new Date().toISOString(), tool, face, repositories: [] };
  }

  asks(roots: readonly string[]): void {
    this.#call.repositories = roots.map((root) => basename(root) || root);
  }

  answered({ outcome, text }: PrintedAnswer): void {
    this.#tell({ outcome, tokens: countTokens(text) });
  }

  failed(error: unknown, { aborted }: AbortSignal): void {
    if (aborted) this.#tell({ outcome: "cancelled", tokens: 0 });
    else if (error instanceof AppError) this.#tell({ outcome: "refused", tokens: 0, code: error.code });
    else this.#tell({ outcome: "failed", tokens: 0 });
  }

  #tell(end: Pick<CallRecord, "outcome" | "tokens" | "code">): void {
    const ms = Math.round((performance.now() - this.#startedAt) * 10) / 10;
    this.#happenings.tell({ type: "call", call: { ...this.#call, ms, ...end } });
  }
}
