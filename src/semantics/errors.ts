/** Codes thrown by this folder; documentation is generated from the texts. */
export const SEMANTICS_ERRORS = {
  SEMANTICS_CRASHED:
    "The process that runs a compiler ended unexpectedly. Links of the earlier tiers stay in use; the next update tries again.",
  SEMANTICS_TIMEOUT:
    "The compiler took longer than the deadline and was stopped. Raise the deadline or exclude generated code.",
  SEMANTICS_MEMORY:
    "The compiler needed more memory than allowed and was stopped. Raise the memory limit or exclude generated code.",
  SEMANTICS_PROTOCOL:
    "The compiler process speaks another protocol version or sent something unreadable. Reinstall so that all files are of one version.",
  SEMANTICS_PROJECT:
    "The compiler could not build a program from this folder. Links of the earlier tiers stay in use.",
  SEMANTICS_BUSY: "Too many requests wait for the compiler. Try again when some of them are done.",
  SEMANTICS_CANCELLED: "The request was cancelled by the caller or by a newer one.",
  SEMANTICS_STOPPED:
    "The compiler process crashed too often in a short time and is left alone for a while. Links of the earlier tiers stay in use.",
  SEMANTICS_OFF: "Compilers are switched off. Set `semantics` to `on-demand` or `warm`.",
  SEMANTICS_CLOSED: "The service was closed before the request could finish.",
  SCIP_UNREADABLE: "The file is not a readable SCIP index. Make it again with the indexer.",
} as const;

export type SemanticsErrorCode = keyof typeof SEMANTICS_ERRORS;
