/** A commit before the one that was indexed, as far as retrieval looks at it. */
export interface PastCommit {
  id: string;
  /** Subject and body, cut after some thousand characters. */
  message: string;
  /** Files that it changed, relative to the root of the view; also those that are gone by now. */
  paths: readonly string[];
  /** Those of them that were not there before. */
  added: readonly string[];
}
