/** What an update would do now, without doing it. */
import type { RelPath } from "../../core/rel-path.ts";
import { planView, type ViewPlan } from "../../indexing/planner/plan-view.ts";
import { EXTRACTOR_VERSION } from "../../parsing/extract/version.ts";
import type { Settings } from "../../settings/settings.ts";
import type { RootJail } from "../../workspace/path-jail.ts";
import { scanForUpdate } from "../scan-for-update.ts";
import { type RepositoryParts, withReader } from "./parts.ts";

export async function planUpdateOf(parts: RepositoryParts, signal: AbortSignal): Promise<ViewPlan> {
  const { jail, settings, store, parser } = parts;
  const views = await store.listViews();
  // Opening a view begins it.
  if (!views.some(({ root, generation }) => root === jail.root && generation > 0))
    return planFirstIndex(jail, settings, signal);
  return withReader(parts, (reader) =>
    planView({
      indexed: { reader, store },
      extractor: EXTRACTOR_VERSION,
      scan: (indexed) => scanForUpdate(jail, settings, indexed, true),
      parser,
      readConfig: (path) => readConfig(jail, settings, path),
      signal,
    }),
  );
}

/** Whether an update would find nothing to do; asked where it cannot be made. */
export async function isUpToDate(parts: RepositoryParts, signal: AbortSignal): Promise<boolean> {
  const { jail, settings, store } = parts;
  const { changed, removed, renamed } = await withReader(parts, (reader) =>
    planView({
      indexed: { reader, store },
      extractor: EXTRACTOR_VERSION,
      scan: (indexed) => scanForUpdate(jail, settings, indexed, true),
      parser: NO_PARSER,
      readConfig: (path) => readConfig(jail, settings, path),
      signal,
    }),
  );
  return changed.length + removed.length + renamed.length === 0;
}

/** Whoever asks does not need to know what is in the files. */
const NO_PARSER = { parse: async function* () {} };

/** Of a tree that no index knows. */
export function planFirstIndex(jail: RootJail, settings: Settings, signal: AbortSignal): Promise<ViewPlan> {
  return planView({
    indexed: null,
    extractor: EXTRACTOR_VERSION,
    scan: (indexed) => scanForUpdate(jail, settings, indexed, false),
    parser: NO_PARSER,
    readConfig: (path) => readConfig(jail, settings, path),
    signal,
  });
}

function readConfig(jail: RootJail, settings: Settings, path: RelPath): string | null {
  const read = jail.read(path, { maxBytes: settings.maxFileBytes });
  return read.ok ? read.bytes.toString("utf8") : null;
}
