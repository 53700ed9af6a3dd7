import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runRecordsContract } from "../contract-suite.ts";
import { SqliteStore } from "./index.ts";

runRecordsContract("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "clew-sqlite-"));
  const file = join(folder, "index.db");
  let store = new SqliteStore(file);
  return {
    store,
    reopen: async () => {
      await store.close();
      store = new SqliteStore(file);
      return store;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});
