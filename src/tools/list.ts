/** Every tool of the default profile, a line each; where it stands in help and in the tool list is its `order`. */
export { default as changes } from "./changes.ts";
export { default as context } from "./context.ts";
export { default as search } from "./search.ts";
export { default as status } from "./status.ts";
export { default as symbol } from "./symbol.ts";
export { default as trace } from "./trace.ts";
