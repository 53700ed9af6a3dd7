/** Ten thousand random and hostile questions: none throws, none exceeds its budget, none leaves broken text. */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { context, renderSearch, search, type SearchableView } from "../../src/retrieval/index.ts";
import { openInlineView, readRepository } from "./inline-view.ts";

const RUNS = Number(process.env.CLEW_FUZZ_RUNS ?? 10_000);
const PIECES = [
  "order", "Router.dispatch", "src/http/router.ts:12", "lang:ts", "path:****", "-test", "kind:", "`x`", "\n```\n", "\n## Environment\n", "the of and is",
  ".*+?^${}()|[]\\", "(?<=a+)+$", "NEAR(a b, 2) AND NOT OR *", "\"unbalanced", "'; DROP TABLE file; --", "\0", "\u202e\u2066", "שלום", "مرحبا", "👩‍👩‍👧‍👦", "\ud800", "e\u0301",
  "Traceback (most recent call last):\n", "    at place (src/a.ts:1:1)\n", "File \"a.py\", line 3, in x\n", "- [x] done\n", "https://example.com/a/b#c", "__proto__", "constructor",
];

let view: SearchableView;
beforeAll(async () => {
  view = await openInlineView(readRepository("shop"));
});

it(`${RUNS} random and hostile questions neither throw nor exceed their budget`, async () => {
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string(), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
  const question = fc.oneof(
    { weight: 20, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" ")) },
    { weight: 1, arbitrary: fc.tuple(piece, fc.integer({ min: 100, max: 3_000 })).map(([one, times]) => one.repeat(times)) },
  );
  await fc.assert(
    fc.asyncProperty(question, fc.nat(400), fc.constantFrom("text" as const, "markdown" as const), async (query, budget, format) => {
      const answer = await context(view, query, { budget, format });
      expect(answer.tokens).toBeLessThanOrEqual(budget);
      expect(countTokens(answer.text)).toBe(answer.tokens);
      expect(answer.text.isWellFormed()).toBe(true);
      expect(renderSearch(await search(view, query, { limit: 3 }), format).isWellFormed()).toBe(true);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
