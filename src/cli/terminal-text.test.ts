import { describe, expect, test } from "vitest";
import { styleAnswer, styleOf, styleText } from "./terminal-text.ts";

const ESCAPE = "\u001b[";

describe("colour", () => {
  test.each([
    ["a terminal", true, {}, true],
    ["no terminal", false, {}, false],
    ["a terminal with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["a terminal with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["a terminal that cannot", true, { TERM: "dumb" }, false],
    ["no terminal with FORCE_COLOR", false, { FORCE_COLOR: "1" }, true],
    ["a terminal with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, false],
    ["both variables", false, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("%s", (_, isTTY, env, hasColour) => {
    expect(styleOf({ isTTY, columns: 80 }, env).hasColour).toBe(hasColour);
  });

  test("tells head, place, fence and suggestion apart, and changes no character", () => {
    const text = "1 file found\n[data a1b2c3: x]\nsrc/a.ts:1-2: f\n[end a1b2c3]\nnext: clew status";
    const shown = styleAnswer(text, { columns: null, hasColour: true });
    expect(shown.split("\n").every((line) => line.startsWith(ESCAPE))).toBe(true);
    expect(shown.replace(/\u001b\[\d+m/g, "")).toBe(text);
    expect(styleAnswer(text, { columns: null, hasColour: false })).toBe(text);
  });
});

describe("lines on a narrow terminal", () => {
  const wrap = (text: string, columns = 20) => styleText(text, { columns, hasColour: false });

  test("are broken between words, never within a path", () => {
    expect(wrap("skipped: packages/core/index.ts and lib/a.ts")).toBe(
      "skipped:\n    packages/core/index.ts\n    and lib/a.ts",
    );
  });

  test("go on below where they began", () => {
    expect(wrap("  3 binary: not text, such as a.png")).toBe(
      "  3 binary: not\n      text, such as\n      a.png",
    );
  });

  test("stay whole when they fit, are source, or are to be copied", () => {
    for (const line of [
      "short enough",
      "12| const aVeryLongLine = of(source, code);",
      "next: clew symbol 'a b c d e f g h'",
    ])
      expect(wrap(line)).toBe(line);
  });

  test("stay whole for programs", () => {
    expect(styleOf({ isTTY: false, columns: 80 }, {}).columns).toBeNull();
  });

  test("stay whole on a terminal that tells no size", () => {
    expect(styleOf({ isTTY: true, columns: 0 }, {}).columns).toBeNull();
  });
});
