import { describe, expect, it } from "vitest";
import type { Handle } from "../../core/edges.ts";
import { bestChains, type FlowWorth } from "./best-chains.ts";
import { extendChain } from "./extend-chain.ts";
import { type FlowLink, type ReadLinks, readFlowGraph } from "./flow-graph.ts";

const LINKS = [
  ["page.tsx#Page", "page.tsx#save"],
  ["page.tsx#save", "api.ts#send", { contract: "POST /orders" }],
  ["api.ts#send", "orders.py#create", { contract: "POST /orders" }],
  ["orders.py#create", "store.py#Store.add"],
  ["store.py#Store.add", "store.py#SqlStore.add", { isDispatched: true }],
  ["store.py#SqlStore.add", "store.py#write_order"],
  ["orders.py#create", "log.py#log"],
  ["admin.tsx#retry", "api.ts#send"],
  ["log.py#log", "orders.py#create"],
] as const;

const link = ([from, to, more]: readonly [string, string, object?]): FlowLink =>
  ({ from, to, lines: [1], tier: "resolved", ...more }) as unknown as FlowLink;
const readLinks: ReadLinks = async (handles, direction) =>
  LINKS.map(link).filter((one) => handles.includes(direction === "from" ? one.from : one.to));
const isFunction = async (handle: Handle) => !/#[A-Z][^.]*$/.test(handle);

const WORDS: Record<string, number[]> = { save: [0], send: [1], create: [1, 2], add: [2], write_order: [2] };
const worthOf = (handle: Handle): FlowWorth => {
  const name = handle.slice(Math.max(handle.lastIndexOf("#"), handle.lastIndexOf(".")) + 1);
  return { words: new Map((WORDS[name] ?? []).map((word) => [word, 0.8])), beside: 0 };
};
const total = (handle: Handle) => [...worthOf(handle).words.values()].reduce((a, b) => a + b, 0);

async function flows(): Promise<string[][]> {
  const links = await readFlowGraph(["orders.py#create" as Handle], total, readLinks);
  return bestChains(links, worthOf, 3).map(({ stations }) => [...stations]);
}

describe("the chain that an event runs through", () => {
  it("goes over contracts and declarations without a body, and leaves machinery aside", async () => {
    const [first] = await flows();
    expect(first).toEqual([
      "page.tsx#save",
      "api.ts#send",
      "orders.py#create",
      "store.py#SqlStore.add",
      "store.py#write_order",
    ]);
  });

  it("ends where calls go in circles", async () => {
    for (const stations of await flows()) expect(new Set(stations).size).toBe(stations.length);
  });

  it("is followed back to what handles the event; who else leads there is told", async () => {
    const chain = { stations: ["api.ts#send", "orders.py#create"] as Handle[], links: [], worth: 1 };
    const { stations, links } = await extendChain(chain, total, readLinks, isFunction);
    expect(stations).toContain("page.tsx#save");
    expect(links.flatMap(({ others = [] }) => others.map(({ from }) => from))).toEqual(["admin.tsx#retry"]);
    expect(stations.at(-1)).toBe("store.py#write_order");
  });

  it("reads no more symbols than it may", async () => {
    let read = 0;
    const endless: ReadLinks = async (handles, direction) => {
      if (direction === "into") return [];
      read += handles.length;
      return handles.map((from) => link([from, `${from}x`]));
    };
    await readFlowGraph(["a.ts#a" as Handle], () => 0, endless, { symbols: 20, batch: 5 });
    expect(read).toBeLessThanOrEqual(24);
  });
});
