// @ts-check
/** Bundles modules that import TypeScript sources, so that plain node runs them. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {string} entry relative to this folder @returns {Promise<{ file: string, remove: () => void }>} */
export async function bundle(entry) {
  const input = fileURLToPath(new URL(entry, import.meta.url));
  // Inside the repository, so that packages are found from there.
  const folder = fs.mkdtempSync(path.join(repository, "node_modules/.clew-bench-"));
  const built = await rolldown({
    input,
    platform: "node",
    moduleTypes: { ".scm": "text" },
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
  });
  await built.write({ dir: folder, format: "esm", entryFileNames: "bundle.mjs" });
  return {
    file: path.join(folder, "bundle.mjs"),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param {string} entry @returns {Promise<any>} */
export async function importBundled(entry) {
  const { file, remove } = await bundle(entry);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    remove();
  }
}
