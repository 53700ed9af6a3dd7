/** What kind of repository a tree is, with the reason. A guess that people may overrule; `reference` is never guessed. */
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { RepositoryType } from "../core/repository-types.ts";
import type { FoundPackages, Package } from "../packages/contract.ts";
import { servingDependency } from "./serving-packages.ts";
import type { TreeSigns } from "./tree-signs.ts";

export interface TypeGuess {
  type: Exclude<RepositoryType, "reference">;
  /** What it was told by. */
  reason: string;
}

/** From here on a tree is its documents. */
const DOCUMENT_SHARE = 0.8;
/** What is put into so many images is more than one service. */
const MOST_IMAGES = 2;

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
  const service = serviceReason(signs, packages);
  if (service !== null) return { type: "microservice", reason: service };
  const library = packages.find(({ root, isLibrary }) => root === "" && isLibrary);
  if (library && signs.deployment === null)
    return { type: "library", reason: `${displayPath(library.manifest)} is made to be used by others` };
  return { type: "monolithic", reason: whyNothingElse(signs) };
}

/** One thing that is deployed, and either a contract, a name that says so, or a small server without pages of its own. */
function serviceReason(signs: TreeSigns, packages: readonly Package[]): string | null {
  const { name, deployment, contract } = signs;
  if (deployment !== null && contract !== null && !signs.isLarge)
    return `${displayPath(deployment)} and ${displayPath(contract)}`;
  if (/[-_.](?:service|svc|api|gateway|worker)$/i.test(name) && (deployment ?? contract) !== null)
    return `its name, and ${displayPath((deployment ?? contract)!)}`;
  const serves = packages.flatMap((one) => servingDependency(one) ?? [])[0];
  const isOne = deployment !== null && signs.images <= MOST_IMAGES;
  if (serves === undefined || !isOne || signs.isLarge || signs.page !== null) return null;
  return `${displayPath(deployment)}, it serves with ${displayPath(serves)}, is small and has no pages`;
}

function whyNothingElse({ deployment, isLarge, page }: TreeSigns): string {
  if (deployment === null) return "nothing says that it is anything else";
  const told = isLarge ? "a large program" : page === null ? "one program" : `pages as ${displayPath(page)}`;
  return `${displayPath(deployment)}, ${told}`;
}
