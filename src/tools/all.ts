import changes from "./changes.ts";
import context from "./context.ts";
import type { ToolDefinition } from "./contract.ts";
import search from "./search.ts";
import status from "./status.ts";
import symbol from "./symbol.ts";
import trace from "./trace.ts";

/** Every tool, in the order of help and of the tool list. */
export const TOOLS: readonly ToolDefinition[] = [context, search, symbol, trace, changes, status];
