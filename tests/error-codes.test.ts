/** docs/errors.md is made from the catalogues, so a code outside of them would be explained nowhere. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codesUsedIn, errorsDoc, findUncatalogued } from "../scripts/generate/error-codes.mjs";

const src = fileURLToPath(new URL("../src", import.meta.url));
let made: string;
beforeEach(() => {
  made = mkdtempSync(join(tmpdir(), "clew-codes-"));
  mkdirSync(join(made, "area"));
});
afterEach(() => rmSync(made, { recursive: true, force: true }));

const CATALOGUE =
  'export const AREA_ERRORS = {\n  AREA_KNOWN: "Known.",\n} as const;\nexport const OTHER_TEXTS = {\n  AREA_TOLD: "Told.",\n} as const;\n';

test("every code of the sources is in a catalogue", () => {
  expect(findUncatalogued(src)).toEqual([]);
});

test("a thrown code and a told one that no catalogue has are named with their file", () => {
  writeFileSync(join(made, "area/errors.ts"), CATALOGUE);
  writeFileSync(
    join(made, "area/work.ts"),
    'throw new AppError(\n  "AREA_LOST", "x", {});\nthrow new AppError("AREA_KNOWN", "x", {});\nconst problem = { code: "AREA_UNTOLD", message };\n',
  );
  expect(findUncatalogued(made).map((line) => line.slice(made.length + 1))).toEqual([
    "area/work.ts: AREA_LOST",
    "area/work.ts: AREA_UNTOLD",
  ]);
});

test("every table of a catalogue reaches the page, whatever it is called", () => {
  writeFileSync(join(made, "area/errors.ts"), CATALOGUE);
  expect(errorsDoc(made)).toContain("| `AREA_KNOWN` | Known. |\n| `AREA_TOLD` | Told. |");
});

test("only whole codes are taken for codes", () => {
  expect(codesUsedIn('code: "utf8", code: "E42"; new AppError(code, "AREA_X")')).toEqual([]);
});
