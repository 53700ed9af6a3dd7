import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMarkedBlock, findMarkedBlock, removeMarkedBlock } from "./edit-marked-block.ts";
import { INSTRUCTION_LINES, MARKERS } from "./instructions.ts";

describe("a marked block", () => {
  it("is six lines with its markers", () => {
    const lines = addMarkedBlock("", MARKERS, INSTRUCTION_LINES).trimEnd().split("\n");
    expect(lines).toHaveLength(6);
    expect([lines[0], lines.at(-1)]).toEqual([MARKERS.start, MARKERS.end]);
  });

  it("comes out of any text without a trace, also from the middle", () => {
    const part = fc.constantFrom("# Title", "text", "", "\n", "\r\n", "\r", "<!-- clew:start", " ", "é");
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const added = addMarkedBlock(before, MARKERS, INSTRUCTION_LINES) + after;
        const block = findMarkedBlock(added, MARKERS);
        expect(block).not.toBeNull();
        expect(block).not.toBe("torn");
        expect(removeMarkedBlock(added, block as { start: number; end: number })).toBe(before + after);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    MARKERS.start,
    MARKERS.end,
    `${MARKERS.end}\n${MARKERS.start}`,
    `${MARKERS.start}\n${MARKERS.start}\n${MARKERS.end}`,
  ])("%j is torn", (text) => {
    expect(findMarkedBlock(text, MARKERS)).toBe("torn");
  });

  it("is not found where a marker is only mentioned", () => {
    expect(findMarkedBlock(`see \`${MARKERS.start}\` and ${MARKERS.end}`, MARKERS)).toBeNull();
  });
});
