/** What kind of repository a tree is, with the reason. A guess that people may overrule; `reference` is never guessed. */
import { plural } from "../core/counts.ts";
import { basename, displayPath } from "../core/rel-path.ts";
import type { RepositoryType } from "../core/repository-types.ts";
import type { FoundPackages } from "../packages/contract.ts";

export interface TypeGuess {
  type: Exclude<RepositoryType, "reference">;
  /** What it was told by. */
  reason: string;
}

export interface TreeSigns {
  name: string;
  files: number;
  /** Markdown and the like. */
  documents: number;
  /** Files whose names say that something is run or called from outside. */
  deployment: string | null;
  contract: string | null;
}

/** From here on a tree is its documents. */
const DOCUMENT_SHARE = 0.8;

export function detectType(
  signs: TreeSigns,
  { packages, workspaces }: Pick<FoundPackages, "packages" | "workspaces">,
): TypeGuess {
  const { files, documents } = signs;
  if (files > 0 && documents / files >= DOCUMENT_SHARE && !packages.some(({ isLibrary }) => isLibrary))
    return { type: "documentation", reason: `${documents} of ${plural(files, "file")} are documents` };
  const members = packages.filter(({ isDeclared, root }) => isDeclared && root !== "");
  const [workspace] = workspaces;
  if (workspace && members.length >= 2)
    return {
      type: "monorepo",
      reason: `${displayPath(workspace.config)} and its packages, ${members.length} in all`,
    };
  const inFolders = packages.filter(({ root }) => root !== "");
  const managers = new Set(inFolders.map(({ ecosystem }) => ecosystem));
  if (inFolders.length >= 2 && managers.size >= 2)
    return { type: "monorepo", reason: `${inFolders.length} packages of ${managers.size} managers` };
  const service = serviceReason(signs);
  if (service !== null) return { type: "microservice", reason: service };
  const library = packages.find(({ root, isLibrary }) => root === "" && isLibrary);
  if (library && signs.deployment === null)
    return { type: "library", reason: `${displayPath(library.manifest)} is made to be used by others` };
  return { type: "monolithic", reason: "nothing says that it is anything else" };
}

function serviceReason({ name, deployment, contract }: TreeSigns): string | null {
  if (deployment !== null && contract !== null)
    return `${displayPath(deployment)} and ${displayPath(contract)}`;
  if (/[-_.](?:service|svc|api|gateway|worker)$/i.test(name) && (deployment ?? contract) !== null)
    return `its name, and ${displayPath((deployment ?? contract)!)}`;
  return null;
}

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;
const DEPLOYMENT =
  /^(?:Dockerfile|Containerfile|Procfile|serverless\.ya?ml|fly\.toml|app\.ya?ml|Chart\.yaml)$/;
const CONTRACT = /^(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$|\.proto$|^schema\.graphqls?$/i;

/** `paths` ascending, as the index lists them. */
export function signsOf(name: string, paths: readonly string[]): TreeSigns {
  // The nearest to the root, then the first by path.
  const nearest = (pattern: RegExp) =>
    paths
      .filter((path) => pattern.test(basename(path)))
      .reduce<string | null>(
        (best, path) => (best === null || depthOf(path) < depthOf(best) ? path : best),
        null,
      );
  return {
    name,
    files: paths.length,
    documents: paths.filter((path) => DOCUMENT.test(path)).length,
    deployment: nearest(DEPLOYMENT),
    contract: nearest(CONTRACT),
  };
}

function depthOf(path: string): number {
  return path.split("/").length;
}
