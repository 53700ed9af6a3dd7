import type { IndexedState } from "../indexing/plan.ts";
import type { Settings } from "../settings/settings.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import { type ScanOptions, scanWorkspace, type WorkspaceScan } from "../workspace/scan.ts";
import { sourceRules } from "../workspace/source-rules.ts";

/** The settings in the scanner's terms. */
export function scanOptions(settings: Settings): Omit<ScanOptions, "hash"> {
  return {
    include: settings.include,
    exclude: settings.exclude,
    includeBuildOutput: settings.indexBuildOutput,
    includesIgnored: !settings.respectGitignore,
    ...sourceRules({
      maxBytes: settings.maxFileBytes,
      includeGenerated: settings.indexGenerated,
      maxLines: settings.maxFileLines,
    }),
  };
}

/** The working tree as the planner wants it, compared with what the index holds. */
export async function scanForUpdate(
  jail: RootJail,
  settings: Settings,
  indexed: IndexedState,
  hasFacts: boolean,
): Promise<WorkspaceScan> {
  return scanWorkspace(
    jail.root,
    {
      ...scanOptions(settings),
      // The first index of a family parses everything it reads; later, a content that is known needs no parsing.
      hash: hasFacts ? "eager" : "lazy",
    },
    {
      files: new Map(indexed.files.map((file) => [file.path, file])),
      skipped: new Map(indexed.skipped.map((file) => [file.path, file])),
    },
  );
}
