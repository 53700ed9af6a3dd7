/** What the benchmark of near vectors takes from the sources; bundled by bundle.mjs. */
export { Database } from "../../src/storage/postgres/database.ts";
export { buildIfDue } from "../../src/storage/postgres/near/near-index.ts";
export { NearStore } from "../../src/storage/postgres/near/near-store.ts";
