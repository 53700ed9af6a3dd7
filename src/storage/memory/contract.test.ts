import { runStorageContract } from "../contract-suite.ts";
import { openMemoryStore } from "./index.ts";

runStorageContract("memory", async () => ({ store: openMemoryStore() }), { keeps: false });
