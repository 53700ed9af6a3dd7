import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { extractor: "extractor.ts" },
  format: "esm",
  platform: "node",
  target: "node20",
  outDir: "../../dist/model",
  clean: false,
  dts: false,
  outExtensions: () => ({ js: ".js" }),
  inputOptions: { moduleTypes: { ".scm": "text" } },
});
