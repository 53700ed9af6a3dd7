import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEATURE_COUNT, FEATURE_INDEX, FEATURES } from "./features.ts";
import { loadRanker } from "./ranker-file.ts";
import { addTreePoints, compileTrees, type TreeText, zeroPoints } from "./ranker-model.ts";
import { contributionsOf, handScorer, learnedScorer, scoreRow, scorerOf } from "./score.ts";

const TREE: TreeText = ["bodyMax", 0.5, 0, ["isTest", 0, 0.25, 0.5, -0.75], 1.5];
const KINDS = ["symbol", "question", "change", "report"] as const;

function rowWith(values: Partial<Record<(typeof FEATURES)[number], number>>): Float64Array {
  const row = new Float64Array(FEATURE_COUNT);
  for (const [name, value] of Object.entries(values)) row[FEATURE_INDEX[name as "bodyMax"]] = value;
  return row;
}

describe("trees", () => {
  it.each([
    ["a value at the threshold goes left", { bodyMax: 0.5 }, { bodyMax: 0.25, isTest: 0.25 }],
    ["a value above it goes right", { bodyMax: 0.51 }, { bodyMax: 1.5 }],
    ["each feature is told what its own step did", { isTest: 1 }, { bodyMax: 0.25, isTest: -1 }],
  ])("%s", (_title, values, expected) => {
    const points = zeroPoints();
    addTreePoints(compileTrees([TREE]), rowWith(values), points);
    const told = Object.fromEntries(
      FEATURES.map((name, at) => [name, points[at]!]).filter(([, p]) => p !== 0),
    );
    expect(told).toEqual(expected);
  });

  it("several trees add up", () => {
    const points = zeroPoints();
    addTreePoints(compileTrees([TREE, TREE, 3]), rowWith({ bodyMax: 1 }), points);
    expect(points[FEATURE_INDEX.bodyMax]).toBe(3);
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
    const scorers = [handScorer(kind), await learnedScorer(kind)];
    fc.assert(
      fc.property(row, (values) => {
        for (const scorer of scorers) {
          const parts = contributionsOf(values, scorer);
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
    const { weights } = handScorer("change");
    expect(scoreRow(values, scorerOf({ weights: {}, trees: [] }))).toBe(0);
    expect(scoreRow(values, handScorer("change"))).toBe(
      weights[FEATURE_INDEX.bodyMax]! + weights[FEATURE_INDEX.isTest]!,
    );
  });
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
      if (!(FEATURES as readonly string[]).includes(feature)) problems.push(`feature ${feature}`);
      if (!Number.isFinite(threshold) || !Number.isFinite(value)) problems.push(`number at ${feature}`);
      visit(left);
      visit(right);
    };
    for (const model of Object.values(ranker.kinds)) {
      for (const [name, weight] of Object.entries(model.weights))
        if (!(FEATURES as readonly string[]).includes(name) || !Number.isFinite(weight)) problems.push(name);
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
