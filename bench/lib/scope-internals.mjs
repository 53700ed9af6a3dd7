/** How a typed question is read, for benchmarks of scopes; bundled by bundle.mjs. */
export { scopeRequest, takeScope } from "../../src/tools/scope-input.ts";
