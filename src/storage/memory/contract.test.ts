import { runStorageContract } from "../contract-suite.ts";
import { openMemoryStore } from "./index.ts";

runStorageContract("memory", async () => ({ store: openMemoryStore() }), {
  keeping: "lives in this process",
});
