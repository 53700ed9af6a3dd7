import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHANNELS } from "../channels/all.ts";
import { layOutFeatures } from "./feature-layout.ts";
import { loadRanker } from "./ranker-file.ts";
import { addTreePoints, compileTrees, type TreeText } from "./ranker-model.ts";
import { contributionsOf, handScorer, learnedScorer, scoreRow, scorerOf } from "./score.ts";
import { WEIGHTS } from "./weights.ts";

const LAYOUT = layOutFeatures(CHANNELS);
const FEATURES = LAYOUT.features.map(({ name }) => name);
const FEATURE_COUNT = FEATURES.length;

const TREE: TreeText = ["bodyMax", 0.5, 0, ["isTest", 0, 0.25, 0.5, -0.75], 1.5];
const KINDS = ["symbol", "question", "change", "report"] as const;

function rowWith(values: Record<string, number>): Float64Array {
  const row = new Float64Array(FEATURE_COUNT);
  for (const [name, value] of Object.entries(values)) row[LAYOUT.columnOf(name)] = value;
  return row;
}

describe("trees", () => {
  it.each<[string, Record<string, number>, Record<string, number>]>([
    ["a value at the threshold goes left", { bodyMax: 0.5 }, { bodyMax: 0.25, isTest: 0.25 }],
    ["a value above it goes right", { bodyMax: 0.51 }, { bodyMax: 1.5 }],
    ["each feature is told what its own step did", { isTest: 1 }, { bodyMax: 0.25, isTest: -1 }],
  ])("%s", (_title, values, expected) => {
    const points = new Float64Array(FEATURE_COUNT);
    addTreePoints(compileTrees([TREE], LAYOUT), rowWith(values), points);
    const told = Object.fromEntries(
      FEATURES.map((name, at) => [name, points[at]!] as const).filter(([, p]) => p !== 0),
    );
    expect(told).toEqual(expected);
  });

  it("a feature that no channel has is 0 for every file", () => {
    const tree: TreeText = ["bodyMax", 0.5, 0, ["unknown", 0, 0.25, 0.5, -0.75], ["unknown", -1, 1, 0, 2]];
    const scorer = scorerOf({ weights: { unknown: 7 }, trees: [tree] }, LAYOUT);
    expect(scoreRow(rowWith({ bodyMax: 0 }), scorer)).toBe(0.5);
    expect(scoreRow(rowWith({ bodyMax: 1 }), scorer)).toBe(2);
  });

  it("several trees add up", () => {
    const points = new Float64Array(FEATURE_COUNT);
    addTreePoints(compileTrees([TREE, TREE, 3], LAYOUT), rowWith({ bodyMax: 1 }), points);
    expect(points[LAYOUT.columnOf("bodyMax")]).toBe(3);
  });
});

describe("scores", () => {
  const row = fc
    .array(fc.double({ min: -2, max: 2, noNaN: true }), {
      minLength: FEATURE_COUNT,
      maxLength: FEATURE_COUNT,
    })
    .map((values) => Float64Array.from(values));

  it.each(KINDS)("of %s queries are the sum of their contributions, learned and by hand", async (kind) => {
    const scorers = [handScorer(kind, LAYOUT), await learnedScorer(kind, LAYOUT)];
    fc.assert(
      fc.property(row, (values) => {
        for (const scorer of scorers) {
          const parts = contributionsOf(values, scorer, LAYOUT);
          expect(
            Math.abs(parts.reduce((sum, part) => sum + part.points, 0) - scoreRow(values, scorer)),
          ).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("are those of the hand-set weights when nothing was learned for a kind", () => {
    const values = rowWith({ bodyMax: 1, isTest: 1 });
    const { weights } = handScorer("change", LAYOUT);
    expect(scoreRow(values, scorerOf({ weights: {}, trees: [] }, LAYOUT))).toBe(0);
    expect(scoreRow(values, handScorer("change", LAYOUT))).toBe(
      weights[LAYOUT.columnOf("bodyMax")]! + weights[LAYOUT.columnOf("isTest")]!,
    );
  });
});

it.each(KINDS)("weights of %s queries name features that exist", (kind) => {
  expect(Object.keys(WEIGHTS[kind]).filter((name) => !FEATURES.includes(name))).toEqual([]);
});

describe("the shipped ranker", () => {
  it("names only features that exist and has finite numbers, each tree starting at zero", async () => {
    const ranker = await loadRanker();
    const problems: string[] = [];
    const visit = (node: TreeText): void => {
      if (typeof node === "number") {
        if (!Number.isFinite(node)) problems.push(`value ${node}`);
        return;
      }
      const [feature, threshold, value, left, right] = node;
      if (!FEATURES.includes(feature)) problems.push(`feature ${feature}`);
      if (!Number.isFinite(threshold) || !Number.isFinite(value)) problems.push(`number at ${feature}`);
      visit(left);
      visit(right);
    };
    for (const model of Object.values(ranker.kinds)) {
      for (const [name, weight] of Object.entries(model.weights))
        if (!FEATURES.includes(name) || !Number.isFinite(weight)) problems.push(name);
      for (const tree of model.trees) {
        visit(tree);
        if (typeof tree !== "number" && tree[2] !== 0) problems.push("a root that is not zero");
      }
    }
    expect(problems).toEqual([]);
  });

  it("has no tree that looks at vectors: without them every file would seem far away", async () => {
    const text = JSON.stringify(Object.values((await loadRanker()).kinds).map((model) => model.trees));
    expect(text).not.toContain("vector");
  });
});
