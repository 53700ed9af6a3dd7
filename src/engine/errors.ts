/** Codes of the engine; docs/errors.md is generated from these tables. */
export const ENGINE_ERRORS = {
  ROOT_MISSING: "The path is not a folder that can be read; give an existing folder.",
  ROOT_TOO_WIDE:
    "The folder is the whole file system, your home folder, or holds clew's own folder. Index a project in it; `clew index <folder> --yes` when you mean it.",
  NOT_INDEXED: "No index exists for this folder; run `clew index` there first.",
  FIRST_INDEX_PENDING:
    "Another process builds the first index of this folder and has published no part of it yet; ask again in a moment.",
  NO_FORMER_GENERATION:
    "Only the generation before the last update is kept, and here is none: after a first index, a rebuild or a purge.",
  FILE_NOT_INDEXED: "The file is not in the index; `clew status --why <file>` says why.",
  INDEX_REBUILT: "The index was damaged; it was moved aside for study and built anew from the sources.",
  QUERY_TIMEOUT:
    "The question took longer than the setting queryMs allows; ask for less (a filter, a smaller depth or limit), or raise it.",
  CHANGES_NEED_GIT:
    "Changes are compared with a revision, so the folder must be a git repository of its own.",
  CHANGES_PATCH_BROKEN: "The patch is no unified diff; make one with `git diff` or `diff -u`.",
  CHANGES_PATCH_MISFIT:
    "The patch fits the working tree neither as something to apply nor as something applied; make it anew from this tree.",
  CHANGES_ASKED_TWICE: "Changes are compared in one way at a time: a base, staged, a range or a patch.",
  CHANGES_RANGE_BROKEN: "A range is two revisions with two dots between them: main..topic.",
  JOBS_NOT_SHARED:
    "Jobs are shared by processes of one database; run `clew index` without --later, or choose one (docs/postgres.md).",
  CHANGES_BASE_UNKNOWN: "git knows no such revision; give a branch, a tag or a commit id of this repository.",
} as const;
