import { expect, test } from "vitest";
import { findNamedRepositories } from "./named-repositories.ts";
import type { NamedSettings } from "./settings.ts";

const named: NamedSettings = {
  repositories: {
    shop: { path: "/code/shop", type: "microservice", priority: 0 },
    guides: { path: "/srv/guides", type: "documentation", priority: 0 },
    rails: { path: "/srv/rails", type: "reference", priority: 2 },
  },
  scopes: { store: ["shop", "guides"], all: ["rails", "shop", "elsewhere"], none: [] },
};
const check = (names: string[]) =>
  findNamedRepositories(names, named).map(({ name, path }) => `${name} ${path}`);

test("a configured name has its path", () => {
  expect(check(["shop", "guides", "rails"])).toEqual([
    "shop /code/shop",
    "guides /srv/guides",
    "rails /srv/rails",
  ]);
});

test("a scope is its members, each once, in order", () => {
  expect(check(["store", "all"])).toEqual([
    "shop /code/shop",
    "guides /srv/guides",
    "rails /srv/rails",
    "elsewhere null",
  ]);
  expect(check(["none"])).toEqual([]);
});

test("names that nobody configured are left to what is indexed, whatever they are", () => {
  expect(check(["constructor", "__proto__"])).toEqual(["constructor null", "__proto__ null"]);
});
