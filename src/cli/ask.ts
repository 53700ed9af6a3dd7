/** Questions on a terminal. The end of input counts as leaving, so nothing is decided by a closed terminal. */
import { createInterface } from "node:readline";
import { AppError } from "../core/errors.ts";
import { CLI_ERRORS } from "./errors.ts";

export interface Asker {
  /** The line that was typed, or the default for an empty one; asks again while `check` finds a fault. */
  text: (question: string, fallback: string, check?: (answer: string) => string | null) => Promise<string>;
  yesOrNo: (question: string, fallback: boolean) => Promise<boolean>;
  close: () => void;
}

export function createAsker(signal: AbortSignal): Asker {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = new LineQueue();
  terminal.on("line", (line) => lines.put(line));
  const leave = () => lines.end();
  terminal.once("close", leave);
  terminal.once("SIGINT", leave);
  signal.addEventListener("abort", leave, { once: true });
  const text: Asker["text"] = async (question, fallback, check = () => null) => {
    for (;;) {
      terminal.setPrompt(`${question} [${fallback}] `);
      terminal.prompt();
      const typed = await lines.take();
      const answer = typed.trim() || fallback;
      const fault = check(answer);
      if (fault === null) return answer;
      process.stdout.write(`${fault}\n`);
    }
  };
  return {
    text,
    yesOrNo: async (question, fallback) => {
      const isYesOrNo = (answer: string) =>
        /^(?:y|n|yes|no)$/i.test(answer) ? null : "please answer y or n";
      return /^y/i.test(await text(question, fallback ? "y" : "n", isYesOrNo));
    },
    close: () => terminal.close(),
  };
}

/** Lines that are typed ahead of their question wait for it; readline's own `question` would drop them. */
class LineQueue {
  readonly #lines: string[] = [];
  #isEnded = false;
  #wake: () => void = () => {};

  put(line: string): void {
    this.#lines.push(line);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async take(): Promise<string> {
    while (this.#lines.length === 0) {
      if (this.#isEnded)
        throw new AppError("INIT_LEFT", "left before the end", { hint: CLI_ERRORS.INIT_LEFT });
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#lines.shift()!;
  }
}
