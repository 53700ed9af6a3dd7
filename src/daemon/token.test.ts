import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openToken } from "./token.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-token-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the token stays the same until a new one is asked for", () => {
  const first = openToken(folder, { isNew: false });
  expect(openToken(folder, { isNew: false })).toBe(first);
  const second = openToken(folder, { isNew: true });
  expect(second).not.toBe(first);
  expect(openToken(folder, { isNew: false })).toBe(second);
});

test("its file is for its owner alone", () => {
  openToken(folder, { isNew: false });
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
});

test.each(["", "short", `${"a".repeat(42)}\u00e9`, "a\nb"])("what is no token is replaced: %j", (text) => {
  writeFileSync(join(folder, "token"), text);
  const token = openToken(folder, { isNew: false });
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(readFileSync(join(folder, "token"), "utf8").trim()).toBe(token);
});
