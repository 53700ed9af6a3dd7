import { describe, expect, test } from "vitest";
import { isRepositoryName, nameRepositories } from "./repository-names.ts";

const named = (...roots: string[]) => Object.fromEntries(nameRepositories(roots));

describe("names of repositories", () => {
  test.each<[string, Record<string, string>]>([
    ["the folder's own name", { "/a/shop": "shop", "/a/cart": "cart" }],
    ["folders above tell equal names apart", { "/a/one/api": "one-api", "/a/two/api": "two-api" }],
    ["only those that clash grow", { "/x/api": "x-api", "/y/api": "y-api", "/y/web": "web" }],
    ["as many folders as are needed", { "/a/x/api": "a-x-api", "/b/x/api": "b-x-api" }],
    [
      "a longer name that meets another one",
      { "/p/x-api": "p-x-api", "/q/x/api": "q-x-api", "/q/y/api": "y-api" },
    ],
    ["characters that are not safe", { "/a/my shop (old)": "my-shop-old", "/a/größe": "gro-e" }],
    ["one letter is not taken for a drive", { "/a/c": "repository-c" }],
    ["the root of all folders", { "/": "repository" }],
    ["texts that become equal", { "/ä b": "a-b", "/ä:b": "a-b-2" }],
  ])("%s", (_, expected) => {
    const roots = Object.keys(expected);
    expect(named(...roots)).toEqual(expected);
    expect(named(...roots.reverse(), ...roots)).toEqual(expected);
    for (const name of Object.values(named(...roots))) expect(isRepositoryName(name), name).toBe(true);
  });

  test("a long path gives a name of bounded length", () => {
    const [name] = nameRepositories([`/${"x".repeat(300)}`]).values();
    expect(name).toHaveLength(64);
  });
});
