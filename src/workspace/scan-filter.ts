/** Everything that names alone decide: .clewignore, the configuration's globs, .gitattributes, known names. */
import type { Problem } from "../core/errors.ts";
import { basename, dirname, type RelPath } from "../core/rel-path.ts";
import { BuildFolders } from "./build-folders.ts";
import { skipReasonByPath } from "./classify-path.ts";
import { GeneratedAttributes } from "./git-attributes.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import type { ListedFile } from "./list-files.ts";
import { compileGlobs, type PathGlobs } from "./path-globs.ts";
import type { RootJail } from "./path-jail.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { MAX_IGNORE_FILE_BYTES } from "./walk-folder.ts";

export interface ScanFilter {
  skipReason(path: RelPath, origin: ListedFile["origin"]): SkipReason | null;
}

export function readScanFilter(
  jail: RootJail,
  listed: readonly ListedFile[],
  options: PathGlobs & { includeGenerated?: boolean; includeBuildOutput?: boolean },
  problems: Problem[],
): ScanFilter {
  const globs = compileGlobs(options);
  const clewIgnore = new IgnoreRules();
  const attributes = new GeneratedAttributes();
  const buildFolders = options.includeBuildOutput ? null : new BuildFolders(listed);
  const read = (path: RelPath, use: (folder: string, text: string) => void) => {
    const file = jail.read(path, { maxBytes: MAX_IGNORE_FILE_BYTES });
    if (file.ok) use(dirname(path), file.bytes.toString("utf8"));
    else if (file.reason !== "missing")
      problems.push({ code: "IGNORE_FILE_UNREADABLE", message: file.detail });
  };
  // The root's own counts even when git ignores it, so that it can be kept private.
  read(".clewignore" as RelPath, (folder, text) => clewIgnore.add(folder, text));
  for (const { path } of listed) {
    const name = basename(path);
    if (name === ".clewignore" && path !== name) read(path, (folder, text) => clewIgnore.add(folder, text));
    else if (name === ".gitattributes") read(path, (folder, text) => attributes.add(folder, text));
  }
  return {
    skipReason: (path, origin) => {
      if (clewIgnore.isIgnored(path) || !globs.isTaken(path)) return "excluded";
      if (buildFolders?.isOutput(path, origin)) return "build-output";
      const byName = skipReasonByPath(path);
      if (byName !== null && byName !== "generated") return byName;
      const isGenerated = byName === "generated" || attributes.isGenerated(path);
      return isGenerated && options.includeGenerated !== true ? "generated" : null;
    },
  };
}
