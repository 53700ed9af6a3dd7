import type { Engine, ViewQuestions } from "../engine/engine.ts";
import { TimeLimit } from "../engine/time-limit.ts";

/** A page that waits longer for the comparison with the tree shows the last generation, and the next one when it comes. */
const FRESH_WAIT_MS = 1_500;

/** Asks one repository by its name. `isQuick`: the last generation answers, compared with the tree or not. */
export async function readRepository<T>(
  engine: Engine,
  repo: string,
  signal: AbortSignal,
  ask: (view: ViewQuestions) => Promise<T>,
  { isQuick = false }: { isQuick?: boolean } = {},
): Promise<T> {
  const root = await engine.findRepository(repo, "/");
  const limit = new TimeLimit(engine.queryMs, signal);
  return engine
    .read(root, (session) => ask(session.one), {
      signal,
      limit,
      ...(isQuick ? { isStaleAllowed: true } : { waitMs: FRESH_WAIT_MS }),
    })
    .finally(() => limit.end());
}
