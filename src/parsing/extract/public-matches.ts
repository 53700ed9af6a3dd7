/** Runs a query through the public API of web-tree-sitter: right with every version, and several times slower. */
import type { Node, Query, Tree } from "web-tree-sitter";
import type { CpuDeadline } from "./cpu-deadline.ts";
import { CAPTURE_WORDS, type MatchList } from "./match-list.ts";

/** Null when the deadline passed first. */
export function publicMatches(query: Query, tree: Tree, deadline: CpuDeadline): MatchList | null {
  let isLate = false;
  const progressCallback = () => {
    isLate ||= deadline.isPast();
    return isLate;
  };
  const matches = query.matches(tree.rootNode, { progressCallback });
  if (isLate) return null;
  const indexOf = new Map(query.captureNames.map((name, index) => [name, index]));
  const captureCount = matches.reduce((sum, { captures }) => sum + captures.length, 0);
  const words = new Int32Array(matches.length * 2 + captureCount * CAPTURE_WORDS);
  const nodes: Node[] = [];
  let at = 0;
  for (const { patternIndex, captures } of matches) {
    words[at++] = patternIndex;
    words[at++] = captures.length;
    for (const { name, node } of captures) {
      const { row, column } = node.startPosition;
      // The list's own number is the node's place among those captured.
      words.set([indexOf.get(name)!, node.id, node.startIndex, row, column, nodes.length], at);
      nodes.push(node);
      at += CAPTURE_WORDS;
    }
  }
  const nodeAt = (capture: number) => nodes[words[capture + CAPTURE_WORDS - 1]!]!;
  return {
    words,
    count: matches.length,
    first: 0,
    endOf: (capture) => nodeAt(capture).endIndex,
    typeOf: (capture) => nodeAt(capture).type,
  };
}
