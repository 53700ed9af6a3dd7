import { writeFileSync } from "node:fs";
import { defineConfig } from "tsdown";

/** Of everything that is built. CommonJS, because only that can be loaded through V8's code cache (src/boot/). */
export const shared = {
  format: "cjs",
  platform: "node",
  target: "node20",
  outDir: "dist",
  dts: false,
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
  // Query files travel inside the bundle as text, so a language is data and still one import away.
  inputOptions: {
    moduleTypes: { ".scm": "text" },
    // A module is loaded for what it exports, so a command loads only the chunks that it uses.
    treeshake: { moduleSideEffects: false },
  },
  hooks: { "build:done": () => writeFileSync("dist/package.json", `{ "type": "commonjs" }\n`) },
} as const;

const BUNDLED = ["commander", "graphql", "yaml", "zod"];

/** What starts a process: one file each, because the other files are loaded through it. */
const boot = ["cli", "parse-worker"].map((name) => ({
  ...shared,
  entry: { [name]: `src/boot/${name}.ts` },
  clean: false,
}));

export default defineConfig([
  {
    ...shared,
    entry: {
      "cli-main": "src/cli/main.ts",
      "parse-worker-main": "src/parsing/worker.ts",
      index: "src/index.ts",
      "ts-service": "src/semantics/typescript/ts-service.ts",
      "specification-process": "src/specifications/specification-process.ts",
      "highlight-worker": "src/parsing/highlight/worker.ts",
    },
    clean: true,
    // What these take to load is a tenth or more of a short command: zod alone comes in a hundred files, one for each language it
    // can complain in. Bundled, they are in the code cache. Their licences go where their code goes.
    deps: { alwaysBundle: BUNDLED },
    copy: BUNDLED.map((name) => ({ from: `node_modules/${name}/LICENSE*`, to: `dist/licenses/${name}` })),
  },
  ...boot,
  {
    ...shared,
    entry: { index: "src/index.ts" },
    clean: false,
    dts: { emitDtsOnly: true },
  },
]);
