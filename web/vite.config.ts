/** Builds the page into dist/web, each file with a compressed copy beside it, which the server hands out. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { defineConfig } from "vite";

const outDir = fileURLToPath(new URL("../dist/web", import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    // A strict policy has no place for scripts and pictures inside the document.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [
    {
      name: "compressed-copies",
      closeBundle() {
        for (const folder of [outDir, join(outDir, "assets")])
          for (const name of readdirSync(folder))
            if (/\.(?:js|css|html|svg)$/.test(name))
              writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
      },
    },
  ],
});
