import { defineConfig } from "tsdown";

const shared = {
  format: "esm",
  platform: "node",
  target: "node20",
  outDir: "dist",
  // Query files travel inside the bundle as text, so a language is data and still one import away.
  inputOptions: { moduleTypes: { ".scm": "text" } },
} as const;

export default defineConfig([
  {
    ...shared,
    entry: {
      cli: "src/cli/main.ts",
      index: "src/index.ts",
      "parse-worker": "src/parsing/worker.ts",
      "ts-service": "src/semantics/typescript/ts-service.ts",
    },
    clean: true,
    dts: false,
    outExtensions: () => ({ js: ".js" }),
    // Zod comes in a hundred files, one for each language it can complain in: a tenth of what a question on the command
    // line costs. Its licence goes where its code goes; as a dependency it stays for the types.
    deps: { alwaysBundle: ["zod"] },
    copy: [{ from: "node_modules/zod/LICENSE", to: "dist/zod" }],
  },
  {
    ...shared,
    entry: { index: "src/index.ts" },
    clean: false,
    dts: { emitDtsOnly: true },
    outExtensions: () => ({ dts: ".d.ts" }),
  },
]);
