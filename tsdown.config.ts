import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    cli: "src/cli/main.ts",
    index: "src/index.ts",
    "parse-worker": "src/parsing/worker.ts",
    "ts-service": "src/semantics/typescript/ts-service.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20",
  outDir: "dist",
  clean: true,
  dts: { entry: ["src/index.ts"] },
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
  // Query files travel inside the bundle as text, so a language is data and still one import away.
  inputOptions: { moduleTypes: { ".scm": "text" } },
});
