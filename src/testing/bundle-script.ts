/** Bundles a TypeScript file so that a plain `node` can run it: for tests that need real processes. */
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Path of the script to run. In `dist`, where packages are found; one folder per caller's process. */
export async function bundleScript(entry: URL): Promise<string> {
  const name = basename(fileURLToPath(entry), ".ts");
  const outDir = join(root, "dist", "test-scripts", String(process.pid));
  await build({
    config: false,
    cwd: root,
    entry: { [name]: fileURLToPath(entry) },
    format: "esm",
    platform: "node",
    target: "node20",
    outDir,
    clean: false,
    dts: false,
    loader: { ".scm": "text" },
    logLevel: "silent",
    outExtensions: () => ({ js: ".mjs" }),
  });
  return join(outDir, `${name}.mjs`);
}
