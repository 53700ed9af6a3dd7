import { describe, expect, test } from "vitest";
import type { Edge, EdgeKind, FileLinks, Handle, Tier } from "../core/edges.ts";
import { COMPILER_EDGE_KINDS } from "./edge-sink.ts";
import { mergeLinks } from "./merge-links.ts";
import { isCompilerSource } from "./typescript/view-files.ts";

function edge(text: string): Edge {
  const [from, kind, to, tier] = text.split(" ");
  return { from: from as Handle, kind: kind as EdgeKind, to: to as Handle, tier: tier as Tier, lines: [1] };
}

function links(extractor: string, edges: string[], dependencies: number[] = []): FileLinks {
  return { extractor, edges: edges.map(edge), unresolved: [], unknown: [], dependencies, shown: [] };
}

function merge(linked: FileLinks, compiler: FileLinks, seesTargetsIn = isCompilerSource): FileLinks {
  return mergeLinks(linked, compiler, { id: "toy", edgeKinds: COMPILER_EDGE_KINDS, seesTargetsIn });
}

function merged(linked: string[], compiler: string[]): string[] {
  return merge(links("l", linked), links("c", compiler)).edges.map(
    ({ from, kind, to, tier }) => `${from} ${kind} ${to} ${tier}`,
  );
}

describe("the compiler's edges", () => {
  test.each([
    [
      "replace those of lower tiers",
      ["a.ts#f calls b.ts#g heuristic"],
      ["a.ts#f calls b.ts#h compiler"],
      ["a.ts#f calls b.ts#h compiler"],
    ],
    ["remove what they do not confirm", ["a.ts#f calls b.ts#g resolved"], [], []],
    ["leave other kinds alone", ["a.ts#f extends b.ts#T resolved"], [], ["a.ts#f extends b.ts#T resolved"]],
    [
      "leave files that the compiler does not read alone",
      ["a.ts imports c.vue resolved"],
      [],
      ["a.ts imports c.vue resolved"],
    ],
    [
      "decide what a test exercises",
      ["a.test.ts tests b.ts resolved", "a.test.ts tests b.ts#wrong heuristic"],
      ["a.test.ts calls b.ts#right compiler", "a.test.ts calls a.test.ts#own compiler"],
      [
        "a.test.ts calls a.test.ts#own compiler",
        "a.test.ts calls b.ts#right compiler",
        "a.test.ts tests b.ts resolved",
        "a.test.ts tests b.ts#right compiler",
      ],
    ],
  ])("%s", (_, linked, compiler, expected) => {
    expect(merged(linked, compiler)).toEqual(expected);
  });

  test("keep linking's dependencies and name both makers", () => {
    const result = merge(links("linker-1", [], [1, 5]), links("typescript-6", [], [3, 5]));
    expect(result).toMatchObject({
      extractor: "linker-1",
      refinedBy: { provider: "toy", version: "typescript-6" },
      dependencies: [1, 3, 5],
    });
  });

  test("may be merged again", () => {
    const linked = links("linker-1", ["a.ts tests b.ts resolved", "a.ts#f calls b.ts#g resolved"]);
    const once = merge(linked, links("typescript-6", ["a.ts#f calls b.ts#g compiler"]));
    const newer = links("typescript-6", ["a.ts#f calls b.ts#h compiler"]);
    expect(merge(once, newer)).toEqual(merge(linked, newer));
  });

  test("of another language replace only what their index reads", () => {
    const linked = links("l", ["a.py#f calls b.py#g heuristic", "a.py#f calls c.py#h resolved"]);
    const result = merge(linked, links("scip", ["a.py#f calls b.py#x compiler"]), (path) => path === "b.py");
    expect(result.edges.map(({ to }) => to)).toEqual(["b.py#x", "c.py#h"]);
  });

  test("say what stayed unresolved", () => {
    const use = { name: "x", from: "a.ts" as Handle, line: 1, candidates: 2 };
    const linked = { ...links("l", []), unresolved: [{ ...use, name: "gone" }] };
    expect(merge(linked, { ...links("c", []), unresolved: [use] }).unresolved).toEqual([use]);
  });
});

describe("a provider that leaves uses to rules", () => {
  const provider = {
    id: "toy",
    edgeKinds: COMPILER_EDGE_KINDS,
    seesTargetsIn: isCompilerSource,
    leavesUsesToRules: true,
  };
  const use = { name: "g", from: "a.ts#f" as Handle, line: 1, candidates: 1 };
  const linked = links("l", ["a.ts#f calls b.ts#g resolved", "a.ts#f calls b.ts#h heuristic"]);
  const resolved = links("c", ["a.ts#f calls b.ts#g compiler"]);
  const open = { ...links("c", []), unresolved: [use] };

  test("keeps their edge for a use that it cannot resolve, which is not unresolved then", () => {
    const merged = mergeLinks(linked, open, provider);
    expect(merged.edges).toEqual([edge("a.ts#f calls b.ts#g resolved")]);
    expect(merged.unresolved).toEqual([]);
    expect(mergeLinks(linked, open, { ...provider, leavesUsesToRules: false }).edges).toEqual([]);
  });

  test("gives the same whatever it said of the file before", () => {
    const once = mergeLinks(linked, resolved, provider);
    expect(once.edges).toEqual([edge("a.ts#f calls b.ts#g compiler")]);
    expect(mergeLinks(once, open, provider)).toEqual(mergeLinks(linked, open, provider));
  });
});
