// @ts-check
/** Bundles a module that imports TypeScript sources, and imports the result. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {string} entry relative to this folder @returns {Promise<any>} */
export async function importBundled(entry) {
  const input = fileURLToPath(new URL(entry, import.meta.url));
  // Inside the repository, so that packages are found from there.
  const folder = fs.mkdtempSync(path.join(repository, "node_modules/.clew-bench-"));
  try {
    const bundle = await rolldown({
      input,
      platform: "node",
      moduleTypes: { ".scm": "text" },
      external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    });
    await bundle.write({ dir: folder, format: "esm", entryFileNames: "bundle.mjs" });
    return await import(pathToFileURL(path.join(folder, "bundle.mjs")).href);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
