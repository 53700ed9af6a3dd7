/** Which tag of a commit is a version of the whole repository. */
import type { Package } from "../packages/contract.ts";

/**
 * The last one that is not a release of one package: monorepos tag those as `@scope/name@1.2.0`, `name-v1.2.0` and, in Go,
 * `folder/v1.2.0`. Null when every tag is one.
 */
export function repositoryTag(
  tags: readonly string[],
  packages: readonly Pick<Package, "name" | "root">[],
): string | null {
  const below = packages.filter(({ root }) => root !== "");
  const starts = below.flatMap(({ name, root }) => [name, root, root.slice(root.lastIndexOf("/") + 1)]);
  const isOfPackage = (tag: string) =>
    starts.some((start) => tag.startsWith(start) && /^(?:@|[-_/]v?)\d/.test(tag.slice(start.length)));
  return tags.findLast((tag) => !isOfPackage(tag)) ?? null;
}
