/** Puts a view back to the generation before, which stays until an update is asked for. */
import { AppError } from "../../core/errors.ts";
import { wayBack } from "../../indexing/former.ts";
import type { Generation } from "../../storage/contract.ts";
import { ENGINE_ERRORS } from "../errors.ts";
import { type RepositoryParts, underLock, withReader } from "./parts.ts";

export interface RollbackReport {
  generation: Generation;
  /** The one whose content it has. */
  restored: { generation: Generation; publishedAt: number; revision: string | null };
  files: number;
  /** Files that are as they were before: other content, other links, back or gone again. */
  changed: number;
}

export function rollBack(parts: RepositoryParts, signal?: AbortSignal): Promise<RollbackReport> {
  return underLock(parts, signal, () =>
    withReader(parts, async (reader) => {
      const { info } = reader;
      const history = await reader.history();
      const { former } = history;
      if (!former) {
        throw new AppError("NO_FORMER_GENERATION", "nothing is kept of the generation before this one", {
          hint: ENGINE_ERRORS.NO_FORMER_GENERATION,
        });
      }
      const indexed = { files: await reader.files(), skipped: await reader.skipped() };
      const { generation, publishedAt, revision, ...change } = former;
      const published = await parts.store.publish(info.id, {
        ...change,
        expected: info.generation,
        revision,
        publishedAt: Date.now(),
        history: { ...history, former: wayBack(info, indexed, change), isHeld: true },
      });
      return {
        generation: published,
        restored: { generation, publishedAt, revision },
        files: (await parts.store.openView(info.root)).files,
        changed: former.upsert.length + former.remove.length,
      };
    }),
  );
}
