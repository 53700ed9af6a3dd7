import { runFactoryContract } from "../factory-suite.ts";
import { MemoryStoreFactory } from "./factory.ts";

runFactoryContract("memory", () => ({ factory: new MemoryStoreFactory() }));
