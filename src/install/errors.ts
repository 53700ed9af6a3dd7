/** Codes of `clew install` and `clew uninstall`; docs/errors.md is generated from these tables. */
export const INSTALL_ERRORS = {
  INSTALL_FILE_MALFORMED:
    "A client's configuration cannot be read as its format, so nothing was changed; mend it, or name other clients with --client.",
  INSTALL_FILE_UNUSABLE:
    "A configuration file is a link to nothing, not a file, too large or outside the project; nothing was changed.",
  INSTALL_FILE_CHANGED:
    "Another program changed the configuration while it was being edited; it was left as it is. Run the command again.",
  INSTALL_CLIENT_UNKNOWN: "No client has this name; `clew install --help` lists them.",
  INSTALL_NO_CLIENT: "No client was found on this machine; name one with --client.",
  INSTALL_COMMAND_BROKEN:
    "The command that clients would start does not run, so it was not written; check the installation with `clew doctor`.",
} as const;
