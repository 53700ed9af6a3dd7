/** The library: everything the command line and MCP use is here. */
export { AppError } from "./core/errors.ts";
export { countTokens } from "./core/tokens.ts";
export { VERSION } from "./core/version.ts";
export * from "./engine/engine.ts";
export * from "./retrieval/index.ts";
export { TOOLS } from "./tools/all.ts";
export { answerTool, type PrintedAnswer } from "./tools/answer-tool.ts";
export type { ToolCall, ToolDefinition } from "./tools/contract.ts";
export { parseInput } from "./tools/parse-input.ts";
