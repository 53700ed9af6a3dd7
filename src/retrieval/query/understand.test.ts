import { describe, expect, it } from "vitest";
import { understandQuery } from "./understand.ts";

const ISSUE = `slugify replaces vowel marks with hyphen
- [x] I updated to the latest version

## My Environment

| Software | Version |
| --- | --- |
| widget | 3.8.5 |

## Expected Behaviour

The permalink keeps all letters. See \`replace_character_sequence\` in \`lib/site/utils.rb\`.

\`\`\`
Traceback (most recent call last):
  File "lib/site/drop.py", line 42, in to_url
ValueError: bad character
\`\`\`
`;

describe("kinds of query", () => {
  it.each([
    ["OrderService", "symbol"],
    ["Rack::Builder", "symbol"],
    ["session", "symbol"],
    ["how are routes registered", "question"],
    ["request context handling", "question"],
    ["where is the cache evicted?", "question"],
    ["Fix crash when the list is empty", "change"],
    ["core: keep hooks of transient providers", "change"],
    ["Added a Select widget for the site field.", "change"],
    [ISSUE, "report"],
  ])("%j is a %s", (query, kind) => {
    expect(understandQuery(query).classification.kind).toBe(kind);
  });
});

describe("intents", () => {
  it.each([
    ["what happens when an order is placed", "trace"],
    ["difference between Option and OptionGroup", "compare"],
    ["how does checkout work", "understand"],
    ["where is the order validation", "locate"],
    ["Add a discount type", "implement"],
    [ISSUE, "debug"],
  ])("%j means %s", (query, intent) => {
    expect(understandQuery(query).classification.intent).toBe(intent);
  });
});

describe("what changed lately", () => {
  it.each([
    ["recent changes to the router", true],
    ["what broke recently in checkout", true],
    ["Crash since upgrading to 3.2 when a list is empty", true],
    ["latest commits that touch the parser", true],
    ["evict least recently used entries", false],
    ["how is the latest version resolved", false],
    ["linear regression in the stats module", false],
    ["LastCommit", false],
  ])("%j asks for it: %s", (query, recent) => {
    expect(understandQuery(query).classification.lifts.recent).toBe(recent);
  });
});

describe("entities", () => {
  it("finds symbols, paths, places and frames of an issue", () => {
    const { entities } = understandQuery(ISSUE);
    expect(entities.symbols.map((s) => s.name)).toContain("replace_character_sequence");
    expect(entities.paths.map((p) => p.path)).toContain("lib/site/utils.rb");
    expect(entities.frames).toEqual([{ path: "lib/site/drop.py", line: 42, function: "to_url" }]);
    expect(entities.errors).toContain("ValueError");
  });

  it("reads owner and name of qualified names, in any notation", () => {
    for (const query of ["Order.validate fails", "Order::validate fails", "Order#validate fails"]) {
      expect(understandQuery(query).entities.symbols).toContainEqual({
        name: "validate",
        owner: "Order",
        weight: expect.any(Number),
      });
    }
  });

  it("plain words are not symbols", () => {
    expect(understandQuery("the order is placed twice").entities.symbols).toEqual([]);
  });
});

describe("long texts", () => {
  it("what the template put there is not searched for", () => {
    const terms = understandQuery(ISSUE).groups.map((group) => group.term);
    for (const noise of ["software", "widget", "environment", "updated", "updat"])
      expect(terms).not.toContain(noise);
    expect(terms).toContain("slugify");
  });

  it("the first line weighs more than the rest", () => {
    const groups = new Map(understandQuery(ISSUE).groups.map((group) => [group.term, group]));
    expect(groups.get("slugify")!.weight).toBeGreaterThan(groups.get("permalink")!.weight);
    expect(groups.get("slugify")!.isTitle).toBe(true);
  });
});

describe("filters", () => {
  it("are taken out of the text", () => {
    const { text, filters } = understandQuery(
      'order lang:ts path:"src/core" -path:legacy kind:Class type:model -test',
    );
    expect(text).toBe("order");
    expect(filters).toEqual({
      languages: ["ts"],
      paths: ["src/core"],
      excludedPaths: ["legacy"],
      kinds: ["class"],
      types: ["model"],
      excludesTests: true,
    });
  });

  it("a long text means its words", () => {
    const long = `path: something ${"word ".repeat(100)} lang:ts`;
    expect(understandQuery(long).filters.languages).toEqual([]);
  });
});

it("places before the colon are hints, kinds of change are not", () => {
  expect(understandQuery("fix(router): keep state").placeHints).toEqual(["router"]);
  expect(understandQuery("core/injector: keep state").placeHints).toEqual(["core", "injector"]);
  expect(understandQuery("[release/9.0] Keep state").placeHints).toEqual([]);
});
