/** The library: everything the command line and MCP use is here. */
export { AppError } from "./core/errors.ts";
export { VERSION } from "./core/version.ts";
export * from "./engine/engine.ts";
export * from "./retrieval/index.ts";
