/** Tools ask a session questions; they do not reach through it into the index, the tree or the settings. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const REACHES_THROUGH = /\b(?:session|view)\.(?:reader|jail|settings)\b|\bViewSession\b|\breadView\b/;

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);
const above = files.filter((file) => /^(?:tools|serving|mcp|http|daemon|cli)\//.test(file));

test("nothing above the engine reaches through a session", () => {
  expect(above.length).toBeGreaterThan(50);
  const reaching = above.filter((file) => REACHES_THROUGH.test(readFileSync(`${src}${file}`, "utf8")));
  expect(reaching).toEqual([]);
});

test("negative control: the engine itself does, and is seen to", () => {
  const inside = files.filter((file) => file.startsWith("engine/"));
  expect(inside.some((file) => REACHES_THROUGH.test(readFileSync(`${src}${file}`, "utf8")))).toBe(true);
});
