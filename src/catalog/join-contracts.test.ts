import { expect, it } from "vitest";
import type { Handle } from "../core/edges.ts";
import type { Contract } from "../frameworks/contract.ts";
import { joinContracts } from "./join-contracts.ts";

function contract(kind: Contract["kind"], key: string, handle: string): Contract {
  const span = { start: 0, end: 1, startLine: 1, endLine: 1 };
  return { kind, key, place: { handle: handle as Handle, span }, tier: "resolved", details: {} };
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
