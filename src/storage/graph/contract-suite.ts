/** What every graph must answer, run unchanged over each of them. `open` gives the graph of files with these links. */
import { afterEach, describe, expect, it } from "vitest";
import type { FileLinks, Handle } from "../../core/edges.ts";
import { edgeBetween, linksOf } from "../contract-fixtures.ts";
import type { GraphReader, Neighbourhood } from "./contract.ts";

export interface OpenedGraph {
  graph: GraphReader;
  dispose?: () => Promise<void>;
}

/** a calls b and c, both call d, d calls a; b imports e by guess. */
const FILES: Record<string, FileLinks> = {
  a: linksOf([edgeBetween("a#f", "b#f"), edgeBetween("a#f", "c#f")]),
  b: linksOf([edgeBetween("b#f", "d#f"), edgeBetween("b#f", "e", { kind: "imports", tier: "heuristic" })]),
  c: linksOf([edgeBetween("c#f", "d#f")]),
  d: linksOf([edgeBetween("d#f", "a#f")]),
};
const EVERYTHING = { maxDepth: 9, maxVisited: 99, minTier: "heuristic" } as const;

export function runGraphContract(
  name: string,
  open: (files: Record<string, FileLinks>) => Promise<OpenedGraph>,
): void {
  describe(`${name} graph`, () => {
    let opened: OpenedGraph;
    afterEach(async () => opened.dispose?.());

    const walk = async (asked: Partial<Omit<Neighbourhood, "handles">> & { handles: readonly string[] }) => {
      opened = await open(FILES);
      const steps = await opened.graph.neighbours({
        direction: "from",
        depth: 1,
        fanOut: 9,
        ...asked,
        handles: asked.handles as Handle[],
      });
      return steps.map(({ of, depth, edges, leftOut }) => [
        of,
        depth,
        edges.map(({ edge }) => (asked.direction === "into" ? edge.from : edge.to)).join(" "),
        leftOut,
      ]);
    };
    const path = async (from: string[], to: string[], bounds = {}) => {
      opened = await open(FILES);
      const found = await opened.graph.path(from as Handle[], to as Handle[], { ...EVERYTHING, ...bounds });
      return found?.map((edge) => `${edge.from}>${edge.to}`) ?? null;
    };

    it("gives the edges of every handle in the order asked for, those without any too", async () => {
      expect(await walk({ handles: ["b#f", "none", "a#f", "b#f"] })).toEqual([
        ["b#f", 1, "d#f e", 0],
        ["none", 1, "", 0],
        ["a#f", 1, "b#f c#f", 0],
      ]);
    });

    it("walks against the edges, and by chosen kinds", async () => {
      expect(await walk({ handles: ["d#f"], direction: "into" })).toEqual([["d#f", 1, "b#f c#f", 0]]);
      expect(await walk({ handles: ["b#f"], kinds: ["imports"] })).toEqual([["b#f", 1, "e", 0]]);
    });

    it("goes breadth first, walks nothing twice, and ends in cycles", async () => {
      expect(await walk({ handles: ["a#f"], depth: 9, kinds: ["calls"] })).toEqual([
        ["a#f", 1, "b#f c#f", 0],
        ["b#f", 2, "d#f", 0],
        ["c#f", 2, "d#f", 0],
        ["d#f", 3, "a#f", 0],
      ]);
    });

    it("follows no more edges than the fan-out, and counts the rest", async () => {
      expect(await walk({ handles: ["a#f"], depth: 2, fanOut: 1 })).toEqual([
        ["a#f", 1, "b#f", 1],
        ["b#f", 2, "d#f", 1],
      ]);
    });

    it("finds a shortest path within the bounds, or none", async () => {
      expect(await path(["a#f"], ["d#f"])).toEqual(["a#f>b#f", "b#f>d#f"]);
      expect(await path(["c#f", "b#f"], ["e"])).toEqual(["b#f>e"]);
      expect(await path(["c#f"], ["e"], { minTier: "syntax" })).toBeNull();
      expect(await path(["a#f"], ["d#f"], { maxDepth: 1 })).toBeNull();
      expect(await path(["e"], ["a#f"])).toBeNull();
    });
  });
}
