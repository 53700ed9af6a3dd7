/** Parts of clew that the edge benchmarks use; bundled by bundle.mjs because the sources are TypeScript. */
export { hashContent } from "../../src/core/content-hash.ts";
export { detectLanguage } from "../../src/languages/detect.ts";
export { isLinkConfig } from "../../src/linking/link-configs.ts";
export { extractBlob } from "../../src/parsing/extract/extract-blob.ts";
export { mergeLinks } from "../../src/semantics/merge-links.ts";
export { findSdk } from "../../src/semantics/roslyn/find-sdk.ts";
export { packageFolder, roslyn } from "../../src/semantics/roslyn/provider.ts";
export { RoslynService } from "../../src/semantics/roslyn/service.ts";
export { isCSharpProjectFile, isCSharpSource } from "../../src/semantics/roslyn/view-sources.ts";
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

import { buildEnvironment } from "../../src/linking/environment.ts";
import { isLinkConfig } from "../../src/linking/link-configs.ts";
import { linkFile } from "../../src/linking/link-file.ts";
import { surfaceOf } from "../../src/linking/surface.ts";
import { WorkspacePackages } from "../../src/semantics/typescript/workspace-packages.ts";

/** Links of every file without the compiler pass. */
export function linkView(files) {
  const sources = files.filter(({ facts }) => facts);
  const configs = new Map(
    files.filter(({ path }) => isLinkConfig(path)).map(({ path, text }) => [path, text]),
  );
  const environment = buildEnvironment(
    sources.map(({ path, facts }) => surfaceOf(path, facts)),
    configs,
  );
  return new Map(sources.map(({ path, facts }) => [path, linkFile({ path, facts }, environment)]));
}

/** Name of each package of the repository with the source file behind it. */
export function packageEntries(view) {
  const packages = new WorkspacePackages(view);
  return packages.names.flatMap((name) => {
    const entry = packages.resolve(name);
    return entry === null ? [] : [[name, entry]];
  });
}
