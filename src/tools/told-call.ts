/** Follows one call of a tool and tells how it went, once: to the log, and to whoever shows calls. */
import { basename } from "node:path";
import { AppError } from "../core/errors.ts";
import { notice } from "../core/notices.ts";
import { countTokens } from "../core/tokens.ts";
import type { PrintedAnswer } from "./answer-tool.ts";
import type { CallRecord } from "./call-record.ts";
import type { ToolDefinition } from "./contract.ts";

const STACK_LINES = 8;

type End = Pick<CallRecord, "outcome" | "tokens" | "code">;

export interface ToldCallOptions {
  face: CallRecord["face"];
  /** As the caller gave them. */
  args: unknown;
  onEnd?: ((call: CallRecord) => void) | undefined;
}

export class ToldCall {
  readonly #startedAt = performance.now();
  readonly #call: Pick<CallRecord, "at" | "tool" | "face" | "repositories">;
  readonly #options: ToldCallOptions;

  constructor({ name: tool }: ToolDefinition, options: ToldCallOptions) {
    this.#options = options;
    this.#call = { at: new Date().toISOString(), tool, face: options.face, repositories: [] };
  }

  asks(roots: readonly string[]): void {
    this.#call.repositories = roots.map((root) => basename(root) || root);
  }

  answered({ outcome, text }: PrintedAnswer): void {
    this.#tell(() => ({ outcome, tokens: countTokens(text) }), { answer: text });
  }

  failed(error: unknown, { aborted }: AbortSignal): void {
    if (aborted) this.#tell(() => ({ outcome: "cancelled", tokens: 0 }));
    else if (error instanceof AppError)
      this.#tell(() => ({ outcome: "refused", tokens: 0, code: error.code }));
    else this.#tell(() => ({ outcome: "failed", tokens: 0 }), { stack: stackOf(error) });
  }

  /** Tokens are counted only for somebody. */
  #tell(endOf: () => End, beside: { answer?: string; stack?: readonly string[] } = {}): void {
    const ms = Math.round((performance.now() - this.#startedAt) * 10) / 10;
    let known: CallRecord | null = null;
    const call = () => {
      known ??= { ...this.#call, ms, ...endOf() };
      return known;
    };
    this.#options.onEnd?.(call());
    notice(() => ({ kind: "call", ...call(), arguments: this.#options.args, ...beside }));
  }
}

/** Where it happened, without the message: that may quote what was asked. */
function stackOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_LINES)
    .map((line) => line.trim());
}
