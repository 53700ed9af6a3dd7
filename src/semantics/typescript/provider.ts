/** The TypeScript compiler as a provider: TypeScript and JavaScript of the tree as it is. */
import type { ProviderDefinition } from "../contract.ts";
import { COMPILER_EDGE_KINDS } from "../edge-sink.ts";
import { TYPESCRIPT_REVISION } from "./protocol.ts";
import { createTypeScriptService } from "./service.ts";
import { isCompilerSource } from "./view-files.ts";

export const typescript: ProviderDefinition = {
  id: "typescript",
  revision: TYPESCRIPT_REVISION,
  open: (limits) => {
    const service = createTypeScriptService(limits);
    return {
      edgeKinds: COMPILER_EDGE_KINDS,
      speaksFor: isCompilerSource,
      seesTargetsIn: isCompilerSource,
      analyse: (request) => service.analyse(request),
      isManifest: (path) => /(?:^|\/)(?:package|tsconfig|jsconfig)\.json$/.test(path),
      packageProblems: () => service.problems(),
      status: () => service.status(),
      close: () => service.close(),
    };
  },
};
