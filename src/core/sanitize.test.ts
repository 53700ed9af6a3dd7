import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitizeText } from "./sanitize.ts";

test("terminal escapes, bidi overrides and hidden characters become visible", () => {
  expect(sanitizeText("a\u001b[31mb")).toBe("a\\x1b[31mb");
  expect(sanitizeText("x\u202ey")).toBe("x\\u{202e}y");
  expect(sanitizeText("z\u200bw")).toBe("z\\u{200b}w");
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
