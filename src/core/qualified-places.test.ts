import { expect, test } from "vitest";
import { qualify, splitPlace, withoutRepository } from "./qualified-places.ts";

const members = new Set(["shop", "ns", "main.ts", "cd"]);

test.each<[string, string | null, string]>([
  ["shop:src/a.ts#Cart.total", "shop", "src/a.ts#Cart.total"],
  ["shop:src/a.ts:12", "shop", "src/a.ts:12"],
  ["shop:Cart.total", "shop", "Cart.total"],
  ["shop:ns::name", "shop", "ns::name"],
  ["ns::name", null, "ns::name"],
  ["main.ts:12", null, "main.ts:12"],
  ["main.ts:12:4", null, "main.ts:12:4"],
  ["cd:\\x", null, "cd:\\x"],
  ["C:\\x", null, "C:\\x"],
  ["other:src/a.ts", null, "other:src/a.ts"],
  ["shop:", null, "shop:"],
  [":shop", null, ":shop"],
  ["src/a.ts", null, "src/a.ts"],
])("%s", (text, repository, rest) => {
  expect(splitPlace(text, (name) => members.has(name))).toEqual({ repository, rest });
});

test("a place is what it was before it was qualified", () => {
  const place = qualify("shop", "src/a:b.ts#x");
  expect(place).toBe("shop:src/a:b.ts#x");
  expect(withoutRepository("shop", place)).toBe("src/a:b.ts#x");
  expect(splitPlace(place, (name) => members.has(name)).rest).toBe("src/a:b.ts#x");
});
