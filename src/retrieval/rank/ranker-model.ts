/**
 * The learned ranker: per kind of query a weight for every feature, and small trees that correct what a weighted sum
 * cannot say. Written by `model/ranking/train.py`, which is where its provenance is told; here it is only evaluated.
 */
import type { QueryKind } from "../query/classify.ts";
import type { FeatureLayout } from "./feature-layout.ts";

/**
 * A node of a tree as the file holds it: `[feature, threshold, value, left, right]`, or the value of a leaf. A row goes left
 * when its feature is at most the threshold. Values of inner nodes are means of what is below, relative to the root.
 */
export type TreeText =
  | number
  | [feature: string, threshold: number, value: number, left: TreeText, right: TreeText];

export interface KindModelText {
  weights: Partial<Record<string, number>>;
  trees: TreeText[];
}

/**
 * Weights and trees of the features of words were learned without vectors, and weights of vectors on top of them: without
 * vectors those features are zero, and what is left is what was learned without.
 */
export interface RankerText {
  about: unknown;
  kinds: Partial<Record<QueryKind, KindModelText>>;
}

/** All trees of a kind in flat arrays; a node without a feature is a leaf. */
export interface Trees {
  roots: Int32Array;
  feature: Int16Array;
  threshold: Float64Array;
  value: Float64Array;
  left: Int32Array;
  right: Int32Array;
}

const LEAF = -1;

/**
 * A feature that no channel has is 0 for every file: its nodes fall away. What a tree so loses at its root is the same
 * for all files and changes no order.
 */
export function compileTrees(texts: readonly TreeText[], layout: FeatureLayout): Trees {
  const nodes: { feature: number; threshold: number; value: number; left: number; right: number }[] = [];
  const add = (text: TreeText): number => {
    const at = nodes.length;
    if (typeof text === "number") {
      nodes.push({ feature: LEAF, threshold: 0, value: text, left: LEAF, right: LEAF });
      return at;
    }
    const [name, threshold, value, left, right] = text;
    const feature = layout.columnOf(name);
    if (feature < 0) return add(threshold >= 0 ? left : right);
    const node = { feature, threshold, value, left: LEAF, right: LEAF };
    nodes.push(node);
    node.left = add(left);
    node.right = add(right);
    return at;
  };
  const roots = texts.map(add);
  return {
    roots: Int32Array.from(roots),
    feature: Int16Array.from(nodes, (node) => node.feature),
    threshold: Float64Array.from(nodes, (node) => node.threshold),
    value: Float64Array.from(nodes, (node) => node.value),
    left: Int32Array.from(nodes, (node) => node.left),
    right: Int32Array.from(nodes, (node) => node.right),
  };
}

/**
 * What the trees add to a row's score, told by feature: each step from a node to its child is the doing of the feature that
 * decided it. Steps from the root to the leaf add up to the leaf's value, so nothing is left over.
 */
export function addTreePoints(trees: Trees, row: Float64Array, points: Float64Array): void {
  const { feature, threshold, value, left, right } = trees;
  for (const root of trees.roots) {
    let node = root;
    let at = feature[node]!;
    while (at !== LEAF) {
      const next = row[at]! <= threshold[node]! ? left[node]! : right[node]!;
      points[at]! += value[next]! - value[node]!;
      node = next;
      at = feature[node]!;
    }
  }
}
