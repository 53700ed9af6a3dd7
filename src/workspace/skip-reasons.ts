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
  lock: "a lock file of a package manager",
  secret: "a file that holds credentials, by its name",
  "too-large": "larger than the limit of its language",
  "no-language": "of no known language and too large to be taken as plain text",
  unreadable: "could not be read; tried again next time",
  "changed-while-reading": "changed while it was read; tried again next time",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Reasons that may be gone without the file changing: never remembered by stamp. */
export const PASSING_REASONS: ReadonlySet<string> = new Set<SkipReason>([
  "unreadable",
  "changed-while-reading",
  "submodule-absent",
  "excluded",
  "outside-root",
]);
