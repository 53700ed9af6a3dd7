import { expect, it } from "vitest";
import { blankSecrets, findSecrets } from "./secrets.ts";
import { textWithoutSecrets } from "./text-without-secrets.ts";

const KEY = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");

it("secrets are blanked the first time and every time after it, also when other texts came between", () => {
  const text = `const token = "${KEY}";\n`;
  const expected = blankSecrets(text, findSecrets(text));
  expect(expected).not.toContain(KEY);
  expect(textWithoutSecrets(text)).toBe(expected);
  for (let at = 0; at < 200; at++) textWithoutSecrets(`const a = ${at};\n`);
  expect(textWithoutSecrets(text)).toBe(expected);
  expect(textWithoutSecrets(text)).toBe(expected);
});

it("a long text is read anew each time, with the same outcome", () => {
  const text = `${"let a = 1;\n".repeat(20_000)}const token = "${KEY}";\n`;
  expect(textWithoutSecrets(text)).not.toContain(KEY);
  expect(textWithoutSecrets(text)).not.toContain(KEY);
});
