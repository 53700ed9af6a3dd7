import { execFile } from "node:child_process";
import { AppError } from "../../core/errors.ts";
import type { LanguageDefinition } from "../../languages/contract.ts";
import { findWorkerFile } from "../worker-process.ts";

const TIMEOUT_MS = 30_000;

/** Loads the grammar and compiles its query in a process of its own, as every grammar runs; throws when that fails. */
export function checkGrammar(definition: LanguageDefinition): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ["--max-old-space-size=512", findWorkerFile(), "--check-grammar"],
      { timeout: TIMEOUT_MS, killSignal: "SIGKILL", env: {} },
      (error, stdout) => {
        if (!error) return resolve();
        const reason = stdout.trim() || "it cannot be loaded";
        reject(
          new AppError("GRAMMAR_INVALID", `the grammar ${definition.label} cannot be used: ${reason}`, {
            hint: "another version of the package, or a query of your own with --tags, may fit",
          }),
        );
      },
    );
    // A process that ends before it has read is answered by its exit.
    child.stdin?.on("error", () => {});
    child.stdin?.end(JSON.stringify(definition));
  });
}
