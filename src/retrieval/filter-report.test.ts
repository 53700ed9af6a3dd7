import { beforeAll, describe, expect, it } from "vitest";
import { openInlineView, readRepository } from "../../tests/golden/inline-view.ts";
import { type SearchableView, search } from "./index.ts";

let view: SearchableView;
beforeAll(async () => {
  view = await openInlineView(readRepository("shop"));
});

describe("filters", () => {
  it.each([
    ["orders lang:klingon", "lang", "klingon", "typescript"],
    ["orders kind:gadget", "kind", "gadget", "class"],
  ])("%s has a value that nothing has, and says which exist", async (query, filter, value, known) => {
    const { filtered } = await search(view, query);
    expect(filtered?.unknown).toHaveLength(1);
    expect(filtered?.unknown[0]).toMatchObject({ filter, value });
    expect(filtered?.unknown[0]?.known).toContain(known);
  });

  it.each([
    ["orders path:no/such/folder", ["path:no/such/folder"]],
    ["orders lang:haskell", ["lang:haskell"]],
    ["orders path:tests -test", ["path:tests with -test"]],
  ])("%s finds nothing because of %j", async (query, empty) => {
    const { hits, filtered } = await search(view, query);
    expect(hits).toEqual([]);
    expect(filtered).toEqual({ unknown: [], empty });
  });

  it("that leave files are no cause", async () => {
    expect((await search(view, "orders lang:ts kind:class path:src -test")).filtered).toEqual({
      unknown: [],
      empty: [],
    });
    expect((await search(view, "orders")).filtered).toBeNull();
  });
});

describe("an answer", () => {
  it.each([
    ["OrderService.placeOrder fails", "sure"],
    ["crash in src/utils/retry.ts:3", "sure"],
    ["how is the postal code of an address checked", "likely"],
    ["kubernetes operators reconcile orders with exponential gravity", "unsure"],
  ])("about %j is %s", async (query, level) => {
    expect((await search(view, query)).certainty.level).toBe(level);
  });
});
