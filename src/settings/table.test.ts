import { expect, test } from "vitest";
import { parseValue } from "./parse-value.ts";
import { FLAT_NAMES, ROOT_FIELDS } from "./schema.ts";
import type { SettingRow } from "./setting-row.ts";
import { SETTINGS } from "./table.ts";

const rows = Object.entries(SETTINGS as Record<string, SettingRow>);

test.each(rows)(
  "%s has the variable that its name gives, a path of its own and a default that fits",
  (name, row) => {
    const words = name.replaceAll("*", "<NAME>").replace(/[a-z](?=[A-Z])/g, "$&_");
    expect(row.env).toBe(`CLEW_${words.replaceAll(".", "_").toUpperCase()}`);
    expect(rows.filter(([, other]) => other.path === row.path)).toHaveLength(1);
    if (row.type !== "folder") expect(parseValue(row, row.default).ok).toBe(true);
  },
);

test("a key at the top is a section or a setting, never both", () => {
  expect([...FLAT_NAMES.keys()].filter((name) => ROOT_FIELDS.has(name))).toEqual([]);
});
