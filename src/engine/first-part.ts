/** Which files of a large tree are indexed before the rest, so that its first questions are answered within seconds. */
import type { WorkspaceScan } from "../workspace/scan.ts";

/** Below this many times the part, the whole is soon there anyway. */
const WORTH_IT_FROM = 3;

/** The scan with `count` of its files: known languages first, then what lies nearest to the root. Null for a small tree. */
export function firstPartOf(tree: WorkspaceScan, count: number): WorkspaceScan | null {
  if (tree.files.length < count * WORTH_IT_FROM) return null;
  const byInterest = tree.files
    .map((file) => ({
      path: file.path,
      isSource: file.language !== null,
      depth: file.path.split("/").length,
    }))
    .sort(
      (a, b) => Number(b.isSource) - Number(a.isSource) || a.depth - b.depth || (a.path < b.path ? -1 : 1),
    );
  const chosen = new Set(byInterest.slice(0, count).map((file) => file.path));
  return { ...tree, files: tree.files.filter((file) => chosen.has(file.path)) };
}
