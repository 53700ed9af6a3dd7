/** What the graph is made of before it is drawn: paths, graphs put together, the fleet as a graph. */
import { expect, test } from "vitest";
import type { FleetAnswer, GraphAnswer } from "../../src/pages/contract.ts";
import { type Camera, zoomAt } from "../../web/src/graph/camera.ts";
import { fleetGraph } from "../../web/src/graph/fleet-graph.ts";
import { mergeGraphs, shortestPath } from "../../web/src/graph/paths.ts";

type Edge = GraphAnswer["edges"][number];
const edge = (from: string, to: string): Edge => ({ from, to, kind: "calls", tier: "resolved", count: 1 });
const node = (id: string, isStart = false) => ({
  id,
  kind: "function",
  label: id,
  path: id,
  line: 1,
  isStart,
  size: 1,
});

test.each([
  ["the shorter of two ways", "a", "d", ["a b", "b d"]],
  ["edges are followed in their direction", "d", "a", null],
  ["to itself nothing is to be gone", "a", "a", []],
  ["nothing leads to what is apart", "a", "x", null],
])("%s", (_, from, to, path) => {
  const edges = [
    edge("a", "c"),
    edge("c", "e"),
    edge("e", "d"),
    edge("a", "b"),
    edge("b", "d"),
    edge("d", "b"),
  ];
  expect(shortestPath(edges, from, to)?.map((one) => `${one.from} ${one.to}`) ?? null).toEqual(path);
});

test("graphs put together have everything once, and the first one's start", () => {
  const of = (ids: string[], edges: Edge[]): GraphAnswer => ({
    level: "symbol",
    nodes: ids.map((id, at) => node(id, at === 0)),
    edges,
    leftOut: { nodes: 1, edges: 0 },
  });
  const both = mergeGraphs([
    of(["a", "b"], [edge("a", "b")]),
    of(["b", "c"], [edge("a", "b"), edge("b", "c")]),
  ]);
  expect(both.nodes.map(({ id, isStart }) => `${id} ${isStart}`)).toEqual(["a true", "b false", "c false"]);
  expect(both.edges).toHaveLength(2);
  expect(both.leftOut.nodes).toBe(2);
});

const pack = (repository: string, name: string, folder = "") => ({
  repository,
  name,
  folder,
  ecosystem: "npm",
  version: null,
  isLibrary: true,
  usedBy: 0,
});
const contract = (
  repository: string,
  handle: string,
  others: FleetAnswer["needs"][number]["others"] = [],
) => ({
  repository,
  kind: "route",
  key: "GET /price",
  handle,
  line: 1,
  others,
});
const offer = contract("billing", "api/server.ts#price");
const fleet: FleetAnswer = {
  repositories: [],
  packages: [
    pack("shop", "shop"),
    pack("shop", "cart", "packages/cart"),
    pack("lib", "money"),
    pack("far", "away"),
  ],
  edges: [
    {
      from: "shop/cart",
      to: "lib/money",
      package: "money",
      kind: "runtime",
      asked: "1",
      indexed: null,
      differs: false,
    },
  ],
  cycles: [],
  offers: [offer],
  needs: [contract("shop", "packages/cart/buy.ts#buy", [{ repository: "billing", handle: offer.handle }])],
  problem: null,
  leftOut: 0,
  next: null,
};

test("a call belongs to the innermost package around it, an offer without one to its repository", () => {
  const { nodes, edges } = fleetGraph(fleet, "", 1, []);
  expect(edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual([
    "shop/cart package lib/money",
    "shop/cart route billing",
  ]);
  expect(nodes.find(({ id }) => id === "billing")?.kind).toBe("service");
});

test("around a service lies what calls it, as far as the depth reaches and the kinds allow", () => {
  const ids = (depth: number, kinds: string[]) =>
    fleetGraph(fleet, "billing", depth, kinds)
      .nodes.map(({ id }) => id)
      .sort();
  expect(ids(1, [])).toEqual(["billing", "shop/cart"]);
  expect(ids(2, [])).toEqual(["billing", "lib/money", "shop/cart"]);
  expect(ids(2, ["route"])).toEqual(["billing", "shop/cart"]);
});

test.each([
  [1.4, { x: 120, y: -40 }],
  [0.5, { x: -300, y: 77 }],
  [1_000, { x: 5, y: 5 }],
])("zooming by %d keeps what lies under the pointer there", (factor, at) => {
  const before: Camera = { x: 30, y: -12, zoom: 0.8 };
  const under = (camera: Camera) => ({
    x: (at.x - camera.x) / camera.zoom,
    y: (at.y - camera.y) / camera.zoom,
  });
  const after = zoomAt(before, factor, at);
  expect(after.zoom).not.toBe(before.zoom);
  expect(under(after).x).toBeCloseTo(under(before).x);
  expect(under(after).y).toBeCloseTo(under(before).y);
});
