/** Parts of clew that the edge benchmarks use; bundled by bundle.mjs because the sources are TypeScript. */
export { hashContent } from "../../src/core/content-hash.ts";
export { detectLanguage } from "../../src/languages/detect.ts";
export { extractBlob } from "../../src/parsing/extract/extract-blob.ts";
export { createProjectHost } from "../../src/semantics/typescript/compiler-host.ts";
export { Project } from "../../src/semantics/typescript/project.ts";
export { symbolRowsOf } from "../../src/semantics/typescript/symbol-table.ts";
export {
  isCompilerSource,
  isProjectConfig,
  readThroughJail,
  ViewFiles,
  viewPath,
  virtualPath,
} from "../../src/semantics/typescript/view-files.ts";
export { openRoot } from "../../src/workspace/path-jail.ts";
