import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCount, plural } from "./counts.ts";

describe("counts", () => {
  it("have their digits in groups of three, as in English", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString("en"));
      }),
    );
  });

  it.each([
    [0, "file", "0 files"],
    [1, "file", "1 file"],
    [2_054, "file", "2,054 files"],
    [3, "entry", "3 entries"],
    [2, "links", "2 links"],
  ])("of %i %s are %s", (count, noun, text) => {
    expect(plural(count, noun)).toBe(text);
  });
});
