import { expect, it } from "vitest";
import type { Handle } from "../core/edges.ts";
import type { Contract } from "../frameworks/contract.ts";
import { joinContracts } from "./join-contracts.ts";

function contract(
  kind: Contract["kind"],
  key: string,
  handle: string,
  details: Contract["details"] = {},
): Contract {
  const span = { start: 0, end: 1, startLine: 1, endLine: 1 };
  return { kind, key, place: { handle: handle as Handle, span }, tier: "resolved", details };
}

it("a need meets all offers of its kind and key, and no others", () => {
  const offers = [
    contract("route", "GET /a", "one"),
    contract("event", "GET /a", "two"),
    contract("route", "GET /a", "three"),
    contract("route", "POST /a", "four"),
  ];
  const needs = [contract("route", "GET /a", "x"), contract("route", "GET /b", "y")];
  const joined = joinContracts(needs, offers);
  expect(joined.map(({ offers: met }) => met.map(({ place }) => place.handle))).toEqual([
    ["one", "three"],
    [],
  ]);
});

const ROUTES = [
  contract("route", "GET /api/users/{}", "show"),
  contract("route", "GET /api/users/me", "me"),
  contract("route", "POST /api/users", "create"),
  contract("route", "* /api/any/{}", "any"),
  contract("route", "GET /v1/items/{}", "item 1"),
  contract("route", "GET /v2/items/{}", "item 2"),
];

it.each([
  ["a literal where the offer has a parameter", "GET /api/users/42", {}, ["show"], "same shape", "resolved"],
  ["a literal that the offer has, too", "GET /api/users/me", {}, ["me"], "same key", "resolved"],
  ["a parameter is not a literal of the offer", "GET /api/{}/me", {}, [], null, null],
  ["any method", "DELETE /api/any/{}", {}, ["any"], "same shape", "resolved"],
  ["another method", "PUT /api/users", {}, [], null, null],
  [
    "behind a base that a variable holds",
    "GET /users/{}",
    { base: "API" },
    ["show"],
    "same end",
    "heuristic",
  ],
  [
    "two that end alike are candidates",
    "GET /items/{}",
    { base: "API" },
    ["item 1", "item 2"],
    "same end",
    "heuristic",
  ],
  ["parameters alone fit everything, so nothing", "GET /{}", { base: "API" }, [], null, null],
])("a route is met: %s", (_, key, details, met, reason, tier) => {
  const [joined] = joinContracts([contract("route", key, "x", details)], ROUTES);
  expect(joined!.offers.map(({ place }) => place.handle)).toEqual(met);
  expect(joined).toMatchObject({ reason, tier });
});
