import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../languages/registry.gen.ts";
import { bundleScript } from "../../testing/bundle-script.ts";
import type { ExtractedFixture } from "../../testing/extract-fixtures.ts";

/** One process each: a runtime is known or not from its start. */
test("a runtime of another version gives the facts of the known one, in every language", async () => {
  const script = await bundleScript(new URL("../../testing/extract-fixtures.ts", import.meta.url));
  const folder = fileURLToPath(new URL("../../languages/", import.meta.url));
  const extractAll = (kind: string): Record<string, ExtractedFixture> =>
    JSON.parse(execFileSync(process.execPath, [script, kind, folder], { encoding: "utf8" }));
  const known = extractAll("known");
  expect(extractAll("unknown")).toEqual(known);
  for (const { id, grammar } of LANGUAGES) {
    if (grammar === undefined) continue;
    const own = Object.entries(known).filter(([path]) => path.startsWith(`${id}/`));
    expect(own.some(([, { symbols }]) => symbols > 0)).toBe(true);
  }
}, 120_000);
