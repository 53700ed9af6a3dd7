/** Files that a repository's settings want to see last. */
import { expect, it } from "vitest";
import { search } from "../../src/retrieval/index.ts";
import { openInlineView, readRepository } from "./inline-view.ts";

it("files that deprioritise names come after the rest, and the answer says why", async () => {
  const view = await openInlineView(readRepository("shop"));
  const query = "how are requests matched to handlers";
  const before = await search(view, query);
  expect(before.hits[0]!.path).toBe("src/http/router.ts");
  const none = await search({ ...view, deprioritise: [] }, query);
  expect(JSON.stringify(none)).toBe(JSON.stringify(before));
  const { hits } = await search({ ...view, deprioritise: ["src/http/**"] }, query, { limit: 40 });
  const places = hits.map(({ path }) => path.startsWith("src/http/"));
  expect(places.lastIndexOf(false)).toBeLessThan(places.indexOf(true));
  const router = hits.find(({ path }) => path === "src/http/router.ts")!;
  expect(router.reasons[0]).toBe("deprioritised by a setting");
  const [first, ...rest] = router.contributions;
  expect(first).toMatchObject({ feature: "isDeprioritised", value: 1 });
  // Nothing else about the file changes.
  const [before0] = before.hits;
  expect(rest.find(({ feature }) => feature === "bodyMax")).toEqual(
    before0!.contributions.find(({ feature }) => feature === "bodyMax"),
  );
});
