import { expect, it } from "vitest";
import type { PastCommit } from "../core/past-commit.ts";
import { changedTogether } from "./changed-together.ts";

const commit = (...paths: string[]): PastCommit => ({ id: "", message: "", paths, added: [] });
const history = [
  commit("cart", "price"),
  commit("cart", "price", "once"),
  commit("cart", "price", "gone"),
  commit("cart", "gone"),
  commit("cart", "gone"),
  commit("price"),
  commit("cart", ...Array.from({ length: 40 }, (_, at) => `f${at}`)),
];
const stands = (path: string) => path !== "gone";

it("files that three commits changed together belong together, with their share of the asked one's changes", () => {
  expect(changedTogether(history, new Set(["cart"]), stands)).toEqual([
    { path: "price", support: 3, confidence: 0.6 },
  ]);
});

it("of several files those count that are not among them", () => {
  expect(changedTogether(history, new Set(["cart", "price"]), stands)).toEqual([]);
});

it("chance is no tie", () => {
  expect(changedTogether(history, new Set(["once"]), stands)).toEqual([]);
});
