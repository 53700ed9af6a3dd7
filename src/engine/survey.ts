/** What indexing a folder would take in and leave out, and what it is, told before anything is written. */
import { basename } from "node:path";
import type { TypeGuess } from "../catalog/detect-type.ts";
import { outlineTree } from "../catalog/profile.ts";
import { PLAIN_TEXT } from "../languages/detect.ts";
import type { Package } from "../packages/contract.ts";
import { openRoot, type RootJail } from "../workspace/path-jail.ts";
import { scanWorkspace, type WorkspaceScan } from "../workspace/scan.ts";
import { SKIP_REASONS, type SkipReason } from "../workspace/skip-reasons.ts";
import { manifestsOf } from "./read-manifests.ts";
import { loadRepositorySettings } from "./repository-settings.ts";
import { scanOptions } from "./scan-for-update.ts";

/** What indexing would find out about it, for the catalog. */
export interface SurveyedRepository extends TypeGuess {
  packages: Package[];
}

export interface Survey {
  repository: SurveyedRepository;
  files: number;
  bytes: number;
  /** Most bytes first. */
  languages: { language: string; files: number; bytes: number }[];
  /** Most files first. */
  skipped: { reason: string; meaning: string; files: number; example: string }[];
}

export async function surveyFolder(root: string, env: NodeJS.ProcessEnv): Promise<Survey> {
  const jail = openRoot(root);
  const { settings } = loadRepositorySettings(jail, env);
  // Files are read as indexing would read them: what is generated or minified shows only in the content.
  const scan = await scanWorkspace(jail.root, { ...scanOptions(settings), hash: "eager" });
  const languages = new Map<string, { language: string; files: number; bytes: number }>();
  for (const { language, size } of scan.files) {
    const name = language ?? PLAIN_TEXT.id;
    const sum = languages.get(name) ?? { language: name, files: 0, bytes: 0 };
    languages.set(name, { language: name, files: sum.files + 1, bytes: sum.bytes + size });
  }
  const skipped = new Map<SkipReason, { files: number; example: string }>();
  for (const { reason, path } of scan.skipped) {
    const known = skipped.get(reason);
    skipped.set(reason, { files: (known?.files ?? 0) + 1, example: known?.example ?? path });
  }
  return {
    repository: await repositoryOf(jail, scan),
    files: scan.files.length,
    bytes: scan.files.reduce((sum, file) => sum + file.size, 0),
    languages: [...languages.values()].sort(
      (a, b) => b.bytes - a.bytes || (a.language < b.language ? -1 : 1),
    ),
    skipped: [...skipped]
      .map(([reason, sum]) => ({ reason, meaning: SKIP_REASONS[reason], ...sum }))
      .sort((a, b) => b.files - a.files || (a.reason < b.reason ? -1 : 1)),
  };
}

async function repositoryOf(jail: RootJail, { files, skipped }: WorkspaceScan): Promise<SurveyedRepository> {
  const named = files.map(({ path, language }) => ({ path, language: language ?? PLAIN_TEXT.id }));
  const tree = { name: basename(jail.root), files: named, skipped };
  const { guess, packages } = await outlineTree(tree, manifestsOf(jail));
  return { ...guess, packages };
}
