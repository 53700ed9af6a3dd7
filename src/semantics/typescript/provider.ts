/** The TypeScript compiler as a provider: TypeScript and JavaScript of the tree as it is. */
import type { ProviderDefinition } from "../contract.ts";
import { COMPILER_EDGE_KINDS } from "../edge-sink.ts";
import { createTypeScriptService } from "./service.ts";
import { isCompilerSource } from "./view-files.ts";

export const typescript: ProviderDefinition = {
  id: "typescript",
  open: (limits) => {
    const service = createTypeScriptService(limits);
    return {
      edgeKinds: COMPILER_EDGE_KINDS,
      speaksFor: isCompilerSource,
      seesTargetsIn: isCompilerSource,
      analyse: (request) => service.analyse(request),
      status: () => service.status(),
      close: () => service.close(),
    };
  },
};
