import { describe, expect, it } from "vitest";
import { readPathFacts, testedStem } from "./path-facts.ts";

describe("roles of paths", () => {
  it.each([
    ["src/orders/order-service.ts", []],
    ["src/orders/order-service.spec.ts", ["test"]],
    ["tests/test_models.py", ["test"]],
    ["src/test/java/org/x/FooTest.java", ["test"]],
    ["pkg/server_test.go", ["test"]],
    ["packages/core/src/build/index.ts", ["barrel"]],
    ["dist/app.js", ["generated"]],
    ["vendor/github.com/x/y.go", ["vendor"]],
    ["docs/guide.md", ["docs"]],
    ["LICENSE-MIT", ["docs"]],
    ["docs/LICENSE", ["docs"]],
    ["CHANGELOG.md", ["docs"]],
    ["src/LicenseService.cs", []],
    ["src/history.ts", []],
    ["app/models/news_item.rb", []],
    ["lib/changelog-parser.js", []],
    ["examples/basic/app.py", ["example"]],
    ["locale/de/messages.json", ["config", "locale"]],
    ["src/types.d.ts", ["declaration"]],
    ["src/contest/latest.ts", []],
  ])("%s", (path, flags) => {
    expect([...readPathFacts(path).flags].sort()).toEqual([...flags].sort());
  });
});

it("words of a path are split and stemmed like terms", () => {
  const facts = readPathFacts("src/userProfiles/HTTPRequestParser.spec.ts");
  expect(facts.stem).toEqual(["http", "request", "parser", "spec"]);
  expect(facts.directories).toEqual(["src", "user", "profil"]);
  expect(facts.stemJoined).toBe("httprequestparser");
  expect(facts.stemPairs).toEqual(["httprequest", "requestparser"]);
  expect(facts.directoryPairs).toEqual(["userprofil"]);
});

it.each([
  ["src/user.service.spec.ts", "userservice"],
  ["tests/test_models.py", "models"],
  ["FooBarTest.java", "foobar"],
  ["server_test.go", "server"],
  ["src/latest.ts", ""],
])("%s tests %j", (path, stem) => {
  expect(testedStem(path)).toBe(stem);
});
