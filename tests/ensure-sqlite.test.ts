/** The build finds the headers of the Node that runs, and of no other. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { headersBeside } from "../scripts/ensure-sqlite.mjs";

let prefix: string;
beforeEach(() => {
  prefix = realpathSync(mkdtempSync(join(tmpdir(), "clew-headers-")));
  mkdirSync(join(prefix, "bin"));
  writeFileSync(join(prefix, "bin/node"), "");
});
afterEach(() => rmSync(prefix, { recursive: true }));

function writeHeaders(major: number, minor: number, patch: number): void {
  mkdirSync(join(prefix, "include/node"), { recursive: true });
  const lines = Object.entries({ MAJOR: major, MINOR: minor, PATCH: patch }).map(
    ([part, number]) => `#define NODE_${part}_VERSION ${number}`,
  );
  writeFileSync(join(prefix, "include/node/node_version.h"), lines.join("\n"));
}

test("headers beside the running Node are found", () => {
  writeHeaders(20, 20, 2);
  expect(headersBeside(join(prefix, "bin/node"), "20.20.2")).toBe(prefix);
});

test("headers of another version are not used", () => {
  writeHeaders(20, 19, 0);
  expect(headersBeside(join(prefix, "bin/node"), "20.20.2")).toBeNull();
});

test("a Node without headers beside it has none", () => {
  expect(headersBeside(join(prefix, "bin/node"), "20.20.2")).toBeNull();
});
