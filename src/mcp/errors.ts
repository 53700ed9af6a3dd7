/** Codes of the MCP server; docs/errors.md is generated from these tables. */
export const MCP_ERRORS = {
  REPOSITORY_NOT_CHOSEN:
    "A server for several repositories must be told which one is meant: pass `repo`, offer roots, or add `?root=` to its address.",
} as const;
