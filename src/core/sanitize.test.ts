import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitizeText } from "./sanitize.ts";

test("terminal escapes, bidi overrides and hidden characters become visible", () => {
  expect(sanitizeText("a\u001b[31mb")).toBe("a\\x1b[31mb");
  expect(sanitizeText("x\u202ey")).toBe("x\\u{202e}y");
  expect(sanitizeText("z\u200bw")).toBe("z\\u{200b}w");
});

/** Of every class of characters that are not seen, some that lists of the known ones leave out. */
const HIDDEN = [
  0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe01ef, 0x206a, 0x206f, 0xad, 0x180b, 0x180e, 0x3164, 0x115f, 0x1160,
  0xffa0, 0x34f, 0xfff9, 0xfffb, 0x1d173, 0x1d17a, 0x17b4, 0xfe00, 0xfe0e, 0xfeff, 0x2061, 0x2064, 0x85,
  0x2028, 0x1bca0,
];

test.each(HIDDEN)("character %i, which is not seen, becomes visible", (code) => {
  expect(sanitizeText(`a${String.fromCodePoint(code)}b`)).toMatch(/^a\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\})b$/);
});

test("no code point that Unicode calls ignorable or a format character leaves as it is", () => {
  const left: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const char = String.fromCodePoint(code);
    if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(char) && sanitizeText(`a${char}`).includes(char))
      left.push(code.toString(16));
  }
  expect(left).toEqual([]);
});

test("letters, marks and emoji of all scripts are left alone", () => {
  for (const text of ["naïve 日本語 עברית हिन्दी", "❤\ufe0f done ✅", "e\u0301"])
    expect(sanitizeText(text)).toBe(text);
  expect(sanitizeText("a\ufe0f\ufe0f")).toBe("a\\u{fe0f}\\u{fe0f}");
});

test("tab and newline are kept and CRLF becomes a newline", () => {
  expect(sanitizeText("a\tb\r\nc")).toBe("a\tb\nc");
});

test("whatever goes in, nothing unsafe and nothing malformed comes out", () => {
  const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string());
  fc.assert(
    fc.property(anyText, (text) => {
      const out = sanitizeText(text);
      return (
        out.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(out)
      );
    }),
    { numRuns: 1000 },
  );
});
