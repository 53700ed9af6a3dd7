/** What a provider's run leaves for `status` and `doctor` of other processes. */
import { AppError } from "../core/errors.ts";
import { dirname } from "../core/rel-path.ts";
import type { SemanticsProvider } from "../semantics/contract.ts";
import type { CompilerNote } from "../storage/contract.ts";

/** It is read with every view: what is said of more than these is said of them alone. */
const MAX_LISTED = 200;
const MAX_MESSAGE = 300;

export function noteOf(
  provider: string,
  asked: Pick<SemanticsProvider, "packageProblems">,
  skipped: readonly { path: string; reason: string }[],
  error: unknown,
): CompilerNote {
  const byFolder = new Map<string, CompilerNote["skipped"][number]>();
  for (const { path, reason } of skipped) {
    const folder = dirname(path);
    const files = (byFolder.get(`${folder}\0${reason}`)?.files ?? 0) + 1;
    byFolder.set(`${folder}\0${reason}`, { folder, reason, files });
  }
  const code = error instanceof AppError ? error.code : "SEMANTICS_CRASHED";
  return {
    provider,
    problems: (asked.packageProblems?.() ?? [])
      .slice(0, MAX_LISTED)
      .map(({ path, message }) => ({ path, message: message.slice(0, MAX_MESSAGE) })),
    skipped: [...byFolder.values()].slice(0, MAX_LISTED),
    failure:
      error === null ? null : { code, message: String((error as Error).message).slice(0, MAX_MESSAGE) },
  };
}
