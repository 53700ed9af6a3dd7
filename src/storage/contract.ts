/** The ports of a store: records, vectors and graph, each with a contract and a suite of its own. */
export type * from "./graph/contract.ts";
export type * from "./ids.ts";
export * from "./outbox/contract.ts";
export * from "./records/contract.ts";
export * from "./records/history.ts";
export type * from "./vectors/contract.ts";
