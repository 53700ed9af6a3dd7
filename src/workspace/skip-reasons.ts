/** Why a file that is there is not in the index. Shown to users, stored with the view. */
export const SKIP_REASONS = {
  excluded: "left out by .clewignore or by the include and exclude globs of the configuration",
  symlink: "a symbolic link; what it points to is indexed where it lies",
  "not-a-file": "a FIFO, socket or device",
  "outside-root": "lies outside the root",
  "same-file": "another spelling of a file that is indexed, on a volume that does not tell letter case apart",
  "submodule-absent": "a submodule that is not checked out",
  binary: "not text",
  minified: "minified or packed: lines too long to be read by people",
  generated: "written by a program, as its name, its header or .gitattributes says",
  "build-output":
    "in a folder that build tools fill, of which git tracks nothing; the setting indexBuildOutput takes it in",
  lock: "a lock file of a package manager",
  secret: "a file that holds credentials, by its name",
  "too-large": "larger than the limit of its language",
  "too-many-lines": "longer than the setting maxFileLines, or what was said when it was indexed",
  "no-language": "of no known language and too large to be taken as plain text",
  "unreadable-folder": "a folder that you may not read; what is in it is not known",
  unreadable: "could not be read; tried again next time",
  "changed-while-reading": "changed while it was read; tried again next time",
  "parser-failed": "ended every process that read it; tried again next time",
  "out-of-memory": "there was too little memory to parse it; tried again next time",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Reasons that may be gone without the file changing: never remembered by stamp. */
export const PASSING_REASONS: ReadonlySet<string> = new Set<SkipReason>([
  "unreadable",
  "changed-while-reading",
  "parser-failed",
  "out-of-memory",
  "submodule-absent",
  "excluded",
  "outside-root",
  "unreadable-folder",
]);

/** Skips that mean trouble, not choice. */
export const FAILURE_REASONS: ReadonlySet<string> = new Set<SkipReason>([
  "unreadable",
  "changed-while-reading",
  "parser-failed",
  "out-of-memory",
]);

/** Of these, the file is as it should be, and its parser is not. */
export const UNPARSED_REASONS: ReadonlySet<string> = new Set<SkipReason>(["parser-failed", "out-of-memory"]);
