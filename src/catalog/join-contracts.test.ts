import { expect, it } from "vitest";
import type { Handle } from "../core/edges.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { Contract } from "../frameworks/contract.ts";
import { joinContracts } from "./join-contracts.ts";
import { KnownAddresses } from "./known-addresses.ts";
import { ServiceDirectory } from "./service-directory.ts";

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

it("calls behind one base that all fit below the same prefix tell what the base holds", () => {
  const offers = [
    contract("route", "GET /api/users", "users"),
    contract("route", "GET /api/items", "items"),
    contract("route", "POST /api/items", "add"),
    contract("route", "GET /admin/users", "all users"),
  ];
  const behind = (key: string) => contract("route", key, "x", { base: "API" });
  const joined = joinContracts([behind("GET /users"), behind("GET /items"), behind("POST /items")], offers);
  expect(joined.map(({ offers: met, tier }) => [met.map(({ place }) => place.handle), tier])).toEqual([
    [["users"], "resolved"],
    [["items"], "resolved"],
    [["add"], "resolved"],
  ]);
  const [few] = joinContracts([behind("GET /users")], offers);
  expect([few!.offers.length, few!.tier]).toEqual([2, "heuristic"]);
});

const SERVICES = new ServiceDirectory([
  { name: "auth-service", repository: "auth", folder: "", from: "repository" },
  { name: "pay", repository: "pay", folder: "", from: "repository" },
]);
const ADDRESSES = new KnownAddresses(
  [
    {
      name: "AUTH_URL",
      address: "http://auth-service:8080/v1",
      path: ".env.example",
      line: 1,
      repository: "pay",
    },
  ],
  [
    {
      prefix: "/login/",
      address: "http://auth/v1/",
      stripsPrefix: true,
      path: "nginx.conf",
      line: 1,
      repository: "pay",
    },
  ],
);

it.each([
  [
    "the name of a service",
    "POST /v1/verify",
    { host: "auth-service" },
    ["auth"],
    "same service",
    "resolved",
  ],
  [
    "its short name and a port",
    "POST /v1/verify",
    { host: "auth:8080" },
    ["auth"],
    "same service",
    "resolved",
  ],
  [
    "its name in a cluster",
    "POST /v1/verify",
    { host: "auth.default.svc" },
    ["auth"],
    "same service",
    "resolved",
  ],
  ["this machine", "POST /v1/verify", { host: "localhost:3000" }, ["auth", "pay"], "same shape", "heuristic"],
  ["a public host", "POST /v1/verify", { host: "api.stripe.com" }, [], null, null],
  ["a service that offers something else", "POST /v1/other", { host: "auth-service" }, [], null, null],
  [
    "a private name that nothing goes by",
    "GET /v1/only",
    { host: "others" },
    ["pay"],
    "same shape",
    "heuristic",
  ],
  [
    "a variable that an example names",
    "POST /verify",
    { base: "process.env.AUTH_URL" },
    ["auth"],
    "same service",
    "resolved",
  ],
  ["a gateway", "POST /login/verify", {}, ["auth"], "same service", "resolved"],
  ["no host: its own repository first", "POST /v1/verify", {}, ["pay"], "same key", "resolved"],
])("who is asked: %s", (_, key, details, met, reason, tier) => {
  const offers = [
    { ...contract("route", "POST /v1/verify", "a"), repository: "auth" },
    { ...contract("route", "POST /v1/verify", "p"), repository: "pay" },
    { ...contract("route", "GET /v1/only", "o"), repository: "pay" },
  ];
  const need = { ...contract("route", key, "x", details), repository: "pay" };
  const [joined] = joinContracts([need], offers, { services: SERVICES, addresses: ADDRESSES });
  expect(joined!.offers.map(({ repository }) => repository)).toEqual(met);
  expect(joined).toMatchObject({ reason, tier });
});

it("remote procedures meet whatever the language spells, topics meet all who listen, code comes before a specification", () => {
  const specified = {
    ...contract("rpc", "Auth/VerifyToken", "auth.proto"),
    specification: { format: "protobuf", path: "auth.proto" as RelPath, startLine: 1, endLine: 1 },
  };
  const offers = [
    specified,
    contract("rpc", "Auth/verify_token", "auth.py"),
    contract("event", "orders", "a"),
    contract("event", "orders", "b"),
  ];
  const needs = [contract("rpc", "Auth/verifyToken", "x"), contract("event", "orders", "y")];
  const joined = joinContracts(needs, offers);
  expect(joined.map(({ offers: met, tier }) => [met.map(({ place }) => place.handle), tier])).toEqual([
    [["auth.py"], "resolved"],
    [["a", "b"], "resolved"],
  ]);
});
