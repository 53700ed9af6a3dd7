import { runRecordsContract } from "../contract-suite.ts";
import { openMemoryStore } from "./index.ts";

runRecordsContract("memory", async () => ({ store: openMemoryStore() }), {
  keeping: "lives in this process",
});
