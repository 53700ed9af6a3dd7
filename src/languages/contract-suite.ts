/**
 * What every language folder promises. Fixtures and their `^^^` assertions are described in
 * fixture-assertions.ts; a code language asserts at least MIN_DEFINITIONS symbols over its fixtures, and one fixture
 * called `broken.*` that has syntax errors and still yields the intact symbols it asserts.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExtractedBlob } from "../core/facts.ts";
import type { LanguageDefinition } from "./contract.ts";
import { brokenInvariants } from "./fact-invariants.ts";
import { type Assertion, checkAssertion, readFixture } from "./fixture-assertions.ts";

const MIN_DEFINITIONS = 15;
const MIN_SECTIONS = 3;
/** Calls and annotations with what they are given. */
const MIN_CALLS = 2;

/** Given from outside: languages know nothing of the parser that reads them. */
export interface SuiteTools {
  folder: string;
  extract(language: LanguageDefinition, source: string): Promise<ExtractedBlob>;
  /** Capture names of the language's query that the convention does not know. */
  unknownCaptures(language: LanguageDefinition): Promise<string[]>;
}

interface Fixture {
  name: string;
  source: string;
  assertions: Assertion[];
}

function fixturesOf(folder: string): Fixture[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.endsWith(".expect"))
    .sort()
    .map((name) => {
      const sidecar = join(folder, `${name}.expect`);
      const expected = existsSync(sidecar) ? readFileSync(sidecar, "utf8") : undefined;
      return { name, ...readFixture(readFileSync(join(folder, name), "utf8"), expected) };
    });
}

export function runLanguageContract(language: LanguageDefinition, tools: SuiteTools): void {
  const fixtures = fixturesOf(join(tools.folder, language.id, "fixtures"));
  const isParsed = language.grammar !== undefined && language.query !== undefined;

  describe(language.id, () => {
    for (const { name, source, assertions } of fixtures) {
      test(`${name} gives what its assertions say`, async () => {
        const { facts } = await tools.extract(language, source);
        const failures = assertions.map((one) => checkAssertion(one, facts)).filter((one) => one !== null);
        expect(failures.join("\n\n")).toBe("");
        if (isParsed) expect(facts.status).toBe(name.startsWith("broken.") ? "partial" : "full");
      });

      test(`${name} keeps the rules of facts, twice alike`, async () => {
        const once = await tools.extract(language, source);
        const again = await tools.extract(language, source);
        expect(brokenInvariants(once, source)).toEqual([]);
        expect(JSON.stringify(again.facts)).toBe(JSON.stringify(once.facts));
        expect([...again.terms.entries]).toEqual([...once.terms.entries]);
      });
    }

    test("fixtures assert enough", () => {
      const definitions = fixtures.flatMap(({ assertions }) =>
        assertions.filter(({ what, isAbsent }) => what === "definition" && !isAbsent),
      );
      const least = !isParsed ? 0 : language.role === "code" ? MIN_DEFINITIONS : MIN_SECTIONS;
      expect(definitions.length).toBeGreaterThanOrEqual(least);
      const given = fixtures.flatMap(({ assertions }) =>
        assertions.filter(({ what }) => what === "call" || what === "annotation"),
      );
      expect(given.length).toBeGreaterThanOrEqual(language.literals ? MIN_CALLS : 0);
      if (isParsed && language.role === "code") {
        const broken = fixtures.find(({ name }) => name.startsWith("broken."));
        expect(broken?.assertions.length, "a fixture broken.* with assertions").toBeGreaterThan(0);
      }
    });

    test("captures only what the convention knows", async () => {
      expect(isParsed ? await tools.unknownCaptures(language) : []).toEqual([]);
    });

    test.each([
      ["nothing", ""],
      ["white space", " \n\t\n\r\n"],
      ["an open bracket", "("],
      ["a comment in many languages", "# a\n// b\n-- c\n;; d\n/* e */\n"],
      ["a null character and lone surrogates", "a\0b \ud800 \udc00\n"],
    ])("a file of %s is read without harm", async (_, source) => {
      const extracted = await tools.extract(language, source);
      expect(brokenInvariants(extracted, source)).toEqual([]);
    });
  });
}
