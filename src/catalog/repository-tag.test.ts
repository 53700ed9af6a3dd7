import { expect, test } from "vitest";
import { repositoryTag } from "./repository-tag.ts";

const packages = [
  { name: "shop", root: "" },
  { name: "@shop/cart", root: "packages/cart" },
  { name: "example.com/shop/ledger", root: "services/ledger" },
];

test.each([
  [["v1.2.0"], "v1.2.0"],
  [["1.2.0", "latest"], "latest"],
  [["@shop/cart@0.9.0"], null],
  [["v2.0.0", "@shop/cart@0.9.0"], "v2.0.0"],
  [["cart-v0.9.0"], null],
  [["services/ledger/v0.3.1"], null],
  [["cartography-1.0"], "cartography-1.0"],
  [["shop@3.0.0"], "shop@3.0.0"],
  [[], null],
])("of %j the repository's own is %j", (tags, tag) => {
  expect(repositoryTag(tags, packages)).toBe(tag);
});
