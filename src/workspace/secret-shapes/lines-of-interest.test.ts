import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOfInterest } from "./lines-of-interest.ts";

const WORDS =
  "[Pp]ass|PASS|[Pp]wd|PWD|IDENTIFIED|identified|SECRET|TOKEN|\\bcurl |--(?:token|secret)|:\\/\\/[^\\s/@]{0,64}:";

/** The same, said as one pattern: what the scanner must be equal to. */
function byPattern(text: string): string[] {
  const places: string[] = [];
  for (const line of text.split("\n")) {
    for (const [match] of line.matchAll(new RegExp(`[A-Za-z0-9_+/=.~-]{16,}|${WORDS}`, "g"))) {
      const capitals = match.replace(/[^A-Z]/g, "").length;
      const mayBeKey = /\d/.test(match) || (!match.includes("_") && capitals > 0.25 * match.length);
      if (match.length >= 16 && !mayBeKey && !new RegExp(WORDS).test(match)) continue;
      places.push(line);
      break;
    }
  }
  return places;
}

const pieces = fc.constantFrom(
  ..."pass PASS Pwd pwd IDENTIFIED identified SECRET TOKEN token curl --token --secret :// : @ / x y1 aVeryLongNameOfSomething AKIAABCDEFGHIJKLMNOP ab/cd .. 0123456789abcdef ü".split(
    " ",
  ),
  " ",
  "\n",
  "-",
  "curl ",
);

describe("lines that could hold a credential", () => {
  test("are those that one pattern over the text finds", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const text = parts.join("");
        expect(linesOfInterest(text).map(({ start, end }) => text.slice(start, end))).toEqual(
          byPattern(text),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test("of a packed file are stretches around the place", () => {
    const text = `${"a ".repeat(6_000)}password=hunter22 ${"b ".repeat(6_000)}`;
    const [only, ...others] = linesOfInterest(text);
    expect(others).toEqual([]);
    expect(only!.end - only!.start).toBeLessThan(8_100);
    expect(text.slice(only!.start, only!.end)).toContain("hunter22");
  });
});
