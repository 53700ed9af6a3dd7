/** Codes thrown or reported by this folder; documentation is generated from the texts. */
export const WORKSPACE_ERRORS = {
  WORKSPACE_ROOT_MISSING: "The folder to index does not exist or cannot be opened. Check the path.",
  WORKSPACE_ROOT_NOT_A_FOLDER: "The path to index is a file. Give the folder that contains it.",
  WORKSPACE_ROOT_IS_BARE:
    "The folder is a bare git repository, which has no files checked out. Index one of its worktrees instead.",
  WORKSPACE_BAD_PATTERN: "A glob of the configuration cannot be used. Correct or remove it.",
  GIT_COMMAND_REFUSED:
    "A git command outside the fixed list, or with an argument that could be read as an option, was refused.",
  GIT_OBJECTS_UNREADABLE:
    "git could not read the files of a revision. Check the repository; a shallow or partial clone may lack them.",
} as const;

/** Problems: the scan goes on without what they name. */
export const WORKSPACE_PROBLEMS = {
  GIT_MISSING: "git is not installed or does not start; the folder is read as a plain folder.",
  GIT_FAILED: "A git command failed or took too long; the folder is read as a plain folder.",
  GIT_DIR_REFUSED:
    "The .git of a folder points to a place that is not its own or holds a link, FIFO or device, or an ignore file would keep git busy or waiting; the folder is read as a plain folder.",
  TREE_TOO_DEEP: "Folders below the depth limit are not read.",
  FOLDER_UNREADABLE: "A folder could not be listed; its files are absent from the index.",
  PATH_UNUSABLE: "A file's name cannot be used on every system clew runs on; rename it to have it indexed.",
  NAMES_COLLIDE:
    "git lists names that differ in letter case or accents alone, and the volume has one file for them; it is indexed once.",
  IGNORE_FILE_UNREADABLE: "An ignore file could not be read and has no effect.",
} as const;
