import { expect, test } from "vitest";
import { callsBetween } from "./calls-between.ts";
import type { Contracts } from "./contracts.ts";

type Joined = Contracts["needs"][number];

function call(key: string, from: string, to: string[], tier: Joined["tier"], file = "src/a.ts"): Joined {
  const need = { kind: "route", key, repository: from, place: { handle: `${file}#call` } };
  return { need, offers: to.map((repository) => ({ repository })), tier } as unknown as Joined;
}

const edges = (...needs: Joined[]) => callsBetween({ needs }).map(({ text }) => text);

test("calls of one repository to another are one edge, the first three named", () => {
  const paths = ["GET /a", "GET /b", "GET /c", "GET /d", "GET /a"];
  expect(edges(...paths.map((path) => call(path, "web", ["api"], "resolved")))).toEqual([
    "web calls GET /a, GET /b, GET /c and 1 more",
  ]);
});

test("a pair of guesses alone is said to be one", () => {
  const guess = call("GET /a", "web", ["api"], "heuristic");
  expect(edges(guess)).toEqual(["web may call GET /a"]);
  expect(edges(guess, call("GET /b", "web", ["api"], "resolved"))).toEqual(["web calls GET /a, GET /b"]);
});

test("calls of tests, inside one repository and to one of several lead nowhere", () => {
  expect(
    edges(
      call("GET /a", "web", ["api"], "resolved", "tests/a.test.ts"),
      call("GET /b", "web", ["web"], "resolved"),
      call("GET /c", "web", ["api", "billing"], "heuristic"),
    ),
  ).toEqual([]);
});
