/** One call of a tool as others are told of it: what was called and how it went, never what was asked or answered. */
export interface CallRecord {
  /** ISO 8601, of its beginning. */
  at: string;
  tool: string;
  /** Names of the repositories that it asked; empty when it did not get that far. */
  repositories: string[];
  /** Who asked: an agent over MCP, a program over the API, the page, somebody at a terminal. */
  face: "mcp" | "api" | "page" | "cli";
  ms: number;
  /** Of the answer; 0 when there was none. */
  tokens: number;
  outcome: "found" | "none" | "partial" | "refused" | "failed" | "cancelled";
  /** Of the error. */
  code?: string;
}
