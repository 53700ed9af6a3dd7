import { expect, it } from "vitest";
import { groupsOf, turnsOf } from "./places.ts";

const own = { name: "shop" };
const nest = { name: "nest", weight: 0.6, cap: 5, group: "reference" };
const express = { ...nest, name: "express" };
const guide = { name: "guide", weight: 0.5, cap: 3, group: "documentation" };

/** What each group is sure of, and what it may come to. */
const placesOf = (members: Parameters<typeof turnsOf>[0], places: number) =>
  turnsOf(members, places).map(({ group, most }) => `${group ?? "own"} ${most}`);

it("gives own code every place where there is nothing else", () => {
  expect(placesOf([own, { name: "web" }], 10)).toEqual(["own 10"]);
});

it("keeps the places of what was asked for by its kind, all members of a kind together", () => {
  expect(placesOf([own, guide], 10)).toEqual(["own 7", "documentation 3", "own 10", "documentation 3"]);
  expect(placesOf([nest, own, express], 30)).toEqual(["own 25", "reference 5", "own 30", "reference 5"]);
});

it("leaves own code at least half of few places", () => {
  expect(placesOf([own, nest, guide], 10).slice(0, 3)).toEqual(["own 5", "reference 3", "documentation 2"]);
  expect(placesOf([own, nest, guide], 3).slice(0, 3)).toEqual(["own 2", "reference 1", "documentation 0"]);
  expect(placesOf([own, guide], 1).slice(0, 2)).toEqual(["own 1", "documentation 0"]);
});

it("has no places to keep where there is no own code", () => {
  expect(placesOf([nest, guide], 10).slice(0, 2)).toEqual(["reference 5", "documentation 3"]);
});

it("keeps no place for a kind of which nothing is wanted", () => {
  expect(placesOf([own, { ...guide, cap: 0 }], 10)).toEqual([
    "own 10",
    "documentation 0",
    "own 10",
    "documentation 0",
  ]);
});

it("orders groups by what they count for, own code first", () => {
  expect(groupsOf([guide, nest, own])).toEqual([null, "reference", "documentation"]);
});
